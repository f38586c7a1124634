// What the tests of the change feed share: a sandbox, and workflows that n8n keeps with their static data.
import type { IDataObject } from 'n8n-workflow';

import { sampleIds, startSandbox, type Sandbox } from '../../../../sandbox/server.mjs';
import { runNode, type RunResult, type RunSettings } from '../../../engine.mjs';

export type Json = Record<string, unknown>;
type Options = Partial<Omit<RunSettings, 'parameters'>>;

export const catalog = { resource: 'productCatalog', id: sampleIds.catalog };
export const projects = { resource: 'changeOrderProject', filters: {} };

let workflows = 0;

/** A workflow that n8n keeps: its static data is that of the last execution that changed it. */
export class FeedWorkflow {
	staticData: object = {};
	/** Its own, because the process keeps the newest state of each workflow. */
	id = `feed-${workflows++}`;
	private executions = 0;
	/** What each execution's nodes have left in its data. */
	private readonly flows = new Map<string, IDataObject>();
	constructor(
		private readonly url: string,
		readonly list: Json = catalog,
	) {}

	/** A new execution. */
	begin(): string {
		return `${++this.executions}`;
	}

	async run(operation: string, parameters: Json = {}, options: Options = {}): Promise<RunResult> {
		const executionId = options.executionId ?? String(this.executions);
		const result = await runNode({
			parameters: { options: {}, ...this.list, operation, ...parameters } as never,
			credential: { baseUrl: this.url, authentication: 'none' },
			mode: 'trigger',
			flow: this.flows.get(executionId),
			executionId,
			workflowId: this.id,
			staticData: this.staticData,
			...options,
		});
		if (result.error) throw result.error;
		this.flows.set(executionId, result.data.executionData?.contextData.flow ?? {});
		this.staticData = result.staticData ?? this.staticData;
		return result;
	}

	/** What a new execution gets. */
	async get(parameters: Json = {}, options: Options = {}): Promise<Json[]> {
		this.begin();
		return (await this.run('getChanges', parameters, options)).json as Json[];
	}

	async commit(parameters: Json = {}, options: Options = {}): Promise<unknown> {
		const { json } = await this.run('commitChanges', parameters, options);
		expect(json).toHaveLength(1);
		return json[0];
	}
}

/** A sandbox for the tests of a file, seeded anew for each; the service does not name deleted products. */
export function useFeeds() {
	let sandbox: Sandbox;
	let ids: string[];
	const workflow = (list?: Json) => new FeedWorkflow(sandbox.url, list);
	beforeAll(async () => {
		sandbox = await startSandbox({ products: 30, deletedProductIds: false });
		ids = (await workflow().get()).map(({ Id }) => String(Id));
	});
	afterAll(async () => await sandbox.stop());
	beforeEach(() => sandbox.reset());
	return {
		get sandbox() {
			return sandbox;
		},
		/** The ID of a seeded product, in order of change. */
		idAt: (index: number) => ids[index] ?? '',
		workflow,
		committed: async (list?: Json) => {
			const made = workflow(list);
			await made.get();
			await made.commit();
			return made;
		},
	};
}

export function changesIn(items: readonly Json[]): string[] {
	return items.map(({ Id, change }) => `${String(change)} ${String(Id)}`);
}

export function textsOf({ hints }: RunResult): string {
	return hints.map(({ message }) => message).join('\n');
}
