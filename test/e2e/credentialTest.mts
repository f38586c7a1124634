// The credential's Test button, as the editor presses it.
import assert from 'node:assert/strict';

import { freePort } from '../host/server.mjs';
import { credentialType, type Context } from './context.mjs';

export const title =
	'The credential test says yes to the sandbox and no to an address without a service';

export async function run({ n8n, sandbox }: Context): Promise<void> {
	const test = async (baseUrl: string) => {
		const credential = await n8n.api.createCredential(credentialType, { baseUrl });
		return await n8n.api.testCredential(credential, { baseUrl });
	};
	for (const baseUrl of [sandbox.url, `${sandbox.url}/`, ` ${sandbox.url}// `]) {
		const result = await test(baseUrl);
		assert.equal(result.status, 'OK', `"${baseUrl}": ${result.message}`);
	}
	const nobody = await test(`http://127.0.0.1:${await freePort()}`);
	assert.equal(nobody.status, 'Error');
	const wrongPath = await test(`${sandbox.url}/no/such/path`);
	assert.equal(wrongPath.status, 'Error');
}
