// What the demo and `npm run dev` print: steps with their time, the sandbox's IDs, the way into the editor.
import type { RunningN8n } from '../host/servers/n8n.mjs';
import { statusesText } from '../sandbox/credential.mjs';
import { sampleIds } from '../sandbox/server.mjs';
import { sampleClientIds } from '../sandbox/state';

export const openHours = 8;

export function say(text: string): void {
	process.stdout.write(`${text}\n`);
}

/** Prints what is being done, and how long it took. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
	const started = Date.now();
	say(`${title} ...`);
	const result = await work();
	say(`${title}: done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
	return result;
}

/** What one needs to try other operations by hand. */
export function describeSandbox(url: string): void {
	const [client, otherClient] = sampleClientIds(1, 2);
	const ids: Record<string, string> = {
		'purchase orders': 'PO-1001 to PO-1005',
		'product catalog': sampleIds.catalog,
		'service plan': sampleIds.servicePlan,
		'service order': sampleIds.serviceOrder,
		tasks: `T-1001 to T-1003, all of the project ${sampleIds.projectWithThreeTasks}`,
		'time sheet': sampleIds.timeSheet,
		vendor: `number ${sampleIds.vendorNumber}, integration ID ${sampleIds.vendorIntegrationId}`,
		clients: `${client}, ${otherClient}`,
		'status path': statusesText,
	};
	say(`\nThe simulated service is at ${url}, which is the base URL of the credential. It knows:`);
	for (const [title, known] of Object.entries(ids)) say(`  ${title.padEnd(15)}  ${known}`);
}

export function describeEditor({ url, login }: RunningN8n, workflowId: string): void {
	say('\nThe editor is open:');
	say(`  address   ${url}/workflow/${workflowId}`);
	say(`  email     ${login.email}`);
	say(`  password  ${login.password}`);
	say('What you build there is lost at the end: download workflows before.');
	say(`Press Ctrl+C to stop everything; it stops by itself after ${openHours} hours.`);
}
