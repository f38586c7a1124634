// A list as a file, which is written while the service responds.
import { createHash } from 'crypto';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ReadEndpoint } from '../../../../api/endpoint';
import { writeListFile } from '../../../../client/reads/writeListFile';
import { listOf } from '../../../../client/reads/list';
import { listRemarks } from '../../../../client/reads/listTexts';
import type { ListPage } from '../../../../client/reads/pages';
import { FILE_FORMATS } from '../../../../wire/file/write';
import { countText } from '../../../../wire/result';
import type { Run } from '../../nodeRun';
import type { ListFile, ReadList } from './listRequest';

/** What a file needs of the run. */
type FileRun = Pick<Run<ReadEndpoint>, 'client' | 'context' | 'endpoint' | 'noun' | 'report'>;

/** Tells how far a list was read. */
export function showPage(
	{ endpoint, noun, report }: Pick<FileRun, 'endpoint' | 'noun' | 'report'>,
	{ number, page: { total } }: ListPage,
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
	{ list, shape }: ReadList,
	{ binaryProperty, columns, fileName, format }: ListFile,
): Promise<INodeExecutionData> {
	const { client, context, endpoint, noun, report } = run;
	const { mimeType } = FILE_FORMATS[format];
	const { recordCount, stored, ...outcome } = await writeListFile(
		listOf(client, list),
		{ format, columns, shape: shape.shapeRows },
		async (chunks) => await context.helpers.prepareBinaryData(streamOf(chunks), fileName, mimeType),
		(page, records) => showPage(run, page, records),
	);
	for (const remark of listRemarks(outcome)) report.hint(remark);
	if (outcome.isLimited && outcome.announced !== recordCount) {
		const hint = `The file has ${countText(list.limit ?? 0)} ${endpoint.rowNoun ?? noun}s, as many as 'Limit' allows, and there may be more. Turn on 'Return All' for all of them.`;
		report.hint(hint);
	}
	return { json: { fileName, mimeType, recordCount }, binary: { [binaryProperty]: stored } };
}
