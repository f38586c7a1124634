// n8n's editor in a real, headless Chromium, for tests that look at what a person sees.
import { existsSync } from 'node:fs';
import path from 'node:path';

import { chromium, selectors, type Page } from 'playwright-core';

import type { RunningN8n } from './n8n.mjs';
import { temporaryFolder } from './temporary.mjs';

export interface Editor {
	page: Page;
	/** The errors that the browser's console showed since the last call. */
	takeConsoleErrors(): string[];
	openWorkflow(id: string): Promise<void>;
	/** Opens a node's panel by the node's name on the canvas. */
	openNode(name: string): Promise<void>;
	closeNode(): Promise<void>;
	close(): Promise<void>;
}

const actionSeconds = 30;
const browserFlags = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

// Errors that n8n makes by itself: without a licence, with a workflow that never ran, and for its own
// nodes without an output schema.
const errorsOfN8nItself = [
	/\/rest\/ai\/sessions\/metadata/,
	/fetch sessions metadata/,
	/\/executions\/last-successful/,
	/\/schemas\/n8n-nodes-base\./,
];

function chromiumPath(): string {
	const candidates = [
		process.env.CHROMIUM_PATH,
		'/usr/bin/chromium',
		'/usr/bin/chromium-browser',
		'/usr/bin/google-chrome',
	];
	const found = candidates.find((candidate) => candidate !== undefined && existsSync(candidate));
	if (found === undefined) {
		throw new Error('Chromium is missing. Run: node test/host/setup.mjs --browser');
	}
	return found;
}

// n8n names the parts of its editor with this attribute.
selectors.setTestIdAttribute('data-test-id');

async function logIn(page: Page, { url, login }: Pick<RunningN8n, 'url' | 'login'>): Promise<void> {
	await page.goto(`${url}/signin`);
	await page.locator('input').first().fill(login.email);
	await page.locator('input[type="password"]').fill(login.password);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
}

function collectErrors(page: Page): string[] {
	const errors: string[] = [];
	page.on('console', (message) => {
		const text = `${message.text()} (${message.location().url})`;
		if (message.type() !== 'error' || errorsOfN8nItself.some((own) => own.test(text))) return;
		errors.push(text);
	});
	page.on('pageerror', (error) => errors.push(String(error)));
	return errors;
}

/** Opens a browser that is logged in to the running n8n; a picture of a login that fails goes to a folder. */
export async function openEditor(
	n8n: Pick<RunningN8n, 'url' | 'login'>,
	outputFolder: string,
): Promise<Editor> {
	const profile = temporaryFolder('browser');
	const context = await chromium.launchPersistentContext(profile.path, {
		executablePath: chromiumPath(),
		headless: true,
		args: browserFlags,
		colorScheme: 'light',
	});
	const close = async () => {
		await context.close();
		profile.remove();
	};
	const page = context.pages()[0] ?? (await context.newPage());
	page.setDefaultTimeout(actionSeconds * 1000);
	const errors = collectErrors(page);
	try {
		await logIn(page, n8n);
		// Before the login n8n responds with 401 to the request for the current user; the browser logs an error.
		errors.length = 0;
	} catch (error) {
		await page.screenshot({ path: path.join(outputFolder, 'login-failed.png') });
		await close();
		throw error;
	}
	return {
		page,
		close,
		takeConsoleErrors: () => errors.splice(0),
		async openWorkflow(id) {
			await page.goto(`${n8n.url}/workflow/${id}`);
			await page.getByTestId('canvas-node').first().waitFor();
		},
		async openNode(name) {
			await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
			await page.getByTestId('ndv').waitFor();
		},
		async closeNode() {
			await page.keyboard.press('Escape');
			await page.getByTestId('ndv').waitFor({ state: 'hidden' });
		},
	};
}
