// A client without n8n and without time: an HTTP function of the test's own, and a clock that only moves when awaited.
import { newReport } from '../../client/clientReport';
import { ServiceError } from '../../client/failures/serviceError';
import { DEFAULT_SERVICE_SETTINGS, type ServiceSettings } from '../../client/serviceSettings';
import type { ServiceClient } from '../../client/transport/serviceClient';
import type { Clock, HttpRequest, HttpResponse, SendHttp } from '../../client/transport/http';

export interface FakeClock extends Clock {
	/** What was slept, in milliseconds. */
	readonly slept: number[];
	/** Lets time pass; sleeps and timeouts that are due end, in order. */
	pass(milliseconds: number): Promise<void>;
}

interface Timer {
	readonly due: number;
	readonly end: () => void;
}

/** Lets everything that is ready run, a few promises deep. */
export async function settle(): Promise<void> {
	for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

/** A clock whose sleeps end at once while time jumps (`auto`), or when the test lets time pass. */
export function fakeClock(auto = true, start = Date.UTC(2026, 0, 1)): FakeClock {
	let now = start;
	const slept: number[] = [];
	let timers: Timer[] = [];
	return {
		slept,
		now: () => now,
		random: () => 0.5,
		sleep: async (milliseconds, signal) => {
			if (milliseconds === 0 || signal?.aborted) return;
			slept.push(milliseconds);
			if (auto) now += milliseconds;
			else
				await new Promise<void>((end) => {
					signal?.addEventListener('abort', () => end());
					timers.push({ due: now + milliseconds, end });
				});
		},
		timeout: (milliseconds) => {
			const controller = new AbortController();
			timers.push({ due: now + milliseconds, end: () => controller.abort() });
			return controller.signal;
		},
		pass: async (milliseconds) => {
			const end = now + milliseconds;
			await settle();
			for (;;) {
				const [next] = timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
				if (!next) break;
				timers = timers.filter((timer) => timer !== next);
				now = Math.max(now, next.due);
				next.end();
				await settle();
			}
			now = end;
		},
	};
}

/** A response with a body; JSON by default. */
export function response(
	status: number,
	body = '',
	headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): HttpResponse {
	const bytes = Buffer.from(body);
	return {
		status,
		headers,
		body: async (take) => take(await Promise.resolve(bytes)),
		close: () => undefined,
	};
}

export interface Service {
	readonly sendHttp: SendHttp;
	readonly requests: HttpRequest[];
}

/** A service that answers each request, counted from 1, as the test says. */
export function serviceOf(
	answer: (request: HttpRequest, number: number) => HttpResponse | Promise<HttpResponse>,
): Service {
	const requests: HttpRequest[] = [];
	return {
		requests,
		sendHttp: async (request) => {
			requests.push(request);
			return await answer(request, requests.length);
		},
	};
}

/** A service that gives these responses one after the other; an error is thrown. The last one is given again. */
export function serviceGiving(...answers: ReadonlyArray<(() => HttpResponse) | Error>): Service {
	return serviceOf((_, number) => {
		const answer = answers[Math.min(number, answers.length) - 1] ?? new Error('No answer.');
		if (answer instanceof Error) throw answer;
		return answer();
	});
}

export function clientOf(
	{ sendHttp }: Pick<Service, 'sendHttp'>,
	{
		settings,
		...client
	}: Partial<Omit<ServiceClient, 'settings'>> & {
		readonly settings?: Partial<ServiceSettings>;
	} = {},
): ServiceClient {
	return {
		baseUrl: 'https://projects.example/exchange',
		sendHttp,
		clock: fakeClock(),
		secrets: [],
		report: newReport(),
		settings: { ...DEFAULT_SERVICE_SETTINGS, longestWait: 5, ...settings },
		...client,
	};
}

/** What a promise rejects with. */
export async function errorOf(work: Promise<unknown>): Promise<unknown> {
	return await work.then(
		() => undefined,
		(error: unknown) => error,
	);
}

/** A failure with an HTTP status, as the transport throws it. */
export function statusError(status: number): ServiceError {
	const request = { write: false, url: 'https://projects.example', attempts: 1 };
	return new ServiceError({ kind: 'status', status }, request);
}
