// The pictures of the documents, taken in the real editor.
// A run leaves them in its output folder; with --pictures it also puts them into docs/pictures.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

import type { N8nApi } from '../../host/rest/api.mjs';
import type { Json, WorkflowNode } from '../../host/rest/apiTypes.mjs';
import { projectFolder } from '../../host/location.cjs';
import { STATUS_PATH } from '../../sandbox/queue';
import { startSandbox } from '../../sandbox/server.mjs';
import { credentialType, output, type Context } from '../context.mjs';
import { takeCredential } from './camera.mjs';
import { credentialPictures, mapped, pictures } from './pictureList.mjs';

export const title = 'The pictures of the documents can be taken, and each is small';
export const seconds = 900;

const largestBytes = 100_000;
const usualWidth = 1340;
const picturesFolder = path.join(projectFolder, 'docs', 'pictures');
const refuses = 'Museum of Light';

/** The mapper's fields as n8n asks the node for them when a person opens it, the mapped ones chosen. */
async function withFields(api: N8nApi, node: WorkflowNode): Promise<WorkflowNode> {
	const record = node.parameters?.record as Json | undefined;
	if (record === undefined) return node;
	const { fields } = await api.request<{ fields: Json[] }>(
		'POST',
		'/rest/dynamic-node-parameters/resource-mapper-fields',
		{
			path: 'parameters.record',
			nodeTypeAndVersion: { name: node.type, version: 1 },
			currentNodeParameters: node.parameters,
			methodName: 'getRecordFields',
		},
	);
	const schema = fields.map((field) => ({ ...field, removed: !(String(field.id) in mapped) }));
	return {
		...node,
		parameters: { ...node.parameters, record: { ...record, matchingColumns: [], schema } },
	};
}

export async function run({ n8n, editor, keepPictures }: Context): Promise<void> {
	const { api } = n8n;
	const sandbox = await startSandbox({ queue: { asks: 0, refuses } });
	const directSandbox = await startSandbox({});
	const fileOf = (name: string) => path.join(output, `picture-${name}.png`);
	const keep = (name: string) => {
		const { size } = statSync(fileOf(name));
		assert.ok(size < largestBytes, `The picture ${name} takes ${size} bytes.`);
		if (!keepPictures) return;
		mkdirSync(picturesFolder, { recursive: true });
		copyFileSync(fileOf(name), path.join(picturesFolder, `${name}.png`));
	};
	try {
		const data = {
			...{ baseUrl: sandbox.url, serviceSettings: true, statusPath: STATUS_PATH },
			...{ statusField: 'Result.State', appliedValues: 'Imported', refusedValues: 'Rejected' },
			...{ messageField: 'Result.Text', refusedAppliesNothing: true },
		};
		const account = 'Project Services account';
		const credential = await api.createCredential(credentialType, data, account);
		const direct = await api.createCredential(
			credentialType,
			{ baseUrl: directSandbox.url },
			'Project Services demo',
		);
		const opened = await editor();
		for (const { name, width = usualWidth, height, workflow, take, direct: isDirect } of pictures) {
			const nodes: WorkflowNode[] = [];
			for (const node of workflow.nodes) nodes.push(await withFields(api, node));
			const saved = await api.importWorkflow({ ...workflow, nodes }, [
				isDirect ? direct : credential,
			]);
			await opened.page.setViewportSize({ width, height });
			await opened.openWorkflow(saved.id);
			await take(opened, fileOf(name));
			keep(name);
		}
		await opened.page.setViewportSize({ width: usualWidth, height: 1000 });
		const address = `${n8n.url}/home/credentials/${credential.id}`;
		for (const { name, field } of credentialPictures) {
			await takeCredential(opened.page, address, field, fileOf(name));
			keep(name);
		}
		assert.deepEqual(opened.takeConsoleErrors(), []);
	} finally {
		await Promise.all([sandbox.stop(), directSandbox.stop()]);
	}
}
