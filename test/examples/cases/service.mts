// What the examples about the service itself must have done.
import assert from 'node:assert/strict';

import { itemsOf } from '../../e2e/context.mjs';
import { REFUSAL } from '../../sandbox/queue';
import type { Example, Examples, Tables, TextRow } from '../example.mjs';

const answersTable = 'Answers of the Service';

const firstDay: Example = {
	savesSamples: true,
	effect: ({ world: { habits, sandbox }, execution, tables }) => {
		const firstPage = habits.personality?.habits.catalog?.firstPage ?? 1;
		const rows = tables[answersTable] ?? [];
		assert.equal(rows.length, 17);
		const answerOf = (id: string) => rows.find(({ QuestionId }) => QuestionId === id)?.Answer;
		assert.deepEqual(
			['reachable', 'productCatalog.firstPage', 'imported.byReading', 'lists.withoutId'].map(
				answerOf,
			),
			['yes', String(firstPage), 'no', 'none'],
		);
		const [list] = itemsOf(execution, 'Questions for the Operator');
		const questions = String(list?.json.questions).split('\n');
		assert.equal(questions.length, 8);
		assert.ok(sandbox.requests.length <= 40);
		assert.ok(!sandbox.requests.some(({ applied }) => applied));
	},
};

const table = 'Clients to Confirm';
const fields = ['Name', 'Status', 'Said'] as const;

function row(number: number, Name: string, more: Partial<TextRow> = {}): TextRow {
	const ClientId = `5b0c6a2e-0d1f-4c53-9a57-1f2e3d4c5b2${number}`;
	return { ClientId, Name, MessageId: '', Status: '', Said: '', ...more };
}

function statuses(tables: Tables): unknown[] {
	return (tables[table] ?? []).map((each) => fields.map((field) => each[field]));
}

const queue = { asks: 1, refuses: 'Museum', holds: 'Mill' };

const publishWaitBranch: Example = {
	start: { trigger: 'Every Hour', production: true },
	setup: async ({ sandbox }, host) => {
		sandbox.setOptions({ queue });
		const names = ['Harbour Hotel', 'Museum of Light', 'Old Mill Theatre', ''];
		await host.setRows(
			table,
			names.map((name, number) => row(number, name)),
		);
	},
	// Ten minutes are too long for a test.
	changes: {
		'Publish Clients': (node) => {
			node.parameters = {
				...node.parameters,
				options: { recordsPerRequest: 1, confirm: 'wait', confirmMinutes: 0.1 },
			};
		},
	},
	effect: ({ world: { sandbox }, tables }) => {
		const [, , , [, status, said] = []] = statuses(tables) as string[][];
		assert.deepEqual(statuses(tables).slice(0, 3), [
			['Harbour Hotel', 'applied', ''],
			['Museum of Light', 'refused', REFUSAL],
			['Old Mill Theatre', 'pending', ''],
		]);
		assert.equal(status, 'input');
		assert.match(said ?? '', /Name/);
		const known = [0, 1, 2].map((number) =>
			sandbox.find('client', String(row(number, '').ClientId)),
		);
		assert.deepEqual(
			known.map((client) => client?.Name),
			['Harbour Hotel', undefined, undefined],
		);
	},
	later: async ({ world: { sandbox }, host, runAgain }) => {
		// The refused client is corrected: only that is sent again.
		await host.setRows(table, [
			row(0, 'Harbour Hotel', { Status: 'applied' }),
			row(1, 'House of Light'),
			row(2, 'Old Mill Theatre', { Status: 'pending' }),
		]);
		sandbox.forgetRequests();
		const { tables } = await runAgain();
		assert.deepEqual(statuses(tables), [
			['Harbour Hotel', 'applied', ''],
			['House of Light', 'applied', ''],
			['Old Mill Theatre', 'pending', ''],
		]);
		assert.equal(sandbox.requests.filter(({ method }) => method !== 'GET').length, 1);
	},
};

export const serviceExamples: Examples = {
	'first-day.json': firstDay,
	'publish-wait-branch.json': publishWaitBranch,
};
