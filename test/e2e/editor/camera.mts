// Takes pictures of n8n's editor: of the parts of a page that a reader needs, without what n8n floats above them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import type { Locator, Page } from 'playwright-core';

import type { Editor } from '../../host/servers/browser.mjs';

// Below a node on the canvas stand its name and what it does, wider than the node.
const labelMargins = { side: 56, above: 20, below: 84 };
const noMargins = { side: 0, above: 0, below: 0 };
const hidden = [
	'canvas-background',
	'canvas-controls',
	'canvas-minimap',
	'node-creator-plus-button',
];
const withoutButtons = `
	${hidden.map((id) => `[data-test-id="${id}"]`).join(', ')},
	[data-test-id^="execute-workflow-button"],
	.action-dropdown-container { visibility: hidden !important; }`;

/** Messages in the corner come and go, and would hide a part of the picture. */
async function closeMessages(page: Page): Promise<void> {
	const close = page.locator('.el-notification__closeBtn');
	for (let round = 0; round < 20 && (await close.count()) > 0; round++) {
		// It may close by itself at the same moment.
		const clicked = close.first().dispatchEvent('click', {}, { timeout: 1000 });
		await clicked.catch(() => undefined);
		await page.waitForTimeout(300);
	}
	assert.equal(await close.count(), 0);
}

async function boxesOf(parts: readonly Locator[]) {
	const boxes = await Promise.all(parts.map(async (part) => await part.boundingBox()));
	return boxes.map((box) => {
		assert.ok(box, 'A part of the picture is not shown.');
		return box;
	});
}

/** A picture of the smallest rectangle that has all of these parts, inside of a frame. */
export async function takeParts(
	page: Page,
	parts: readonly Locator[],
	file: string,
	{ side, above, below } = noMargins,
	frame = page.locator('body'),
): Promise<void> {
	await closeMessages(page);
	const boxes = await boxesOf(parts);
	const [within] = await boxesOf([frame]);
	const left = Math.max(within.x, Math.min(...boxes.map((box) => box.x)) - side);
	const top = Math.max(within.y, Math.min(...boxes.map((box) => box.y)) - above);
	const right = Math.min(
		within.x + within.width,
		Math.max(...boxes.map((box) => box.x + box.width)) + side,
	);
	const bottom = Math.min(
		within.y + within.height,
		Math.max(...boxes.map((box) => box.y + box.height)) + below,
	);
	await page.screenshot({
		path: file,
		animations: 'disabled',
		style: withoutButtons,
		clip: { x: left, y: top, width: right - left, height: bottom - top },
	});
}

/** A picture of all nodes of the workflow that is open. */
export async function takeCanvas({ page }: Editor, file: string): Promise<void> {
	await page.getByTestId('zoom-to-fit').click();
	// n8n moves the canvas for a while.
	await page.waitForTimeout(1000);
	const nodes = await page.getByTestId('canvas-node').all();
	await takeParts(page, nodes, file, labelMargins, page.getByTestId('canvas'));
}

/** Runs the open node, and waits for its output. */
export async function runNode({ page }: Editor): Promise<void> {
	await page.getByTestId('node-execute-button').click();
	const output = page.getByTestId('output-panel');
	const texts = ['No output data returned', 'Success Branch ('].map((text) =>
		output.getByText(text),
	);
	const ends = texts.reduce((one, other) => one.or(other), output.getByTestId('ndv-items-count'));
	await ends.first().waitFor();
}

/** Opens the credential of a node, and waits until n8n has tested it. */
export async function openCredential({ page, openNode }: Editor, node: string): Promise<Locator> {
	await openNode(node);
	await page.getByTestId('credential-edit-button').click();
	const dialog = page.getByTestId('editCredential-modal');
	await dialog.getByText('Connection tested successfully').waitFor();
	// While n8n tests it once more, the button is empty.
	await dialog.getByRole('button', { name: 'Retry' }).click({ trial: true });
	return dialog;
}

/** What is used of an element; the project is compiled without the browser's types. */
interface Scrolled {
	scrollIntoView(): void;
}

export async function scrollTo(part: Locator): Promise<void> {
	await part.evaluate((element: Scrolled) => element.scrollIntoView());
}

const stripStyle = `
	body { display: flex; flex-wrap: wrap; gap: 10px; margin: 0; font: 15px sans-serif; }
	figure { flex-grow: 1; margin: 0; text-align: center; background: #f5f5f5; border: 1px solid #ccc; }
	figcaption { padding: 7px 12px; text-align: left; color: white; background: #1f4e8c; }`;

/** One picture of several, in rows; each has its number and says what it shows. */
export async function takeStrip(
	page: Page,
	parts: ReadonlyArray<{ caption: string; file: string }>,
	file: string,
): Promise<void> {
	const figures = parts.map(({ caption, file: part }, index) => {
		const address = `data:image/png;base64,${readFileSync(part, 'base64')}`;
		return `<figure><figcaption>${index + 1}. ${caption}</figcaption><img src="${address}"></figure>`;
	});
	await page.goto('about:blank');
	await page.setViewportSize({ width: 920, height: 400 });
	await page.setContent(`<style>${stripStyle}</style>${figures.join('')}`);
	await page.screenshot({ path: file, fullPage: true });
}
