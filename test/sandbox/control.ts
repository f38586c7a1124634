// The sandbox's own paths under /__sandbox, for tests and people outside its process.
import type { FaultRule } from './faults/faults';
import type { Values } from './data/filling';
import type { SandboxOptions } from './options';
import { recordTypes, type RecordType } from './state';

type ChangeableType = RecordType | 'product';

/** What a running sandbox offers, in process and over HTTP alike. */
export interface Controls {
	setFault(rule: FaultRule): void;
	clearFaults(): void;
	/** Back to the seeded records, without faults and with an empty log. */
	reset(): void;
	/** Changes options while it runs; port, seed, products and tls stay as they are until a reset or for good. */
	setOptions(options: Partial<SandboxOptions>): void;
	/** Changes, or adds, a record as another user would, and stamps it. */
	change(type: ChangeableType, id: string, values: Values): Values;
	remove(type: ChangeableType, id: string): boolean;
	find(type: ChangeableType, id: string): Values | undefined;
	/** The ids and addresses to try first. */
	describe(): Values;
	readonly requests: readonly unknown[];
	forgetRequests(): void;
}

export interface ControlAnswer {
	readonly status: number;
	readonly body: unknown;
}

export const controlPath = '/__sandbox/';

const done: ControlAnswer = { status: 200, body: { done: true } };

function isChangeable(type: string): type is ChangeableType {
	return type === 'product' || recordTypes.some((known) => known === type);
}

function controlRecord(
	controls: Controls,
	method: string,
	[type = '', ...rest]: readonly string[],
	body: unknown,
): ControlAnswer {
	const id = rest.map(decodeURIComponent).join('/');
	if (!isChangeable(type) || id === '') {
		const types = [...recordTypes, 'product'].join(', ');
		return { status: 404, body: { problem: `records/<type>/<id>, type one of ${types}` } };
	}
	if (method === 'POST') return { status: 200, body: controls.change(type, id, body as Values) };
	const record = controls.find(type, id);
	if (!record) return { status: 404, body: { problem: `There is no ${type} ${id}.` } };
	if (method === 'DELETE') controls.remove(type, id);
	return { status: 200, body: record };
}

/**
 * `POST|DELETE faults`, `GET|DELETE requests`, `POST reset`, `POST options`, `GET state`,
 * `GET|POST|DELETE records/<type>/<id>`; bodies and answers are JSON.
 */
export function control(
	controls: Controls,
	method: string,
	path: string,
	body: unknown,
): ControlAnswer {
	const [word = '', ...rest] = path.slice(controlPath.length).split('/');
	switch (`${method} ${word}`) {
		case 'POST faults':
			for (const rule of Array.isArray(body) ? body : [body]) controls.setFault(rule as FaultRule);
			return done;
		case 'DELETE faults':
			controls.clearFaults();
			return done;
		case 'GET requests':
			return { status: 200, body: controls.requests };
		case 'DELETE requests':
			controls.forgetRequests();
			return done;
		case 'POST reset':
			controls.reset();
			return done;
		case 'POST options':
			controls.setOptions(body as Partial<SandboxOptions>);
			return done;
		case 'GET state':
			return { status: 200, body: controls.describe() };
		case 'GET records':
		case 'POST records':
		case 'DELETE records':
			return controlRecord(controls, method, rest, body);
		default:
			return { status: 404, body: { problem: `There is no ${method} ${path}.` } };
	}
}
