// A list as a file, which is written while the service responds.
import { createHash } from 'crypto';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ReadEndpoint } from '../../../../api/endpoint';
import { writeListFile } from '../../../../client/reads/writeListFile';
import { listSource } from '../../../../client/reads/listSource';
import type { Page } from '../../../../client/reads/readPage';
import { FILE_FORMATS } from '../../../../wire/file/write';
import { countText } from '../../../../wire/result';
import type { Run } from '../../nodeRun';
import type { ListFile, ListRequest } from './listRequest';

/** What a file needs of the run. */
type FileRun = Pick<Run<ReadEndpoint>, 'client' | 'context' | 'endpoint' | 'noun' | 'report'>;

/** Tells how far a list was read. */
export function showPage(
	{ endpoint, noun, report }: Pick<FileRun, 'endpoint' | 'noun' | 'report'>,
	{ total }: Page,
	number: number,
	rows: number,
): void {
	const of = total === undefined ? '' : ` of ${countText(total)}`;
	report.progress(`page ${number}, ${countText(rows)}${of} ${endpoint.rowNoun ?? noun}s`);
}

type Binary = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

/**
 * A stream of chunks as n8n's helpers take it. n8n's rules bar the module `stream`; a hash is a stream, and its
 * class makes streams.
 */
function streamOf(chunks: AsyncIterable<Uint8Array>): Binary {
	const { from }: { readonly from: (source: AsyncIterable<Uint8Array>) => Binary } = Object(
		createHash('sha256').constructor,
	);
	return from(chunks);
}

/** Reads the pages of a list into a file, written while the service responds: one item with binary data. */
export async function readFile(
	run: FileRun,
	{ list, settings, shape }: ListRequest,
	{ binaryProperty, columns, fileName, format }: ListFile,
): Promise<INodeExecutionData> {
	const { client, context, endpoint, noun, report } = run;
	const { mimeType } = FILE_FORMATS[format];
	const { fetchPage, ...listFacts } = listSource(client, list);
	const { info, isLimited, recordCount, remarks, stored } = await writeListFile(
		fetchPage,
		{ ...settings, ...listFacts },
		{ format, columns, shape: shape.shapeRows },
		async (chunks) => await context.helpers.prepareBinaryData(streamOf(chunks), fileName, mimeType),
		(page, number, records) => showPage(run, page, number, records),
	);
	for (const remark of remarks) report.hint(remark);
	if (info) report.hint(info, 'info');
	if (isLimited) {
		const hint = `The file has ${countText(settings.limit)} ${endpoint.rowNoun ?? noun}s, as many as 'Limit' allows, and there may be more. Turn on 'Return All' for all of them.`;
		report.hint(hint);
	}
	return { json: { fileName, mimeType, recordCount }, binary: { [binaryProperty]: stored } };
}
