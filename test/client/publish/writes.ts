// A run of a write over all its tries, against a service of the test's own that may queue what it accepts.
import type { WriteEndpoint } from '../../../api/endpoint';
import { client } from '../../../api/resources/client';
import { confirm } from '../../../client/publish/confirm';
import { Sender } from '../../../client/publish/execute';
import type { LedgerEntries } from '../../../client/publish/ledger';
import { type Accepted, acceptedIn, failedIn, type Outcome } from '../../../client/publish/outcome';
import { hasOtherData, planWrite, runListsOf } from '../../../client/publish/plan';
import { recordListIn, type RecordList } from '../../../client/publish/recordLists';
import { DEFAULT_SERVICE_SETTINGS, type ServiceSettings } from '../../../client/serviceSettings';
import { NotSentError } from '../../../client/transport/networkErrors';
import { clientOf, fakeClock, response, serviceOf } from '../fakes';

export interface Fields {
	readonly Id?: unknown;
	readonly IntegrationId?: unknown;
	readonly Name?: string;
}

interface Body {
	readonly Clients?: readonly Fields[];
	readonly Products?: readonly Fields[];
	readonly TotalProductsCount?: number;
	readonly DeletedProductIds?: readonly string[];
}

export const numbered = (count: number): Fields[] =>
	Array.from({ length: count }, (_, index) => ({ Id: `c${index}` }));

export const listOf = (records: readonly Fields[]): RecordList =>
	recordListIn(client.operations.publish, { Id: 'L1', Name: 'List', Clients: records }, 0);

/** What a service says to a request with these records; undefined: it accepts them. */
export type Verdict = (
	ids: readonly string[],
	body: Body,
) => readonly [status: number, said?: string] | undefined;

export function refusing(...guilty: string[]): Verdict {
	return (ids) => {
		const found = ids.find((id) => guilty.includes(id));
		return found === undefined ? undefined : [400, `${found} is invalid`];
	};
}

interface Transaction {
	readonly ids: readonly string[];
	asked: number;
	status: 'Queued' | 'Imported' | 'Rejected';
}

export interface Try {
	readonly lists?: readonly RecordList[];
	readonly perRequest?: number;
	readonly continues?: boolean;
	readonly resendUncertain?: boolean;
	/** The number of the request at which the process ends, before anything left. */
	readonly interruptAt?: number;
	/** Whether statuses are asked for, and for how long. */
	readonly waitMinutes?: number;
	readonly settings?: Partial<ServiceSettings>;
}

export class Run {
	readonly sent: string[][] = [];
	readonly accepted: string[][] = [];
	readonly transactions = new Map<string, Transaction>();
	readonly clock = fakeClock();
	entries: LedgerEntries = [];
	wasTooLarge = false;
	/** The MessageIds of several receipts, and the statuses that came. */
	shared: readonly string[] = [];
	answered: string[] = [];

	constructor(
		private readonly verdict: Verdict = () => undefined,
		/** How a queue ends a transaction, after how many questions. */
		private readonly fate: (
			ids: readonly string[],
		) => readonly [isApplied: boolean, after?: number] = () => [true],
		private readonly endpoint: WriteEndpoint = client.operations.publish,
	) {}

	get applied(): string[] {
		const all = [...this.transactions.values()];
		return all.filter(({ status }) => status === 'Imported').flatMap(({ ids }) => ids);
	}

	private statusOf(id: string): object {
		const transaction = this.transactions.get(id);
		if (!transaction) return {};
		const [isApplied, after = 0] = this.fate(transaction.ids);
		if (transaction.asked++ >= after) transaction.status = isApplied ? 'Imported' : 'Rejected';
		return { State: transaction.status, Text: transaction.status === 'Rejected' ? 'No' : null };
	}

	async attempt(records: readonly Fields[], settings: Try = {}): Promise<Outcome[]> {
		const { continues = true, interruptAt = Infinity, perRequest = 500, waitMinutes } = settings;
		let requests = 0;
		const service = serviceOf(({ body = '', url }) => {
			const [, asked] = /Status\/(.*)$/.exec(url) ?? [];
			if (asked !== undefined) return response(200, JSON.stringify(this.statusOf(asked)));
			if (++requests > interruptAt) throw new NotSentError('The process ends.');
			const read = JSON.parse(body) as Body;
			const ids = (read.Products ?? read.Clients ?? []).map(({ Id }) => String(Id));
			this.sent.push(ids);
			const [status = 200, said = 'Ok'] = this.verdict(ids, read) ?? [];
			const MessageId = `M-${this.transactions.size}`;
			if (status === 200) {
				this.accepted.push(ids);
				this.transactions.set(MessageId, { ids, asked: 0, status: 'Queued' });
			}
			return response(status, JSON.stringify({ Message: said, MessageId }));
		});
		// As the host saves it and reads it back.
		this.entries = JSON.parse(JSON.stringify(this.entries)) as LedgerEntries;
		const statuses = {
			...DEFAULT_SERVICE_SETTINGS.statuses,
			...{ path: '/Status/{MessageId}', field: 'State', messageField: 'Text' },
			...{ appliedValues: ['Imported'], refusedValues: ['Rejected'] },
		};
		const fake = clientOf(service, {
			clock: this.clock,
			settings: { maxRetries: 0, refusedAppliesNothing: true, statuses, ...settings.settings },
		});
		const { endpoint, entries } = this;
		const lists = runListsOf(settings.lists ?? [listOf(records)], endpoint, fake.baseUrl);
		const { refusedAppliesNothing } = fake.settings;
		if (hasOtherData(lists, entries, refusedAppliesNothing)) throw new Error('The data differ.');
		const plan = planWrite(
			lists,
			{
				...{ endpoint, format: 'json', accept: 'json', maxRecords: perRequest },
				resendUncertain: settings.resendUncertain,
				refusedAppliesNothing,
			},
			entries,
		);
		const sender = new Sender(plan, { client: fake, endpoint, entries, continues });
		const outcomes = await sender.sendAll();
		this.wasTooLarge = sender.wasTooLarge;
		if (waitMinutes === undefined) return outcomes;
		const waiting = { client: fake, waitMinutes, onWait: () => undefined };
		const confirmed = await confirm(sender, outcomes, waiting);
		this.shared = confirmed.sharedIds;
		this.answered = confirmed.answers.map(({ result: { status } }) => status);
		return [...confirmed.outcomes];
	}
}

export const idsOf = (outcomes: readonly Outcome[]) =>
	outcomes.flatMap(({ request }) => request.rows.map(({ record }) => String(record.Id)));
export const failedIds = (outcomes: readonly Outcome[]) => idsOf(failedIn(outcomes));
export const acceptedIds = (outcomes: readonly Outcome[]) => idsOf(acceptedIn(outcomes));
export const unsentIds = (outcomes: readonly Outcome[]) =>
	idsOf(outcomes.filter(({ kind }) => kind === 'unsent'));
export const statusesOf = (outcomes: readonly Outcome[]) =>
	acceptedIn(outcomes).map(({ confirmation }: Accepted) => confirmation?.status);
