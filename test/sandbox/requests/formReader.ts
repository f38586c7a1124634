// Reads a form-encoded body: `Name=x`, `[0]=a&[1]=b`, `Products[0].Id=1`.
import { UnreadableBody, type Tree } from './tree';

interface Branch {
	text?: string;
	readonly parts: Map<string, Branch>;
}

const STEP = /\[(\d+)\]|(?:^|\.)([^.[\]]+)/y;

function stepsOf(name: string): string[] {
	const steps: string[] = [];
	let at = 0;
	while (at < name.length) {
		STEP.lastIndex = at;
		const found = STEP.exec(name);
		if (!found) throw new UnreadableBody(`Form: the name '${name}' cannot be read.`);
		steps.push(found[1] === undefined ? (found[2] ?? '') : `[${found[1]}]`);
		at += found[0].length;
	}
	return steps;
}

function branchAt(root: Branch, steps: readonly string[]): Branch {
	let branch = root;
	for (const step of steps) {
		const next: Branch = branch.parts.get(step) ?? { parts: new Map() };
		branch.parts.set(step, next);
		branch = next;
	}
	return branch;
}

function treeOf(branch: Branch, path: string): Tree {
	if (branch.parts.size === 0) return { kind: 'loose', text: branch.text ?? '' };
	if (branch.text !== undefined) {
		throw new UnreadableBody(`Form: '${path}' is given both a value and parts.`);
	}
	const entries = [...branch.parts];
	if (!entries.some(([step]) => step.startsWith('['))) {
		const members = new Map(
			entries.map(([step, part]) => [step, treeOf(part, `${path}.${step}`)] as const),
		);
		return { kind: 'record', members };
	}
	// .NET stops reading at the first missing number, so a gap would silently lose what follows.
	const items = entries.map((_, index) => {
		const part = branch.parts.get(`[${index}]`);
		if (!part) throw new UnreadableBody(`Form: '${path}[${index}]' is missing.`);
		return treeOf(part, `${path}[${index}]`);
	});
	return { kind: 'list', items };
}

/** @throws UnreadableBody for names that are no paths, given twice, or leave a gap in a list. */
export function readForm(text: string): Tree {
	const root: Branch = { parts: new Map() };
	for (const pair of text === '' ? [] : text.split('&')) {
		const [name, value] = [...new URLSearchParams(pair)][0] ?? ['', ''];
		const branch = branchAt(root, stepsOf(name));
		if (name === '' || branch.text !== undefined) {
			throw new UnreadableBody(`Form: the name '${name}' is empty or given twice.`);
		}
		branch.text = value;
	}
	return root.parts.size === 0 ? { kind: 'record', members: new Map() } : treeOf(root, '');
}
