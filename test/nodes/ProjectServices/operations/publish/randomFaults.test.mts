// Random faults under n8n's own retries: the sandbox counts how often each record was applied, and the node's claims
// about its items must agree with it.
import type { OnError } from 'n8n-workflow';

import { tries } from '../../../../fastCheck.mjs';
import { randomFor, type Random } from '../../../../sandbox/data/random';
import { type Fault, type Sandbox, startSandbox } from '../../../../sandbox/server.mjs';
import { runNode, type RunResult, type RunSettings } from '../../../engine.mjs';
import { type Claim, claimsOf } from './claims.mjs';
import { kinds, type WriteKind } from './kinds.mjs';

const seeds = Number(process.env.FAULT_SEEDS ?? tries(60, 300));
/** Hanging requests end by the timeout of a second: meanwhile, other seeds run. */
const atOnce = 8;
const mostRequests = 60;

jest.setTimeout(300_000);

const down = { kind: 'status', body: 'Out of paper' } as const;
const busy = { 'retry-after': '0' };

/** What a service does to a write; where it may be applied, with and without that. */
const faults: readonly Fault[] = [
	...[400, 401, 403, 404, 409, 413, 422].map((status): Fault => ({ kind: 'status', status })),
	{ kind: 'status', status: 429, headers: busy },
	{ kind: 'status', status: 503, headers: busy },
	{ kind: 'redirect', status: 301 },
	{ kind: 'redirect', status: 307, location: 'http://127.0.0.1:9/' },
	{ kind: 'html' },
	{ kind: 'resetMidBody' },
	{ kind: 'cut', keep: 0.5 },
	{ kind: 'otherResource' },
	{ kind: 'contentType', value: null },
	...[false, true].flatMap((applied): Fault[] => [
		...[408, 500, 502, 503, 504].map((status): Fault => ({ ...down, status, applied })),
		{ kind: 'reset', applied },
		{ kind: 'hang', applied },
		{ kind: 'redirect', status: 302, applied },
		{ kind: 'redirect', status: 303, applied },
	]),
];

interface Input {
	readonly key: string;
	readonly isWrong: boolean;
}

interface Plan {
	readonly kind: WriteKind;
	/** The input items of each run of the node. */
	readonly runs: ReadonlyArray<readonly Input[]>;
	readonly settings: RunSettings;
	/** Whether retries of the execution may send what may have been applied. */
	readonly resends: boolean;
}

function randomRuns(random: Random): Input[][] {
	const items = (run: number): Input[] =>
		Array.from({ length: random.integer(1, 9) }, (_, index) => ({
			// Some records are equal to others, in the same run or in another one.
			key: random.chance(0.1)
				? `same${random.pick(['', 'x'])}`
				: `r${run}-${index}${random.pick(['', '', 'x'])}`,
			isWrong: false,
		}));
	const count = random.integer(1, 3);
	const first = items(0);
	const runs = Array.from({ length: count }, (_, run) =>
		run > 0 && random.chance(0.3) ? first : items(run),
	);
	if (!random.chance(0.3)) return runs;
	const wrong = { key: 'wrong', isWrong: true };
	return runs.map((run) => (random.chance(0.5) ? [wrong, ...run] : [...run, wrong]));
}

function randomPlan(random: Random, baseUrl: string): Plan {
	const kind = random.pick(kinds);
	const runs = randomRuns(random);
	const format = () => random.pick(['json', 'xml']);
	const modes = [undefined, 'continueErrorOutput', 'continueRegularOutput'] as const;
	const onError = random.pick<OnError | undefined>(modes);
	return {
		kind,
		runs,
		resends: random.chance(0.4),
		settings: {
			parameters: kind.parameters,
			service: {
				...{ timeout: 1, maxRetries: random.integer(0, 1) },
				recordsPerRequest: random.integer(1, 4),
				...{ requestFormat: format(), responseFormat: format() },
			},
			runs: runs.map((run) =>
				run.map(({ key, isWrong }) => (isWrong ? kind.wrongItem(key) : kind.item(key))),
			),
			credential: { baseUrl, authentication: 'none' },
			...(random.chance(0.7) && { tries: random.integer(2, 5) }),
			...(onError && { onError }),
		},
	};
}

/** The indices of a run's items in the order in which they are sent: list by list. */
function orderOf({ listOf }: WriteKind, run: readonly Input[]): number[] {
	const lists = [...new Set(run.map(({ key }) => listOf(key)))];
	const place = (index: number) => lists.indexOf(listOf(run[index]?.key ?? ''));
	return run.map((_, index) => index).sort((a, b) => place(a) - place(b) || a - b);
}

/**
 * Compares what the node says with what the service did; gives the number of items with each claim.
 *
 * @param resent Whether requests were allowed to be sent again
 */
function check(
	{ kind, runs }: Plan,
	result: RunResult,
	sandbox: Sandbox,
	resent: boolean,
): Record<Claim, number> {
	const orders = runs.map((run) => orderOf(kind, run));
	const claims = claimsOf(result, orders);
	const said = runs.flatMap((items, run) =>
		items.map(({ key }, index) => ({ key, claim: claims[run]?.[index] as Claim })),
	);
	const applied = sandbox.requests.flatMap((request) =>
		request.applied ? kind.keysOf(request.body as Record<string, unknown>) : [],
	);
	const total = { accepted: 0, 'not applied': 0, uncertain: 0 };
	for (const { claim } of said) total[claim]++;
	for (const key of new Set(said.map((one) => one.key))) {
		const times = (claim: Claim) =>
			said.filter((one) => one.key === key && one.claim === claim).length;
		const count = applied.filter((one) => one === key).length;
		const [accepted, unsure] = [times('accepted'), times('uncertain')];
		// Each record that was accepted was applied, and no other, except those of which the node is not sure.
		const most = resent && accepted + unsure > 0 ? Infinity : accepted + unsure;
		if (count < accepted || count > most)
			throw new Error(
				`${key} was applied ${count} times; ${accepted} accepted and ${unsure} uncertain, says the node`,
			);
	}
	return total;
}

/** Runs the node, and retries its execution as long as it fails; gives the claims at the end. */
async function runPlan(plan: Plan, sandbox: Sandbox): Promise<Record<Claim, number>> {
	let result = await runNode(plan.settings);
	let last = check(plan, result, sandbox, false);
	const { parameters } = plan.settings;
	const options = { resendUncertain: plan.resends };
	const settings = { ...plan.settings, parameters: { ...parameters, options } };
	for (let retry = 0; retry < 3 && result.error; retry++) {
		result = await runNode({ ...settings, retryOf: result.data, mode: 'retry' });
		last = check(plan, result, sandbox, plan.resends);
	}
	return last;
}

function randomFaults(random: Random, sandbox: Sandbox): void {
	const share = random.pick([0.1, 0.3, 0.6]);
	for (let nth = 1; nth <= mostRequests; nth++) {
		if (random.chance(share)) sandbox.setFault({ nth, fault: random.pick(faults) });
	}
}

/** The service refuses each request with one of these records, and perhaps each that is long. */
function refuseGuilty(random: Random, sandbox: Sandbox, { runs }: Plan): Set<string> {
	const keys = [...new Set(runs.flat().map(({ key }) => key))];
	const guilty = keys.filter(() => random.chance(0.15));
	for (const key of guilty) {
		const status = random.pick([400, 413, 422]);
		const body = random.pick([{ Message: `${key} is invalid` }, { Message: 'No' }]);
		for (const carrying of [`"${key}"`, `>${key}<`])
			sandbox.setFault({ carrying, times: 'always', fault: { kind: 'status', status, body } });
	}
	if (random.chance(0.2)) {
		const fault = { kind: 'status', status: 413 } as const;
		sandbox.setFault({ longerThan: random.integer(100, 400), times: 'always', fault });
	}
	return new Set(guilty);
}

/** Runs every seed, some at the same time, each with a sandbox of its own; gives what went wrong. */
async function runSeeds(
	runSeed: (random: Random, sandbox: Sandbox) => Promise<void>,
): Promise<string[]> {
	const wrong: string[] = [];
	const left = Array.from({ length: seeds }, (_, index) => index + 1);
	const worker = async (): Promise<void> => {
		for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
			// A service of its own: a request that timed out may still reach the one before.
			const sandbox = await startSandbox({ products: 0 });
			await runSeed(randomFor(seed, 'faults'), sandbox).catch((error: unknown) => {
				wrong.push(`Seed ${seed}: ${String(error)}`);
			});
			await sandbox.stop();
		}
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
	return wrong;
}

test('nothing is applied twice or lost, and what the node says is true', async () => {
	const totals = { faults: 0, divided: 0, accepted: 0, 'not applied': 0, uncertain: 0 };
	const wrong = await runSeeds(async (random, sandbox) => {
		const plan = randomPlan(random, sandbox.url);
		const guilty = random.chance(0.6) ? refuseGuilty(random, sandbox, plan) : new Set();
		if (guilty.size === 0 || random.chance(0.5)) randomFaults(random, sandbox);
		const last = await runPlan(plan, sandbox);
		for (const request of sandbox.requests)
			if (request.applied)
				for (const key of plan.kind.keysOf(request.body as Record<string, unknown>))
					if (guilty.has(key)) throw new Error(`${key} was applied although it is refused`);
		totals.divided += Number(guilty.size > 0 && last.accepted > 0 && last['not applied'] > 0);
		totals.faults += sandbox.requests.filter(({ fault }) => fault !== undefined).length;
		for (const claim of Object.keys(last) as Claim[]) totals[claim] += last[claim];
	});
	expect(wrong).toEqual([]);
	// Otherwise the test would show nothing.
	expect(totals.faults).toBeGreaterThan(seeds);
	expect(totals.divided).toBeGreaterThan(seeds / 20);
	expect(totals.accepted).toBeGreaterThan(seeds);
	expect(totals.uncertain).toBeGreaterThan(seeds / 2);
	expect(totals['not applied']).toBeGreaterThan(seeds / 2);
});
