// The typed request of a list in pages: all of them or one, as items or as a file.
import { comparableKey } from '../../../../client/values/ids';
import type { ListSettings } from '../../../../client/reads/listAttempts';
import type { FileSettings } from '../../../../client/reads/writeListFile';
import type { PagedList } from '../../../../client/reads/readPage';
import { subjectOf } from '../../../../client/reads/readRequest';
import { parameterError } from '../../../shared/errors';
import { filterValues } from '../../../shared/filters';
import { defaultPageSize } from '../../../shared/options';
import { optionValue } from '../../../shared/optionValues';
import type { ReadInput } from '../../input';
import { requestedShape, returnAs } from '../../items/requestedShape';
import { type ItemShape, itemShape } from '../../items/shape';
import { requiredValues } from '../../mapping/requiredValues';
import { rowsToRead } from './rowFilters';

export interface ListFile extends Pick<FileSettings, 'format' | 'columns'> {
	readonly fileName: string;
	readonly binaryProperty: string;
}

export interface ListRequest {
	readonly list: PagedList;
	readonly settings: ListSettings;
	/** The one page to read; left out, all of them. */
	readonly pageNumber: number | undefined;
	/** Whether the whole list becomes one item. */
	readonly isOneItem: boolean;
	readonly file: ListFile | undefined;
	readonly shape: ItemShape;
}

/** A file is written page after page: smaller pages need less memory, and cost a request each. */
const MAX_ROWS_PER_FILE_PAGE = 2000;

const OPTION_NAMES = [
	'binaryProperty',
	'fileFormat',
	'fileName',
	'pageNumber',
	'pageSize',
] as const;

/** @throws NodeOperationError for a parameter that is wrong */
export function listRequest(input: ReadInput, itemIndex: number): ListRequest {
	const { client, endpoint, node, noun, optionsOf, parameters } = input;
	const { concurrency, responseFormat: accept } = client.settings;
	const options = optionsOf(OPTION_NAMES, itemIndex);
	const { binaryProperty, fileFormat: format, pageNumber } = options;
	const choices = requestedShape(input, itemIndex);
	const required = requiredValues(input, itemIndex);
	const isFile = returnAs(input, itemIndex) === 'file';
	if (isFile && pageNumber !== undefined) {
		throw parameterError(
			node,
			"'Page Number' cannot be used with a file",
			itemIndex,
			"Remove 'Page Number' from the options, or set 'Return As' to a value other than File.",
		);
	}
	const where = rowsToRead(input, itemIndex);
	const shape = itemShape(choices, where?.fields ?? [endpoint.key]);
	const { projection } = shape;
	const all = optionValue(node, 'returnAll', parameters('returnAll', itemIndex), itemIndex);
	const limit = all
		? Infinity
		: optionValue(node, 'limit', parameters('limit', itemIndex), itemIndex);
	const ofService = defaultPageSize(endpoint);
	const name = [`${endpoint.rowNoun ?? noun}s`, ...Object.values(required)].join('-');
	return {
		list: {
			endpoint,
			values: { ...filterValues(input, itemIndex), ...required },
			accept,
			subject: subjectOf(endpoint, noun, required),
			projection: { ...projection, where },
		},
		settings: {
			pageSize:
				options.pageSize ?? (isFile ? Math.min(ofService, MAX_ROWS_PER_FILE_PAGE) : ofService),
			limit,
			concurrency,
			key: (row) => comparableKey(row, endpoint.key),
			isPartial: projection.fields !== undefined || where !== undefined,
		},
		pageNumber,
		isOneItem: returnAs(input, itemIndex) === 'whole',
		file: isFile
			? {
					format,
					columns: shape.columns(),
					fileName: options.fileName || `${name.replace(/[^\w.-]+/g, '-')}.${format}`,
					binaryProperty,
				}
			: undefined,
		shape,
	};
}
