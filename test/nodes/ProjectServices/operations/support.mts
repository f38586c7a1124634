// What the tests of reads share: a sandbox for each file, and a read in n8n's engine against it.
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { type Sandbox, startSandbox } from '../../../sandbox/server.mjs';
import { runNode, type RunResult, type RunSettings } from '../../engine.mjs';

export type Read = (
	address: string,
	parameters?: INodeParameters,
	rest?: Partial<RunSettings>,
) => Promise<RunResult>;

/** Starts a sandbox for the tests of a file, with its seeded state before each of them. */
export function withSandbox(take: (sandbox: Sandbox) => void): Read {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ products: 250 });
		take(sandbox);
	});
	afterAll(async () => await sandbox.stop());
	beforeEach(() => {
		sandbox.clearFaults();
		sandbox.reset();
		sandbox.setOptions({
			latencyMs: 0,
			catalogForm: 'byPaging',
			deletedProductIds: true,
			listHabits: {},
		});
		sandbox.forgetRequests();
	});
	return async (address, parameters = {}, rest = {}) => {
		const [resource = '', operation = ''] = address.split('/');
		return await runNode({
			parameters: { resource, operation, ...parameters },
			credential: { baseUrl: sandbox.url, authentication: 'none' },
			...rest,
		});
	};
}

/** The input items that the output items of a branch belong to. */
export function pairs(items: readonly INodeExecutionData[] | undefined): unknown[] {
	return (items ?? []).map(({ pairedItem }) => pairedItem);
}

/** A record as the sandbox holds it. */
export function held(sandbox: Sandbox, ...[type, id]: Parameters<Sandbox['find']>): unknown {
	return JSON.parse(JSON.stringify(sandbox.find(type, id)));
}
