// The typed request of a list in pages: as items or as a file.
import { neededFields, type ListRequest } from '../../../../client/reads/list';
import type { FileSettings } from '../../../../client/reads/writeListFile';
import { subjectOf } from '../../../../client/reads/readRequest';
import { filterValues } from '../../../shared/filters';
import { optionValue } from '../../../shared/optionValues';
import type { ReadRun } from '../../nodeRun';
import { requestedFields, returnAs } from '../../items/requestedShape';
import { type ItemShape, itemShape } from '../../../shared/items/shape';
import { requiredValues } from '../requiredValues';
import { rowsToRead } from './rowFilters';

export interface ListFile extends Pick<FileSettings, 'format' | 'columns'> {
	readonly fileName: string;
	readonly binaryProperty: string;
}

export interface ReadList {
	readonly list: ListRequest;
	/** Whether the whole list becomes one item. */
	readonly isOneItem: boolean;
	readonly file: ListFile | undefined;
	readonly shape: ItemShape;
}

/** A file is written page after page: smaller pages need less memory, and cost a request each. */
const MAX_ROWS_PER_FILE_PAGE = 2000;

const OPTION_NAMES = ['binaryProperty', 'fileFormat', 'fileName'] as const;

/** @throws NodeOperationError for a parameter that is wrong */
export function listRequest(input: ReadRun, itemIndex: number): ReadList {
	const { endpoint, node, noun, optionsOf, parameters } = input;
	const { binaryProperty, fileFormat: format, fileName } = optionsOf(OPTION_NAMES, itemIndex);
	const choices = requestedFields(input, itemIndex);
	const required = requiredValues(input, itemIndex);
	const isFile = returnAs(input, itemIndex) === 'file';
	const values = { ...filterValues(input, itemIndex), ...required };
	const where = rowsToRead(input, itemIndex);
	const shape = itemShape(choices, [
		...neededFields({ endpoint, values }),
		...(where?.fields ?? []),
	]);
	const all = optionValue(node, 'returnAll', parameters('returnAll', itemIndex), itemIndex);
	const name = [`${endpoint.rowNoun ?? noun}s`, ...Object.values(required)].join('-');
	return {
		list: {
			endpoint,
			values,
			subject: subjectOf(endpoint, noun, required),
			projection: { ...shape.projection, where },
			limit: all ? Infinity : optionValue(node, 'limit', parameters('limit', itemIndex), itemIndex),
			maxPageSize: isFile ? MAX_ROWS_PER_FILE_PAGE : undefined,
		},
		isOneItem: returnAs(input, itemIndex) === 'whole',
		file: isFile
			? {
					format,
					columns: shape.columns(),
					fileName: fileName || `${name.replace(/[^\w.-]+/g, '-')}.${format}`,
					binaryProperty,
				}
			: undefined,
		shape,
	};
}
