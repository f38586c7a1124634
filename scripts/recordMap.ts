// The map of the records: which field of one holds the ID of another, and which operations read or write them.
import { endpoints } from '../api/index';
import { PARTS, REFERENCES } from '../api/references';
import { recordFields, recordsWithin, type Schema, typeName } from '../api/schema/types';

interface Reference {
	readonly field: string;
	readonly to: string;
}

interface Box {
	readonly id: string;
	readonly title: string;
	/** The resource of a part. */
	readonly within: string;
	readonly reads: Set<string>;
	readonly writes: Set<string>;
	readonly references: Map<string, Reference>;
}

/** The boxes on the left lead to those on the right; whatever is not named here stands on the left as well. */
const RIGHT = ['client', 'project', 'ProjectItem', 'productCatalog', 'Product', 'vendor'];
const LEFT = ['changeOrderProject', 'task', 'timeSheet', 'serviceOrder', 'servicePlan'];

/** A list leads to the parts that it holds; what else within their resource has their ID is not theirs. */
function referencesIn(record: Schema, box: string, parts: readonly string[]): Reference[] {
	return recordFields(record).flatMap(({ name, schema }): Reference[] => {
		const targets = Object.entries(REFERENCES).filter(([, fields]) => fields.includes(name));
		const leads = targets
			.filter(([to]) => !parts.includes(to))
			.map(([to]) => ({ field: name, to }));
		const part = schema.kind === 'list' ? typeName(schema.item) : '';
		const holds = Object.hasOwn(PARTS, part) ? [{ field: name, to: part }] : [];
		return [...leads, ...holds].filter(({ to }) => to !== box);
	});
}

/** The records that have to do with another one. */
export function recordBoxes(): Box[] {
	const boxes = new Map<string, Box>();
	for (const { endpoint, resource } of endpoints) {
		const schema = endpoint.kind === 'read' ? endpoint.response : endpoint.body;
		const records = recordsWithin(schema);
		const parts = records.map(typeName).filter((name) => Object.hasOwn(PARTS, name));
		for (const record of records) {
			const part = PARTS[typeName(record)];
			const id = part === undefined ? resource.resource : typeName(record);
			const title = part ?? resource.name;
			const within = part === undefined ? '' : ` (${resource.name})`;
			const empty = { reads: new Set<string>(), writes: new Set<string>(), references: new Map() };
			const box: Box = boxes.get(id) ?? { id, title, within, ...empty };
			boxes.set(id, box);
			(endpoint.kind === 'read' ? box.reads : box.writes).add(endpoint.name);
			for (const reference of referencesIn(record, id, parts))
				box.references.set(`${reference.field} ${reference.to}`, reference);
		}
	}
	const all = [...boxes.values()];
	const isTarget = (id: string) =>
		all.some(({ references }) => [...references.values()].some(({ to }) => to === id));
	return all.filter(({ id, references }) => references.size > 0 || isTarget(id));
}

const WIDTH = 1000;
const BOX_WIDTH = 310;
const MARGIN = 80;
const ROW = 18;
const GAP = 18;
const TOP = 16;
/** One for each box that something leads to. */
const COLORS = [
	'#0b6bcb',
	'#1a7f37',
	'#b35900',
	'#8250df',
	'#0a7d7d',
	'#bf3989',
	'#cf222e',
	'#7d6608',
	'#57606a',
	'#953800',
];

interface Placed extends Box {
	readonly isRight: boolean;
	readonly x: number;
	readonly y: number;
	readonly height: number;
	readonly lines: readonly string[];
	/** Its references, each with its row. */
	readonly rows: ReadonlyMap<string, number>;
}

function place(boxes: readonly Box[], isRight: boolean): Placed[] {
	let y = TOP;
	return boxes.map((box): Placed => {
		const { reads, references, within, writes } = box;
		const lines = [
			...(reads.size > 0 ? [`read by ${[...reads].join(', ')}${within}`] : []),
			...(writes.size > 0 ? [`written by ${[...writes].join(', ')}${within}`] : []),
		];
		const fields = [...new Set([...references.values()].map(({ field }) => field))];
		const firstRow = y + 26 + lines.length * ROW;
		const rows = new Map(fields.map((field, index) => [field, firstRow + index * ROW]));
		const height = 34 + (lines.length + fields.length) * ROW;
		const x = isRight ? WIDTH - MARGIN - BOX_WIDTH : MARGIN;
		const placed = { ...box, isRight, x, y, height, lines, rows };
		y += height + GAP;
		return placed;
	});
}

function bottomOf(column: readonly Placed[]): number {
	return Math.max(...column.map(({ y, height }) => y + height));
}

/** Moves the boxes of a column apart, down to a height. */
function spread(column: readonly Placed[], bottom: number): Placed[] {
	const gap = Math.max(0, bottom - bottomOf(column)) / Math.max(1, column.length - 1);
	return column.map((box, index) => {
		const down = Math.round(gap * index);
		const rows = new Map([...box.rows].map(([field, row]) => [field, row + down]));
		return { ...box, y: box.y + down, rows };
	});
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function boxOf({ title, x, y, height, lines }: Placed): string {
	const text = (row: number, kind: string, words: string) =>
		`<text class="${kind}" x="${x + 12}" y="${row}">${escaped(words)}</text>`;
	return [
		`<rect class="box" x="${x}" y="${y}" width="${BOX_WIDTH}" height="${height}" rx="6"/>`,
		text(y + 22, 'title', title),
		...lines.map((line, index) => text(y + 40 + index * ROW, 'operations', line)),
	].join('\n');
}

interface Arrow {
	readonly from: Placed;
	readonly to: Placed;
	readonly field: string;
}

/** The name of the field, inside of its box, where the arrow begins. */
function fieldLabel({ from, to, field }: Arrow): string {
	const { isRight, rows, x } = from;
	const isAtLeft = isRight !== (isRight === to.isRight);
	const place = isAtLeft ? `x="${x + 12}"` : `x="${x + BOX_WIDTH - 12}" text-anchor="end"`;
	return `<text class="field" ${place} y="${(rows.get(field) ?? 0) + 14}">${escaped(field)}</text>`;
}

/** Each arrow with the height at which it ends: those to one side of a box share it, in the order of their beginnings. */
function withEnds(arrows: readonly Arrow[]): ReadonlyArray<Arrow & { readonly end: number }> {
	return arrows.map((arrow) => {
		const isSameSide = ({ from, to }: Arrow) =>
			to === arrow.to && from.isRight === arrow.from.isRight;
		const beside = arrows.filter(isSameSide);
		const share = arrow.to.height / (beside.length + 1);
		return { ...arrow, end: Math.round(arrow.to.y + share * (beside.indexOf(arrow) + 1)) };
	});
}

function pathOf({ from, to, field, end }: Arrow & { readonly end: number }, color: number): string {
	const start = (from.rows.get(field) ?? from.y) + 10;
	const edge = ({ x }: Placed, isRightEdge: boolean) => x + (isRightEdge ? BOX_WIDTH : 0);
	let curve: string;
	if (from.isRight === to.isRight) {
		// Around the outside of the column.
		const x = edge(from, from.isRight);
		const bend = x + (from.isRight ? 1 : -1) * Math.min(70, 30 + Math.abs(end - start) / 8);
		curve = `M${x} ${start} C${bend} ${start} ${bend} ${end} ${x + (from.isRight ? 7 : -7)} ${end}`;
	} else {
		const [x1, x2] = [edge(from, !from.isRight), edge(to, !to.isRight)];
		const middle = (x1 + x2) / 2;
		curve = `M${x1} ${start} C${middle} ${start} ${middle} ${end} ${x2 + (to.isRight ? -7 : 7)} ${end}`;
	}
	return `<path class="c${color}" d="${curve}" marker-end="url(#a${color})"><title>${from.title}.${field} leads to ${to.title}</title></path>`;
}

const STYLE = [
	'text{font:12px system-ui,sans-serif;fill:#1f2328}',
	'.title{font-weight:600;font-size:15px}',
	'.operations{fill:#59636e}',
	'.field{font-family:ui-monospace,monospace}',
	'.box{fill:#f6f8fa;stroke:#d1d9e0}',
	'path{fill:none;stroke-width:1.6}',
	...COLORS.map(
		(color, index) => `.c${index}{stroke:${color}}.f${index}{fill:${color};stroke:none}`,
	),
	'@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.operations{fill:#9198a1}.box{fill:#151b23;stroke:#3d444d}}',
].join('');

/** The picture. */
export function recordMap(): string {
	const boxes = recordBoxes();
	const pick = (ids: readonly string[]) =>
		ids.flatMap((id) => boxes.filter((box) => box.id === id));
	const others = boxes.filter(({ id }) => ![...LEFT, ...RIGHT].includes(id));
	const left = place([...pick(LEFT), ...others], false);
	const placed = [...left, ...spread(place(pick(RIGHT), true), bottomOf(left))];
	const arrows = withEnds(
		placed.flatMap((from) =>
			[...from.references.values()].flatMap(({ field, to }) =>
				placed.filter(({ id }) => id === to).map((target) => ({ from, to: target, field })),
			),
		),
	);
	const targets = [...new Set(arrows.map(({ to }) => to.id))];
	const colorOf = ({ id }: Placed) => targets.indexOf(id) % COLORS.length;
	const heads = COLORS.map(
		(_, index) =>
			`<marker id="a${index}" viewBox="0 0 8 8" refX="1" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path class="f${index}" d="M0 0L8 4L0 8z"/></marker>`,
	);
	const height = bottomOf(placed) + TOP;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="The records and their IDs">`,
		`<style>${STYLE}</style>`,
		`<defs>${heads.join('')}</defs>`,
		...placed.map(boxOf),
		...new Set(arrows.map(fieldLabel)),
		...arrows.map((arrow) => pathOf(arrow, colorOf(arrow.to))),
		'</svg>',
		'',
	].join('\n');
}
