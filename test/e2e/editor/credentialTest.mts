// The credential's Test button, as the editor presses it.
import assert from 'node:assert/strict';

import { type Answer, reply } from '../../nodes/service.mjs';
import { freePort } from '../../host/servers/server.mjs';
import { credentialType, withService, type Context } from '../context.mjs';

export const title =
	'The credential test says yes to the sandbox and no to an address without a service';

export async function run({ n8n, sandbox }: Context): Promise<void> {
	const test = async (baseUrl: string) => {
		const credential = await n8n.api.createCredential(credentialType, { baseUrl });
		return await n8n.api.testCredential(credential, { baseUrl });
	};
	const ends = ['', '/', '// ', '/SI', '/si/ ', '//Si//'];
	for (const baseUrl of ends.map((end) => ` ${sandbox.url}${end}`)) {
		const result = await test(baseUrl);
		assert.equal(result.status, 'OK', `"${baseUrl}": ${result.message}`);
	}
	const text = { 'content-type': 'text/html' };
	const answers: Array<[answer: Answer, said: RegExp]> = [
		[reply(200, '<!DOCTYPE html><title>Sign in</title>', text), /login page/],
		[reply(200, '\r\n\r\n<!doctype html>', text), /login page/],
		[reply(200, '<html></html>', text), /login page/],
		[reply(200, ''), /responded with nothing/],
		[reply(200, '{"COProjects":[],"TotalCount":0}'), /successful/],
		[reply(200, '<?xml version="1.0"?><COProjectsResult/>', text), /successful/],
	];
	// The older n8n says statuses in words of its own.
	const refusals: typeof answers = [
		[reply(401, '<html></html>', text), /did not accept the credential.*status 401/],
		[reply(403, '{}'), /does not allow this/],
		[reply(503, ''), /The service failed.*status 503/],
		[reply(302, '', { location: 'https://elsewhere.example/' }), /another address.*status 302/],
	];
	const isOlder = n8n.version.startsWith('1.');
	for (const [answer, said] of [...answers, ...(isOlder ? [] : refusals)]) {
		await withService(answer, async ({ url }) => assert.match((await test(url)).message, said));
	}
	const tooMuch = await test(`${sandbox.url}/SI/Subscribe`);
	assert.match(tooMuch.message, /everything before \/SI/);
	for (const url of [`http://127.0.0.1:${await freePort()}`, `${sandbox.url}/no/such/path`])
		assert.equal((await test(url)).status, 'Error');
}
