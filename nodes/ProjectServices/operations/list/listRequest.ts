// The typed request of a list in pages: all of them or one, as items or as a file.
import { comparableKey } from '../../../../client/values/ids';
import type { ListSettings } from '../../../../client/reads/listAttempts';
import { pageSizeOf } from '../../../../client/serviceSettings';
import type { FileSettings } from '../../../../client/reads/writeListFile';
import type { PagedList } from '../../../../client/reads/readPage';
import { subjectOf } from '../../../../client/reads/readRequest';
import { filterValues } from '../../../shared/filters';
import { optionValue } from '../../../shared/optionValues';
import type { ReadInput } from '../../input';
import { requestedFields, returnAs } from '../../items/requestedShape';
import { type ItemShape, itemShape } from '../../../shared/items/shape';
import { requiredValues } from '../requiredValues';
import { rowsToRead } from './rowFilters';

export interface ListFile extends Pick<FileSettings, 'format' | 'columns'> {
	readonly fileName: string;
	readonly binaryProperty: string;
}

export interface ListRequest {
	readonly list: PagedList;
	readonly settings: ListSettings;
	/** Whether the whole list becomes one item. */
	readonly isOneItem: boolean;
	readonly file: ListFile | undefined;
	readonly shape: ItemShape;
}

/** A file is written page after page: smaller pages need less memory, and cost a request each. */
const MAX_ROWS_PER_FILE_PAGE = 2000;

const OPTION_NAMES = ['binaryProperty', 'fileFormat', 'fileName'] as const;

/** @throws NodeOperationError for a parameter that is wrong */
export function listRequest(input: ReadInput, itemIndex: number): ListRequest {
	const { client, endpoint, node, noun, optionsOf, parameters } = input;
	const { concurrency, responseFormat: accept } = client.settings;
	const options = optionsOf(OPTION_NAMES, itemIndex);
	const { binaryProperty, fileFormat: format } = options;
	const choices = requestedFields(input, itemIndex);
	const required = requiredValues(input, itemIndex);
	const isFile = returnAs(input, itemIndex) === 'file';
	const where = rowsToRead(input, itemIndex);
	const shape = itemShape(choices, where?.fields ?? [endpoint.key]);
	const { projection } = shape;
	const all = optionValue(node, 'returnAll', parameters('returnAll', itemIndex), itemIndex);
	const limit = all
		? Infinity
		: optionValue(node, 'limit', parameters('limit', itemIndex), itemIndex);
	const pageSize = pageSizeOf(endpoint, client.settings);
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
			pageSize: isFile ? Math.min(pageSize, MAX_ROWS_PER_FILE_PAGE) : pageSize,
			limit,
			concurrency,
			key: (row) => comparableKey(row, endpoint.key),
			isPartial: projection.fields !== undefined || where !== undefined,
		},
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
