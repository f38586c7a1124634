// The workflows of examples/, and as they are after a person did what their notes say.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Workflow } from '../host/rest/apiTypes.mjs';
import { projectFolder } from '../host/location.cjs';
import type { Example, Place } from './table.mjs';

const folder = path.join(projectFolder, 'examples');

export function exampleFiles(): string[] {
	return readdirSync(folder).filter((name) => name.endsWith('.json'));
}

/** The workflow in a file of examples/. */
export function read(file: string): Workflow {
	return JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Workflow;
}

interface Assignment {
	readonly name: string;
	value: unknown;
}

export function filledIn(
	file: string,
	{ settings, changes = {} }: Example,
	place: Place,
): Workflow {
	const workflow = read(file);
	const find = (name: string) => {
		const node = workflow.nodes.find((each) => each.name === name);
		assert.ok(node, `The workflow has no node "${name}".`);
		return node;
	};
	for (const [name, value] of Object.entries(settings?.(place) ?? {})) {
		const { assignments } = find('Settings').parameters?.assignments as {
			assignments: Assignment[];
		};
		const assignment = assignments.find((each) => each.name === name);
		assert.ok(assignment, `"Settings" has no "${name}".`);
		assignment.value = value;
	}
	for (const [name, change] of Object.entries(changes)) change(find(name), place);
	return workflow;
}
