// The nodes of the examples: n8n has them, nothing lies on anything else, and no setting contradicts another.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { INode, INodeProperties } from 'n8n-workflow';

import { hostRequire } from '../host/location.cjs';

interface NodeType {
	readonly name: string;
	readonly version: number | number[];
	readonly properties: readonly INodeProperties[];
}

interface Box {
	readonly name: string;
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

const folder = path.resolve(__dirname, '../../examples');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
const base = 'n8n-nodes-base.';
const types = hostRequire<NodeType[]>('n8n-nodes-base/dist/types/nodes.json');

function nodesOf(file: string): INode[] {
	return (JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as { nodes: INode[] }).nodes;
}

const isNote = ({ type }: INode) => type === `${base}stickyNote`;

// As n8n draws a node: a square, and below it a name of up to two lines and a subtitle, wider than the square.
const square = 96;
const labelHeight = 64;
const labelOverhang = 48;

function boxOf(node: INode): Box {
	const { name, position, parameters } = node;
	const [left, top] = position;
	if (isNote(node)) {
		const { width, height } = parameters as { width: number; height: number };
		return { name, left, top, right: left + width, bottom: top + height };
	}
	return {
		name,
		left: left - labelOverhang,
		top,
		right: left + square + labelOverhang,
		bottom: top + square + labelHeight,
	};
}

function overlaps(nodes: readonly INode[]): string[] {
	const boxes = nodes.map(boxOf);
	return boxes.flatMap((one, index) =>
		boxes
			.slice(index + 1)
			.filter(
				(other) =>
					one.left < other.right &&
					other.left < one.right &&
					one.top < other.bottom &&
					other.top < one.bottom,
			)
			.map((other) => `"${one.name}" and "${other.name}" overlap`),
	);
}

// Of n8n's font in a note, with some reserve.
const characterWidth = 7.2;
const lineHeight = 20;
const paragraphGap = 10;
const notePadding = 20;

/** Whether the text of a note is longer than the note. */
function noteProblems(node: INode): string[] {
	const { content, width, height } = node.parameters as {
		content: string;
		width: number;
		height: number;
	};
	const perLine = (width - 2 * notePadding) / characterWidth;
	const needed = content
		.split('\n')
		.map((line) => (line === '' ? paragraphGap : Math.ceil(line.length / perLine) * lineHeight))
		.reduce((sum, each) => sum + each, 2 * notePadding);
	return needed > height ? [`the note needs a height of ${needed}`] : [];
}

function typeProblems({ name, type, typeVersion, parameters }: INode): string[] {
	if (type === `${base}code`) return [`"${name}" is a Code node`];
	const versions = types.filter((each) => `${base}${each.name}` === type);
	const found = versions.find(({ version }) => [version].flat().includes(typeVersion));
	if (!found) return [`"${name}" has an unknown version ${typeVersion} of ${type}`];
	const known = found.properties.map((property) => property.name);
	return Object.keys(parameters)
		.filter((parameter) => !known.includes(parameter))
		.map((parameter) => `"${name}" has an unknown parameter ${parameter}`);
}

function settingProblems({ name, type, retryOnFail, onError, notes }: INode): string[] {
	const isOurs = !type.startsWith(base);
	return [
		...(/[a-z]\d$|^HTTP Request|^Edit Fields/.test(name)
			? [`"${name}" does not say what it is for`]
			: []),
		...(retryOnFail && onError !== undefined ? [`"${name}" retries and continues`] : []),
		...(retryOnFail && isOurs ? [`"${name}" retries by itself already`] : []),
		...(notes === undefined ? [] : [`"${name}" has a note of its own`]),
	];
}

function problemsOf(nodes: readonly INode[]): string[] {
	return [
		...overlaps(nodes),
		...nodes.filter(isNote).flatMap(noteProblems),
		...nodes.filter(({ type }) => type.startsWith(base)).flatMap(typeProblems),
		...nodes.flatMap(settingProblems),
	];
}

test.each(files)('%s can be read on the canvas and runs in the installed n8n', (file) => {
	expect(problemsOf(nodesOf(file))).toEqual([]);
});

test('examples with a data table, which n8n 1.123 cannot create, say that they need n8n 2', () => {
	const readme = readFileSync(path.join(folder, 'README.md'), 'utf8').split('\n');
	const needsNewer = files.filter((file) =>
		nodesOf(file).some(({ type }) => type === `${base}dataTable`),
	);
	const saying = files.filter((file) =>
		readme.some((line) => line.includes(`(${file})`) && line.includes('n8n 2')),
	);
	expect(needsNewer.length).toBeGreaterThan(3);
	expect(saying).toEqual(needsNewer);
});

describe('a wrong example is caught', () => {
	const [first, ...others] = nodesOf('demo.json') as [INode, ...INode[]];
	const changed = (change: Partial<INode>) => problemsOf([{ ...first, ...change }, ...others]);

	test.each<[string, Partial<INode>, string]>([
		['two nodes in one place', { position: [220, 250] }, '"Start" and "Change Orders" overlap'],
		['a node in front of the note', { position: [0, -100] }, '"Start" and "Note" overlap'],
		['a Code node', { type: `${base}code` }, '"Start" is a Code node'],
		['a version', { typeVersion: 7 }, `"Start" has an unknown version 7 of ${first.type}`],
		['a parameter', { parameters: { speed: 1 } }, '"Start" has an unknown parameter speed'],
		['a name', { name: 'HTTP Request' }, '"HTTP Request" does not say what it is for'],
		[
			'a retry that is no use',
			{ retryOnFail: true, onError: 'continueErrorOutput' },
			'"Start" retries and continues',
		],
	])('%s', (_, change, problem) => {
		expect(changed(change)).toContain(problem);
	});

	test('a note that is too small', () => {
		const nodes = others.map((node) =>
			isNote(node) ? { ...node, parameters: { ...node.parameters, height: 120 } } : node,
		);
		expect(problemsOf(nodes)).toEqual([expect.stringMatching(/^the note needs a height of \d+$/)]);
	});
});
