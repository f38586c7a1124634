// What the examples for time sheets and for failures must have done.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { itemsOf } from '../../e2e/context.mjs';
import type { Values } from '../../sandbox/data/filling';
import type { Example, Examples } from '../example.mjs';
import type { World } from '../world.mjs';

const ids = ['TS-1001', 'TS-1002', 'TS-1003', 'TS-1004', 'TS-1005'] as const;

/** The remark and the mark of a time sheet. */
function mark({ sandbox }: World, id: string): Values {
	const { CF1, CF6 } = sandbox.find('timeSheet', id) ?? {};
	return { CF1, CF6 };
}

function setUpSheets({ sandbox }: World): void {
	const sheets: Values[] = [
		{ Approved: false, Duration: 8, DurationOverTime: 2, CF6: false },
		{ Approved: false, Duration: 8, DurationOverTime: 2.25, CF6: false },
		{ Approved: true, Duration: 4, DurationOverTime: 0, CF6: false },
		{ Approved: false, Duration: 12, DurationOverTime: 0, CF6: true },
		{ Approved: false, Duration: 1, DurationOverTime: 0, CF6: null },
	];
	for (const [index, sheet] of sheets.entries()) {
		sandbox.change('timeSheet', ids[index] ?? '', { ...sheet, CF1: 'before' });
	}
}

const checkTimeSheets: Example = {
	setup: setUpSheets,
	settings: () => ({ timeSheetIds: JSON.stringify(ids), hoursPerSheet: 10 }),
	effect: ({ world, execution }) => {
		const within = { CF1: 'Within 10 hours', CF6: true };
		assert.deepEqual(
			ids.map((id) => mark(world, id)),
			[
				within,
				{ CF1: 'before', CF6: false },
				{ CF1: 'before', CF6: false },
				{ CF1: '', CF6: false },
				within,
			],
		);
		for (const id of ids)
			assert.equal(world.sandbox.find('timeSheet', id)?.Approved, id === 'TS-1003');
		const review = itemsOf(execution, 'Needs Review').map(({ json }) => json.Id);
		assert.deepEqual(review, ['TS-1002', 'TS-1004']);
	},
	later: async ({ world, runAgain }) => {
		world.sandbox.change('timeSheet', 'TS-1001', { Duration: 11 });
		await runAgain();
		assert.deepEqual(mark(world, 'TS-1001'), { CF1: '', CF6: false });
	},
};

const period = { firstDay: '2025-03-01', lastDay: '2025-03-31' };
const file = 'payroll 2025-03-01 to 2025-03-31.csv';

function worked(
	person: string,
	day: string,
	hours: readonly [number, number],
	more: Values,
): Values {
	const [Duration, DurationOverTime] = hours;
	const ResourceEmail = `${person.toLowerCase()}@integrator.example`;
	const Date = `2025-${day}T00:00:00.0000000+00:00`;
	const rates = { CostHr: 40, CostHrOverTime: 60 };
	return { Resource: person, ResourceEmail, Date, Duration, DurationOverTime, ...rates, ...more };
}

function payrollFile({ folder }: World): string[] {
	return readFileSync(path.join(folder, file), 'utf8')
		.replace(/^\uFEFF/, '')
		.trimEnd()
		.split(/\r?\n/);
}

const timeSheetsToPayroll: Example = {
	setup: ({ sandbox }) => {
		const sheets = [
			worked('Bo', '03-01', [0.1, 0], { Approved: true }),
			worked('Ana', '03-31', [8, 1.5], { Approved: true }),
			worked('Ana', '03-15', [8, 0], { Approved: true, CostHr: 45 }),
			worked('Bo', '03-02', [0.2, 0.25], { Approved: true }),
			worked('Bo', '04-01', [8, 8], { Approved: true }),
			worked('Bo', '02-28', [8, 8], { Approved: true }),
			worked('Ana', '03-20', [4, 4], { Approved: false }),
			// 2055.915 is rounded up, although a binary number for it is a little less.
			worked('Cy', '03-21', [6.75, 0], { Approved: true, CostHr: 304.58 }),
		];
		for (const [index, sheet] of sheets.entries()) {
			sandbox.change('timeSheet', `TS-${1001 + index}`, sheet);
		}
	},
	settings: ({ folder }) => ({
		timeSheetIds: JSON.stringify([...ids, 'TS-1006', 'TS-1007', 'TS-1008']),
		...period,
		folder,
	}),
	effect: ({ world }) =>
		assert.deepEqual(payrollFile(world), [
			'Employee,Email,RegularHours,OvertimeHours,HourlyRate,OvertimeRate,Total',
			'Ana,ana@integrator.example,8,1.5,40,60,410',
			'Ana,ana@integrator.example,8,0,45,60,360',
			'Bo,bo@integrator.example,0.3,0.25,40,60,27',
			'Cy,cy@integrator.example,6.75,0,304.58,60,2055.92',
		]),
	later: async ({ world, runAgain }) => {
		world.sandbox.change('timeSheet', 'TS-1007', { Approved: true });
		await runAgain();
		assert.equal(payrollFile(world)[1], 'Ana,ana@integrator.example,12,5.5,40,60,810');
	},
};

const failureDigest: Example = {
	beforeFirstRun: async (id, host) => {
		await host.fail(id);
		await host.fail(id);
	},
	effect: ({ world: { mail }, tables }) => {
		assert.equal(mail.mails.length, 1);
		const [sent] = mail.mails;
		assert.deepEqual([sent?.from, sent?.to], ['n8n@example.com', ['you@example.com']]);
		assert.equal(sent?.subject, 'n8n: 2 failed executions');
		assert.match(sent?.text ?? '', /Failing Workflow, node "Get Purchase Order"\n.*PO-0/);
		const rows = tables['Workflow Failures'] ?? [];
		assert.deepEqual(
			rows.map(({ Workflow, Reported }) => [Workflow, Reported]),
			[
				['Failing Workflow', true],
				['Failing Workflow', true],
			],
		);
	},
	later: async ({ world: { mail }, id, host, runAgain }) => {
		await host.fail(id);
		await runAgain();
		assert.deepEqual(
			mail.mails.map(({ subject }) => subject),
			['n8n: 2 failed executions', 'n8n: 1 failed execution'],
		);
	},
};

export const workExamples: Examples = {
	'check-time-sheets.json': checkTimeSheets,
	'daily-failure-digest.json': failureDigest,
	'time-sheets-to-payroll-csv.json': timeSheetsToPayroll,
};
