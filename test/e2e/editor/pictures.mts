// The pictures of the documents, taken in the real editor.
// A run leaves them in its output folder; with --pictures it also puts them into docs/pictures.
import assert from 'node:assert/strict';
import { copyFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { projectFolder } from '../../host/location.cjs';
import { toldSettings } from '../../sandbox/credential.mjs';
import { startSandbox } from '../../sandbox/server.mjs';
import { credentialType, output, type Context } from '../context.mjs';
import { takeStrip } from './camera.mjs';
import { type Picture, pictures, steps } from './pictureList.mjs';

export const title = 'The pictures of the documents can be taken, and each is small';
export const seconds = 900;

const largestBytes = 100_000;
const largestStripBytes = 400_000;
const usualWidth = 1340;
const picturesFolder = path.join(projectFolder, 'docs', 'pictures');
const refuses = 'Museum of Light';

export async function run({ n8n, editor, keepPictures }: Context): Promise<void> {
	const { api } = n8n;
	const sandbox = await startSandbox({ queue: { asks: 0, refuses } });
	const directSandbox = await startSandbox({});
	const fileOf = (name: string) => path.join(output, `picture-${name}.png`);
	const keep = (name: string, most = largestBytes) => {
		const { size } = statSync(fileOf(name));
		assert.ok(size < most, `The picture ${name} takes ${size} bytes.`);
		if (keepPictures) copyFileSync(fileOf(name), path.join(picturesFolder, `${name}.png`));
	};
	try {
		const data = { baseUrl: sandbox.url, serviceSettings: true, ...toldSettings() };
		const account = 'Project Services account';
		const credential = await api.createCredential(credentialType, data, account);
		const direct = await api.createCredential(credentialType, { baseUrl: directSandbox.url });
		const opened = await editor();
		const take = async (picture: Omit<Picture, 'name'>, file: string) => {
			const used = [picture.direct ? direct : credential];
			const { id } = await api.importWorkflow(picture.workflow, used);
			const { width = usualWidth, height } = picture;
			await opened.page.setViewportSize({ width, height });
			await opened.openWorkflow(id);
			await picture.take(opened, file);
		};
		const parts = [];
		for (const { caption, ...step } of steps) {
			const file = fileOf(`step-${parts.length + 1}`);
			await take(step, file);
			parts.push({ caption, file });
		}
		await takeStrip(opened.page, parts, fileOf('first-ten-minutes'));
		keep('first-ten-minutes', largestStripBytes);
		for (const picture of pictures) {
			await take(picture, fileOf(picture.name));
			keep(picture.name);
		}
		assert.deepEqual(opened.takeConsoleErrors(), []);
	} finally {
		await Promise.all([sandbox.stop(), directSandbox.stop()]);
	}
}
