// n8n, as far as state is concerned: static data that is loaded and saved whole, processes that end, executions that
// wait, are stopped or retried, triggers with a copy of their own, and the deduplication store. Each rule names the
// place in n8n 2.41.1 that shows it.
import { Readable } from 'node:stream';

import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IPollFunctions,
	ObservableObject,
} from 'n8n-workflow';

import { type Build, loadBuild, world } from './build.mjs';
import { newService, type Service } from './service.mjs';
import { newTurns, type Turns } from './turns.mjs';
import type { Random } from '../sandbox/data/random';

type Mode = 'trigger' | 'retry';

/** The node types of processes are loaded once and shared by all simulations, which differ in their workflow IDs. */
const builds: Build[] = [];
let workflows = 0;

/** What one workflow has in n8n's database. */
interface Stored {
	staticData: string;
	/** The newest number of each node, by the node's ID. */
	readonly processed: Map<string, number>;
}

type Status = 'running' | 'waiting' | 'success' | 'error' | 'stopped';

/** A node of the workflow: its ID is the same when it is renamed. */
export interface NodeSettings {
	readonly id: string;
	readonly name?: string;
	readonly parameters: INodeParameters;
}

export interface Step {
	(execution: Execution, data: IDataObject[]): Promise<IDataObject[]>;
	/** Whether the execution waits in this step for more than a minute. */
	readonly isWait?: boolean;
}

export interface Simulation {
	readonly service: Service;
	readonly turns: Turns;
	/** The process that runs now. */
	process: Process;
	/** Ends the process, and all that runs in it, and starts another. */
	restart(): Process;
	/**
	 * A process beside the others. A worker gets no static data, but saves what it has: n8n's execution data do not
	 * hold any (toWorkflowSnapshot in executions/execution-data/types.js, scaling/job-processor.js); only
	 * sub-workflows load theirs.
	 */
	anotherProcess(kind?: 'main' | 'worker'): Process;
	/** A copy of the workflow with another ID; its database is its own. */
	copyWorkflow(): void;
	/** What nodes said: hints, and lines of the log. */
	readonly said: string[];
	/** What an execution finds after a wait: nothing (wait-tracker.js), or in n8n 1 the static data of its start. */
	afterWait: 'nothing' | 'startCopy';
	stored(): Stored;
}

export interface Process {
	/** Whether it was killed: it does nothing more, but what it has sent to a service or the database arrives. */
	isOver: boolean;
	readonly action: INodeType;
	begin(steps: readonly Step[], data?: IDataObject[]): Execution;
	/** Runs a failed execution again from its failed step, with the static data of its start. */
	retry(execution: Execution): Execution;
	/** Goes on with an execution that waits. */
	resume(execution: Execution): void;
	/** Activates a trigger; all that are active share one copy of the static data. */
	activate(trigger: NodeSettings): Activation;
}

export interface Activation {
	readonly isOver: boolean;
	/**
	 * Polls as n8n does: what is emitted is saved first; gives what would start an execution. If the workflow was
	 * published again meanwhile, the result is discarded ("in-flight" in poll-trigger-executor.js).
	 */
	poll(): Promise<IDataObject[] | null>;
	/** Another trigger of the workflow emits: n8n saves all of the static data as this copy has it. */
	emit(): void;
	deactivate(): void;
}

export interface Execution {
	readonly id: string;
	readonly mode: Mode;
	/** Where it runs, or ran last. */
	readonly process: Process;
	status: Status;
	error?: Error;
	/** Resolves when it has ended or waits. */
	paused: Promise<void>;
	readonly hints: string[];
	/** Runs one of our nodes. */
	run(node: NodeSettings, items: IDataObject[]): Promise<IDataObject[]>;
	/** Another node sets static data. */
	setForeign(value: unknown): void;
	stop(): void;
}

interface Data {
	json: IDataObject[];
	contexts: Record<string, IDataObject>;
	at: number;
}

/** @param random Decides the order of events; left out, each thing is done as soon as it is asked for */
export function simulate(random?: Random): Simulation {
	const service = newService();
	const turns = newTurns(random);
	const said: string[] = [];
	let workflowId = `simulated-${workflows++}`;
	const databases = new Map<string, Stored>();
	const database = (id = workflowId): Stored => {
		const found = databases.get(id) ?? { staticData: '{}', processed: new Map() };
		databases.set(id, found);
		return found;
	};
	let executions = 0;
	let clock = 1.7e12;
	world.now = () => clock++;
	world.random = () => random?.next() ?? 0.5;
	/** What is on its way arrives, though the process that sent it is killed; its answer does not. */
	const arrived = async <T,>(process: Process, act: () => T): Promise<T> => {
		if (process.isOver) await new Promise(() => undefined);
		await turns.take({ isOver: false });
		const result = act();
		if (process.isOver) await new Promise(() => undefined);
		return result;
	};
	let processes = 0;

	/** The static data of a workflow in memory, as n8n observes it. */
	const loaded = (text: string) =>
		ObservableObject.create(JSON.parse(text) as never, undefined, {
			ignoreEmptyOnFirstChild: true,
		}) as IDataObject;

	const staticPart = (all: IDataObject, type: string, node: INode): IDataObject => {
		const key = type === 'global' ? 'global' : `node:${node.name}`;
		all[key] ??= ObservableObject.create({} as never, all as never) as IDataObject;
		return all[key] as IDataObject;
	};

	const save = (id: string, all: IDataObject) => {
		if (all.__dataChanged !== true) return;
		database(id).staticData = JSON.stringify(all);
		all.__dataChanged = false;
	};

	const nodeOf = ({ id, name = id, parameters }: NodeSettings): INode => ({
		...{ id, name, parameters, typeVersion: 1, position: [0, 0] },
		type: 'n8n-nodes-project-services.projectServices',
		credentials: { projectServicesApi: { id: '1', name: 'Simulated' } },
	});

	/** What execute and poll contexts have in common. */
	const shared = (process: Process, node: INode, id: string, all: IDataObject) => {
		const log = (text: string) => void said.push(text);
		return {
			getNode: () => node,
			getWorkflow: () => ({ id, name: 'simulated', active: true }),
			getTimezone: () => 'UTC',
			getCredentials: async () => ({
				...{ baseUrl: 'http://simulated', authentication: 'none', serviceSettings: true },
				...{ concurrency: 1, maxRetries: 0, firstPage: 1 },
			}),
			getWorkflowStaticData: (type: string) => staticPart(all, type, node),
			logger: { debug: () => undefined, info: log, warn: log, error: log },
			helpers: {
				httpRequestWithAuthentication: async (_type: string, request: { url: string }) => {
					const { statusCode, body } = await arrived(process, () => service.handle(request));
					await turns.take(process);
					const headers = { 'content-type': 'application/json' };
					return { statusCode, headers, body: Readable.from([Buffer.from(body)]) };
				},
				// deduplication-helper.js, handleLatestModes: it finds the row, compares, and then inserts or updates without
				// a condition, also where nothing is larger. A second insert violates the primary key.
				checkProcessedAndRecord: async (items: number[]) => {
					const { processed } = database(id);
					const newest = await arrived(process, () => processed.get(node.id));
					const largest = Math.max(newest ?? -Infinity, ...items);
					await arrived(process, () => {
						if (newest === undefined && processed.has(node.id))
							throw new Error('UNIQUE constraint failed: processed_data.workflowId, context');
						processed.set(node.id, largest);
					});
					const isNew = (item: number) => newest === undefined || item > newest;
					return { new: items.filter(isNew), processed: items.filter((item) => !isNew(item)) };
				},
				clearAllProcessedItems: async () =>
					await arrived(process, () => void database(id).processed.delete(node.id)),
			},
		};
	};

	function newProcess(kind: 'main' | 'worker' = 'main'): Process {
		const { action, trigger } = (builds[processes++] ??= loadBuild());

		function start(steps: readonly Step[], data: Data, copy: string, mode: Mode) {
			const id = String(++executions);
			const startCopy = copy;
			let all = loaded(copy);
			let runsIn = process;
			const stopping = new AbortController();
			const workflow = workflowId;
			const hints: string[] = [];
			let resume: (() => void) | undefined;
			let pause: () => void = () => undefined;
			const execution: Execution & { data: Data; steps: readonly Step[]; copy: string } & {
				resumeIn(next: Process): void;
			} = {
				id,
				mode,
				get process() {
					return runsIn;
				},
				steps,
				data,
				copy,
				status: 'running',
				paused: Promise.resolve(),
				hints,
				run: async (settings, items) => {
					const node = nodeOf(settings);
					const input: INodeExecutionData[] = items.map((json) => ({ json }));
					const context = {
						...shared(runsIn, node, workflow, all),
						getInputData: () => input,
						getNodeParameter: (name: string, _item: number, fallback: unknown) =>
							name
								.split('.')
								.reduce<unknown>((value, key) => Object(value)[key], node.parameters) ?? fallback,
						getContext: (type: string) =>
							(data.contexts[type === 'flow' ? 'flow' : `node:${node.name}`] ??= {}),
						getExecutionId: () => id,
						getMode: () => mode,
						getExecutionCancelSignal: () => stopping.signal,
						addExecutionHints: ({ message }: { message: string }) => void hints.push(message),
						sendMessageToUI: () => undefined,
						getWorkflowDataProxy: () => ({ $runIndex: 0 }),
						continueOnFail: () => false,
					};
					const outputs = await runsIn.action.execute
						?.call(context as unknown as IExecuteFunctions)
						.catch((error: Error) => error);
					if (runsIn.isOver || stopping.signal.aborted) await new Promise(() => undefined);
					if (outputs instanceof Error) throw outputs;
					said.push(...hints);
					return ((outputs as INodeExecutionData[][])[0] ?? []).map(({ json }) => json);
				},
				setForeign: (value) => {
					staticPart(all, 'global', nodeOf({ id: 'code', parameters: {} })).foreign =
						value as IDataObject;
				},
				stop: () => {
					execution.status = 'stopped';
					stopping.abort();
				},
				resumeIn: (next) => {
					runsIn = next;
					execution.status = 'running';
					// n8n goes on with what it saved of the execution; static data is not loaded again (wait-tracker.js).
					Object.assign(data, JSON.parse(JSON.stringify(data)));
					all = loaded(simulation.afterWait === 'nothing' ? '{}' : startCopy);
					execution.paused = new Promise<void>((go) => (pause = go));
					resume?.();
				},
			};
			const end = (status: Status) => {
				if (execution.status === 'stopped' || runsIn.isOver) return;
				execution.status = status;
				if (mode === 'trigger') save(workflow, all);
			};
			const carryOut = async () => {
				for (; data.at < steps.length; data.at++) {
					const step = steps[data.at] as Step;
					await turns.take(runsIn);
					if (step.isWait) {
						const resumed = new Promise<void>((go) => (resume = go));
						end('waiting');
						pause();
						await resumed;
					}
					try {
						data.json = await step(execution, data.json);
					} catch (error) {
						execution.error = error as Error;
						end('error');
						return;
					}
				}
				end('success');
			};
			execution.paused = new Promise<void>((go) => (pause = go));
			void carryOut().then(() => pause());
			return execution;
		}

		let activeData: IDataObject | undefined;
		let activeCount = 0;

		const process: Process = {
			isOver: false,
			action,
			begin: (steps, json = [{}]) =>
				start(
					steps,
					{ json, contexts: {}, at: 0 },
					kind === 'worker' ? '{}' : database().staticData,
					'trigger',
				),
			retry: (failed) => {
				const { copy, data, steps } = failed as ReturnType<typeof start>;
				const kept = JSON.parse(JSON.stringify(data)) as Data;
				return start(steps, kept, copy, 'retry');
			},
			resume: (waiting) => (waiting as ReturnType<typeof start>).resumeIn(process),
			activate: (settings) => {
				if (activeCount === 0) activeData = loaded(database().staticData);
				const all = activeData as IDataObject;
				activeCount++;
				const id = workflowId;
				const node = nodeOf(settings);
				node.type = 'n8n-nodes-project-services.projectServicesTrigger';
				let isActive = true;
				let isFirst = true;
				return {
					get isOver() {
						return process.isOver || !isActive;
					},
					poll: async () => {
						const context = {
							...shared(process, node, id, all),
							getMode: () => 'trigger',
							getNodeParameter: (name: string, fallback: unknown) =>
								node.parameters[name] ?? fallback,
						};
						const { checkProcessedAndRecord, ...helpers } = context.helpers;
						Object.assign(context, { helpers });
						const items = await trigger.poll?.call(context as unknown as IPollFunctions);
						if (process.isOver || !isActive) return null;
						// n8n saves at each emission, and once when the workflow was activated.
						if (items || isFirst) save(id, all);
						isFirst = false;
						return items?.[0]?.map(({ json }) => json) ?? null;
					},
					emit: () => {
						staticPart(all, 'node', nodeOf({ id: 'feed reader', parameters: {} })).last =
							Math.random();
						save(id, all);
					},
					deactivate: () => {
						if (isActive) activeCount--;
						isActive = false;
					},
				};
			},
		};
		return process;
	}

	const simulation: Simulation = {
		service,
		turns,
		said,
		process: newProcess(),
		restart: () => {
			simulation.process.isOver = true;
			return (simulation.process = newProcess());
		},
		anotherProcess: (kind) => newProcess(kind),
		afterWait: 'nothing',
		copyWorkflow: () => {
			const { staticData } = database();
			workflowId = `simulated-${workflows++}`;
			databases.set(workflowId, { staticData, processed: new Map() });
		},
		stored: () => database(),
	};
	return simulation;
}
