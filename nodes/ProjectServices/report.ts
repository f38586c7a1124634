// What is to be said about an execution: hints, each once, with how its requests went; and how far it has come.
import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { ClientReport } from '../../client/clientReport';
import { redact } from '../../client/failures/redaction';
import { shortHash } from '../../client/values/hashes';
import { SETTING_LABELS } from '../../client/serviceSettings';
import { countText } from '../../wire/result';
import type { Connection } from '../shared/connection';
import { differencesText, isNewDrift, spellingText } from '../shared/drift';
import { quoted, withoutControls } from '../shared/errors';

interface Hint {
	readonly text: string;
	readonly type: NodeExecutionHint['type'];
	readonly isLogged: boolean;
	/** How often it came, and whether with other numbers. */
	count: number;
	differs: boolean;
}

/** What an execution remembers of its hints is saved with it. */
const MAX_REMEMBERED = 100;

const AS_UTC = `'Updated After' compared dates without an offset as UTC. If they are of another time zone, set ${quoted(SETTING_LABELS.timeZone)} in the credential.`;

/** The report of one run of the node: nothing leaves it with a secret in it. */
export class Report {
	/** The hints without their numbers: several input items give cause for the same one. */
	private readonly hints = new Map<string, Hint>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: Pick<Connection, 'baseUrl' | 'report' | 'secrets'>,
	) {}

	/** What the client notes of its requests. */
	get requests(): ClientReport {
		return this.client.report;
	}

	private clean(text: string): string {
		return withoutControls(redact(text, this.client.secrets));
	}

	/**
	 * Notes a hint that is shown beside the result in the editor.
	 *
	 * @param isLogged Whether it goes into n8n's log as well, for production executions
	 */
	hint(
		message: string,
		type: NodeExecutionHint['type'] = 'warning',
		isLogged = type === 'warning',
	): void {
		const text = this.clean(message);
		const key = text.replace(/\d+/g, '#');
		const hint = this.hints.get(key) ?? { text, type, isLogged, count: 0, differs: false };
		hint.count++;
		hint.differs ||= hint.text !== text;
		this.hints.set(key, hint);
	}

	/** Says how far long work has come: in n8n's log, and in the browser's console when a person executes the node. */
	progress(message: string): void {
		const { name } = this.context.getNode();
		const text = `${name}: ${this.clean(message)}`;
		this.context.logger.debug(text);
		if (this.context.getMode() === 'manual') this.context.sendMessageToUI(text);
	}

	/** Notes how the requests went. */
	addRequests(noun: string): void {
		const { baseUrl, report: requests } = this.client;
		const differences = differencesText(requests, noun);
		if (differences !== '') this.hint(differences, 'warning', isNewDrift(baseUrl, differences));
		const spelling = spellingText(requests);
		if (spelling !== '') this.hint(spelling, 'info');
		if (requests.comparedAsUtc) this.hint(AS_UTC, 'info');
		if (requests.retries === 0) return;
		const what =
			requests.retries === 1
				? 'A request was retried'
				: `Requests were retried ${requests.retries} times`;
		this.hint(`${what} after a failure.`, 'info');
	}

	/** Shows the hints, unless an earlier run of the node, such as a round of a loop, gave the same. */
	show(): void {
		const { context } = this;
		if (this.hints.size === 0) return;
		const shown: Record<string, number> = (context.getContext('node').hints ??= {});
		const { $runIndex: run } = context.getWorkflowDataProxy(0);
		for (const { text, type, isLogged, count, differs } of this.hints.values()) {
			const others = `${countText(count - 1)} more input item${count === 2 ? '' : 's'}`;
			const message = differs ? `${text} The same, with other numbers, for ${others}.` : text;
			const key = shortHash(message);
			// A further try of a run shows its hints again, because n8n drops those of the failed one.
			if ((shown[key] ?? run) !== run) continue;
			if (Object.keys(shown).length < MAX_REMEMBERED) shown[key] = run;
			context.addExecutionHints({ message, type, location: 'outputPane' });
			if (isLogged) context.logger.warn(`${context.getNode().name}: ${message}`);
		}
	}
}
