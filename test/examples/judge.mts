// Runs an example as a person does, and judges it by what it did: with its sample data, filled in, and a second time.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Execution, Json, Workflow, WorkflowNode } from '../host/rest/apiTypes.mjs';
import { projectFolder } from '../host/location.cjs';
import type { Example, ExampleHost, Outcome, Start, Tables } from './example.mjs';
import type { World } from './world.mjs';

const folder = path.join(projectFolder, 'examples');
const defaultStart: Start = { trigger: 'Start' };

interface Assignment {
	readonly name: string;
	value: unknown;
}

export function exampleFiles(): string[] {
	return readdirSync(folder).filter((name) => name.endsWith('.json'));
}

/** The workflow in a file of examples/. */
export function read(file: string): Workflow {
	return JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Workflow;
}

function enterSettings(node: WorkflowNode, values: Json): void {
	const { assignments } = (node.parameters as { assignments: { assignments: Assignment[] } })
		.assignments;
	for (const [name, value] of Object.entries(values)) {
		const assignment = assignments.find((each) => each.name === name);
		assert.ok(assignment, `"Settings" has no "${name}".`);
		assignment.value = value;
	}
}

/** The workflow as it is after a person followed its note. */
export function filledIn(
	workflow: Workflow,
	{ settings, changes }: Example,
	world: World,
): Workflow {
	const nodes = structuredClone(workflow.nodes);
	const find = (name: string) => {
		const node = nodes.find((each) => each.name === name);
		assert.ok(node, `The workflow has no node "${name}".`);
		return node;
	};
	if (settings) enterSettings(find('Settings'), settings(world));
	for (const [name, change] of Object.entries(changes ?? {})) change(find(name));
	return { ...workflow, nodes };
}

export function withoutPins({ pinData: _pins, ...workflow }: Workflow): Workflow {
	return workflow;
}

function mustSucceed({ status, error }: Execution, what: string): void {
	if (status === 'success') return;
	const { message = 'no error was recorded', description = '' } = error ?? {};
	assert.fail(`${what} ended with ${status}: ${message} ${description ?? ''}`);
}

function rowsIn(tables: Tables): Tables {
	return Object.fromEntries(Object.entries(tables).filter(([, rows]) => rows.length > 0));
}

/** As a person tries it: by hand. */
function byHand({ nodes }: Workflow, { start }: Example): Start {
	const manual = nodes.find(({ type }) => type === 'n8n-nodes-base.manualTrigger');
	return { trigger: manual?.name ?? (start ?? defaultStart).trigger };
}

/** With the sample data of the file nothing is asked of a partner, so no partner has to be connected. */
async function trial(
	workflow: Workflow,
	example: Example,
	host: ExampleHost,
	world: World,
): Promise<void> {
	const before = rowsIn(await host.tables());
	const start = byHand(workflow, example);
	mustSucceed(await host.run(await host.loadForTrial(workflow), start), 'The run with sample data');
	assert.deepEqual([...world.network.requests, ...world.mail.mails], []);
	if (!example.savesSamples) assert.deepEqual(rowsIn(await host.tables()), before);
}

async function unfilled(
	workflow: Workflow,
	stop: RegExp,
	start: Start,
	host: ExampleHost,
	world: World,
) {
	const before = await world.snapshot(await host.tables());
	const { error } = await host.run(await host.loadForTrial(withoutPins(workflow)), start);
	assert.match(error?.message ?? 'The workflow did not stop.', stop);
	assert.deepEqual(await world.snapshot(await host.tables()), before);
}

function withoutStamps(snapshot: unknown): unknown {
	return JSON.parse(
		JSON.stringify(snapshot, (name, value: unknown) => (name === 'UpdatedOn' ? '' : value)),
	);
}

async function reset({ setup }: Example, host: ExampleHost, world: World): Promise<void> {
	await host.reset();
	await world.reset();
	await setup?.(world, host);
}

/** Fails where the example does not do what it says, or does something when it runs a second time. */
export async function judge(
	file: string,
	example: Example,
	host: ExampleHost,
	world: World,
	workflow = read(file),
): Promise<void> {
	await reset(example, host, world);
	if (example.stopsUnfilled)
		await unfilled(workflow, example.stopsUnfilled, byHand(workflow, example), host, world);
	if (Object.keys(workflow.pinData ?? {}).length > 0)
		await trial(filledIn(workflow, example, world), example, host, world);
	await judgeRuns(example, host, world, workflow);
}

/** As `judge`, of an example whose sample data and settings were looked at. */
export async function judgeRuns(
	example: Example,
	host: ExampleHost,
	world: World,
	workflow: Workflow,
): Promise<void> {
	const start = example.start ?? defaultStart;
	await reset(example, host, world);
	const id = await host.load(withoutPins(filledIn(workflow, example, world)));
	const run = async (change: Partial<Start> = {}): Promise<Outcome> => {
		const execution = await host.run(id, { ...start, ...change });
		mustSucceed(execution, 'A run');
		return { world, execution, tables: await host.tables() };
	};
	await example.beforeFirstRun?.(id, host);
	const first = await run();
	await example.effect(first);
	const snapshot = async () => {
		const taken = await world.snapshot(await host.tables());
		return example.sendsAgain ? withoutStamps(taken) : taken;
	};
	const before = await snapshot();
	const second = await run();
	assert.deepEqual(await snapshot(), before, 'The second run changed something.');
	await example.later?.({ ...second, host, id, runAgain: run });
}
