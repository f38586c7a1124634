// The chart of the measurements.
import { type CaseResult, duration, type Results, type WayResult } from '../test/bench/results.mjs';
import { isGrown, megabytes } from './benchTables';

const WIDTH = 900;
const LEFT = 20;
const LABEL_WIDTH = 400;
const BAR_WIDTH = 130;
const COLUMN = 230;
const ROW = 24;
/** A few megabytes more or less are chance. */
const LEAST_MEGABYTES = 5;

function isOurs({ title }: WayResult): boolean {
	return title.includes('this package');
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** The cases that compare this package with n8n's own nodes or with a script. */
function compared({ cases }: Results): CaseResult[] {
	return cases.filter(
		(result) => !isGrown(result) && result.ways.some(isOurs) && !result.ways.every(isOurs),
	);
}

function bar(
	x: number,
	y: number,
	value: number,
	most: number,
	text: string,
	ours: boolean,
): string {
	const width = Math.max(2, Math.round((value / most) * BAR_WIDTH));
	return [
		`<rect class="${ours ? 'ours' : 'other'}" x="${x}" y="${y + 4}" width="${width}" height="${ROW - 9}" rx="2"/>`,
		`<text x="${x + width + 6}" y="${y + 15}">${text}</text>`,
	].join('\n');
}

function group(result: CaseResult, top: number): string {
	const { title, ways } = result;
	const mostTime = Math.max(...ways.map((way) => way.milliseconds));
	const mostMemory = Math.max(...ways.map((way) => way.megabytes ?? 0));
	const rows = ways.map((way, index) => {
		const y = top + ROW * (index + 1);
		const ours = isOurs(way);
		const time = bar(
			LEFT + LABEL_WIDTH,
			y,
			way.milliseconds,
			mostTime,
			duration(way.milliseconds),
			ours,
		);
		const memory =
			way.megabytes === null || mostMemory < LEAST_MEGABYTES
				? ''
				: bar(
						LEFT + LABEL_WIDTH + COLUMN,
						y,
						way.megabytes,
						mostMemory,
						megabytes(way.megabytes),
						ours,
					);
		return `<text x="${LEFT}" y="${y + 15}">${escaped(way.title)}</text>\n${time}\n${memory}`;
	});
	return `<text class="title" x="${LEFT}" y="${top + 15}">${escaped(title)}</text>\n${rows.join('\n')}`;
}

/** How and when it was measured. */
export function conditions(results: Results): string {
	const { date, n8n, node, package: version, cpus, runs } = results;
	return `${date}, n8n ${n8n}, package ${version}, Node ${node.replace('v', '')}, ${cpus} CPUs, medians of at least ${runs} alternating runs`;
}

/** The measurements as bars. */
export function chart(results: Results): string {
	let top = 34;
	const groups = compared(results).map((result) => {
		const drawn = group(result, top);
		top += ROW * (result.ways.length + 1) + 14;
		return drawn;
	});
	const height = top + 20;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Time and memory beside n8n’s own nodes and plain scripts">
<style>
text { font: 12px system-ui, sans-serif; fill: #333; }
.title { font-weight: 600; font-size: 13px; }
.head, .foot { fill: #666; }
.ours { fill: #1f7a5c; }
.other { fill: #b5bac1; }
@media (prefers-color-scheme: dark) {
text { fill: #ddd; }
.head, .foot { fill: #aaa; }
.ours { fill: #4cc29a; }
.other { fill: #5d636b; }
}
</style>
<text class="head" x="${LEFT + LABEL_WIDTH}" y="20">Time</text>
<text class="head" x="${LEFT + LABEL_WIDTH + COLUMN}" y="20">Memory at the peak</text>
${groups.join('\n')}
<text class="foot" x="${LEFT}" y="${height - 14}">${escaped(conditions(results))}</text>
</svg>
`.replace(/\n{2,}/g, '\n');
}
