// A list as a file: one item with binary data, written while the service answers.
import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { rowSchema } from '../../../../api/endpoint';
import { recordFields } from '../../../../api/schema/types';
import { writeListFile } from '../../../../client/reads/listFile';
import { idOf, type QueryValues } from '../../../../client/reads/read';
import { type FileFormat, mimeTypes } from '../../../../wire/file/write';
import { parameterError } from '../../../shared/errors';
import { choiceOf } from '../../../shared/optionValues';
import { optionsOf } from '../../../shared/parameters';
import type { Shaping } from '../items';
import { listRead, type PagedRun, showPage } from './readPages';
import { showHint } from '../run';

type Binary = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

/**
 * A stream of chunks as n8n's helpers take it. n8n's rules bar the module `stream`; a hash is a stream, and its
 * class makes streams.
 */
function streamOf(chunks: AsyncIterable<Uint8Array>): Binary {
	const { from } = createHash('sha256').constructor as unknown as {
		from: (source: AsyncIterable<Uint8Array>) => Binary;
	};
	return from(chunks);
}

function textOption(options: IDataObject, name: string, fallback: string): string {
	const given = String(options[name] ?? '').trim();
	return given === '' ? fallback : given;
}

/** A name for the file: what is in it and, where the list has one, its ID. */
function defaultName(
	{ endpoint, noun }: PagedRun,
	required: QueryValues,
	format: FileFormat,
): string {
	const id = idOf(endpoint, required);
	const parts = [`${endpoint.rowNoun ?? noun}s`, ...(id === undefined ? [] : [String(id)])];
	return `${parts.join('-').replace(/[^\w.-]+/g, '-')}.${format}`;
}

/** The columns of a CSV file, under the names that a person gave to custom fields. */
function columnsOf({ endpoint }: PagedRun, { fields, names, splitOut }: Shaping): string[] {
	const own = (found: readonly string[]) => found.map((name) => names.get(name) ?? name);
	const documented = recordFields(rowSchema(endpoint));
	if (!splitOut) {
		const chosen = fields?.map((path) => path.split('.', 1)[0] ?? path);
		return own([...new Set(chosen ?? documented.map(({ name }) => name))]);
	}
	const { collection, parent, parentFields } = splitOut;
	const list = documented.find(({ name }) => name === collection);
	const kind = list?.schema;
	const members = kind?.kind === 'list' ? recordFields(kind.item).map(({ name }) => name) : [];
	return [
		...own(members.length > 0 ? members : [collection]),
		...(parentFields?.length === 0 ? [] : [parent]),
	];
}

/** A file is written page after page: smaller pages need less memory, and cost a request each. */
const mostRowsPerPage = 2000;

/** Reads the pages of one input item into a file. */
export async function readFile(
	run: PagedRun,
	required: QueryValues,
	shaping: Shaping,
	itemIndex: number,
): Promise<INodeExecutionData> {
	const { context, node, parameters } = run;
	const options = optionsOf(parameters, itemIndex);
	const format = choiceOf(node, 'fileFormat', options.fileFormat);
	const fileName = textOption(options, 'fileName', defaultName(run, required, format));
	const property = textOption(options, 'binaryProperty', 'data');
	const list = listRead(run, required, shaping, itemIndex, format !== 'csv');
	if (list.pageNumber !== undefined) {
		throw parameterError(
			node,
			"'Page Number' cannot be used with a file",
			itemIndex,
			"Remove 'Page Number' from the options, or set 'Return As' to a value other than File.",
		);
	}
	const mimeType = mimeTypes[format];
	const { pageSize } = list.settings;
	const isChosen = options.pageSize !== undefined && options.pageSize !== '';
	const file = await writeListFile(
		list.fetchPage,
		{
			...list.settings,
			pageSize: isChosen ? pageSize : Math.min(pageSize, mostRowsPerPage),
			format,
			columns: columnsOf(run, shaping),
			shape: (rows) => list.shape(rows).rows,
			onPage: (page, number, records) => showPage(run, page, number, records),
		},
		async (chunks) => await context.helpers.prepareBinaryData(streamOf(chunks), fileName, mimeType),
	);
	for (const remark of file.remarks) showHint(run, remark);
	return {
		json: { fileName, mimeType, recordCount: file.recordCount },
		binary: { [property]: file.stored },
		pairedItem: { item: itemIndex },
	};
}
