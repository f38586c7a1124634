// A client of a sandbox with habits, without sockets.
import type { ServiceClient } from '../../client/transport/serviceClient';
import type { Habits } from '../sandbox/habits';
import { defaults, respond, type SandboxOptions } from '../sandbox/service.mjs';
import { newState, type State } from '../sandbox/state';
import { clientOf, response } from './fakes';

const states = new Map<string, State>();

/** Made once, since making it takes longer than most readings. */
function stateOf(seed: number, products: number): State {
	const key = `${seed} ${products}`;
	const state = states.get(key) ?? newState(seed, products);
	states.set(key, state);
	return state;
}

/** A service with these habits, which is only read, and a client for it; `requests` are the addresses that were asked for. */
export function clientOfSandbox(
	habits: Habits,
	options: Partial<SandboxOptions> = {},
	settings: Partial<ServiceClient> = {},
) {
	const all = { ...defaults, ...options, habits };
	const service = { options: all, state: stateOf(all.seed, all.products) };
	const requests: string[] = [];
	const client = clientOf(
		{
			sendHttp: async ({ url, method, headers, body = '' }) => {
				const { pathname, search, searchParams } = new URL(url);
				const target = `${pathname}${search}`.replace('/exchange', '');
				requests.push(target);
				const { response: answer } = respond(service, {
					...{ method, target, headers, rawBody: Buffer.from(body) },
					path: pathname.replace('/exchange', ''),
					pairs: [...searchParams],
				});
				return {
					...response(answer.status, '', answer.headers),
					body: async (take) => take(await Promise.resolve(answer.body)),
				};
			},
		},
		settings,
	);
	return { client, requests, state: service.state };
}
