// The credential's Test button, as the editor presses it.
import assert from 'node:assert/strict';

import { freePort } from '../../host/servers/server.mjs';
import { type Answer, reply } from '../../nodes/service.mjs';
import { credentialType, withService, type Context } from '../context.mjs';

export const title =
	'The credential test says yes to the sandbox and no to an address without a service';

export async function run({ n8n, sandbox }: Context): Promise<void> {
	const test = async (baseUrl: string): Promise<string> => {
		const credential = await n8n.api.createCredential(credentialType, { baseUrl });
		const { status, message } = await n8n.api.testCredential(credential, { baseUrl });
		return `${status}: ${message}`;
	};
	for (const end of ['', '/', '// ', '/SI', '//Si//'])
		assert.match(await test(` ${sandbox.url}${end}`), /^OK/, end);
	const answers: Array<[answer: Answer, said: RegExp]> = [
		[reply(200, '\r\n<!doctype html><title>Sign in</title>'), /^Error.*login page/],
		[reply(200, ''), /^Error.*responded with nothing/],
		[reply(200, '<?xml version="1.0"?><COProjectsResult/>'), /^OK.*successful/],
		[reply(401, '<html></html>'), /did not accept the credential.*status 401/],
		[reply(302, '', { location: 'https://elsewhere.example/' }), /another address.*status 302/],
	];
	for (const [answer, said] of answers)
		await withService(answer, async ({ url }) => assert.match(await test(url), said));
	assert.match(await test(`${sandbox.url}/SI/Subscribe`), /everything before \/SI/);
	for (const url of [`http://127.0.0.1:${await freePort()}`, `${sandbox.url}/no/such/path`])
		assert.match(await test(url), /^Error/);
}
