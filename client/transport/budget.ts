// The request budget: spreads requests over the minute, and pauses all of them when the service asks for it.
import { MINUTE_MS } from '../values/dates';
import type { Clock } from './http';

/** Spreads requests evenly, and holds all of them back while the service wants a pause. */
export interface Budget {
	/** Waits for the turn of a request, or until the signal aborts. */
	take(signal?: AbortSignal): Promise<void>;
	/** Holds back all requests that are not sent yet, and slows down those after them. */
	pause(milliseconds: number): void;
	/** Lets the rate rise again after a pause, a little with each response. */
	accepted(): void;
}

/** The state of the request budget. Plain JSON: kept with an execution, it holds for all runs of its nodes. */
export interface BudgetState {
	/** When the next request may be sent, in milliseconds since 1970. */
	nextAt?: number;
	pausedUntil?: number;
	/** What is added to the distance of two requests since the last pause, in milliseconds. */
	slowdownMs?: number;
	/** The last clock reading, and the sum of all backward jumps; adding it keeps time monotonic. */
	clockMs?: number;
	setBackMs?: number;
}

/** A little slower than allowed: requests do not arrive exactly as far apart as they are sent. */
const MARGIN = 1.01;
const FIRST_SLOWDOWN_MS = 1000;
const SLOWDOWN_DECAY = 0.8;
const MIN_SLOWDOWN_MS = 10;

/**
 * Makes the budget of an execution.
 *
 * @param requestsPerMinute Left out, requests only wait in and after a pause
 * @param state Where it continues; it is written to
 * @param onWait Called when requests begin to wait in a pause, and each minute in it
 */
export function createBudget(
	clock: Clock,
	requestsPerMinute: number | undefined,
	state: BudgetState,
	onWait: (leftMs: number) => void = () => undefined,
): Budget {
	const baseMs = requestsPerMinute === undefined ? 0 : (MINUTE_MS * MARGIN) / requestsPerMinute;
	let reportedAt = -Infinity;

	/** The time, which never goes back. */
	function now(): number {
		const time = clock.now();
		if (baseMs === 0 && state.pausedUntil === undefined) return time;
		const back = Math.max(0, (state.clockMs ?? time) - time);
		if (back > 0) state.setBackMs = (state.setBackMs ?? 0) + back;
		state.clockMs = time;
		return time + (state.setBackMs ?? 0);
	}

	function report(): void {
		const time = now();
		const leftMs = (state.pausedUntil ?? 0) - time;
		if (leftMs <= 0 || time - reportedAt < MINUTE_MS) return;
		reportedAt = time;
		onWait(leftMs);
	}

	/** Takes the next place in the line: when its request may be sent. */
	function place(): number {
		const at = Math.max(now(), state.nextAt ?? 0, state.pausedUntil ?? 0);
		const distance = baseMs + (state.slowdownMs ?? 0);
		if (distance > 0) state.nextAt = at + distance;
		return at;
	}

	return {
		take: async (signal) => {
			for (let at = place(); ;) {
				// If a pause begins while a request waits, the request waits longer.
				if (at < (state.pausedUntil ?? 0)) at = place();
				const leftMs = at - now();
				if (leftMs <= 0 || signal?.aborted) return;
				report();
				await clock.sleep(Math.min(leftMs, MINUTE_MS), signal);
			}
		},
		pause: (milliseconds) => {
			if (milliseconds <= 0) return;
			const until = now() + milliseconds;
			state.pausedUntil = Math.max(state.pausedUntil ?? 0, until);
			state.nextAt = Math.max(state.nextAt ?? 0, state.pausedUntil);
			state.slowdownMs = Math.max(baseMs, FIRST_SLOWDOWN_MS);
		},
		accepted: () => {
			if (!state.slowdownMs) return;
			const slowdown = state.slowdownMs * SLOWDOWN_DECAY;
			state.slowdownMs = slowdown < MIN_SLOWDOWN_MS ? 0 : slowdown;
		},
	};
}
