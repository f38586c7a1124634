// The service document against api/: every record, field, type, mark and endpoint stands in api/, and nothing else.
// document.md beside this file holds the document's tables and field lists; where the whole document lies next
// to the repository, it is read as well and has to agree.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '../../../api/index';
import type { Endpoint } from '../../../api/endpoint';
import {
	date,
	decimal,
	integer,
	record,
	required,
	string,
	withDefault,
} from '../../../api/schema/types';
import { ServicePlan } from '../../../api/resources/servicePlan';
import { describeApi, describeEndpoint, describeRecord } from './description';
import { readRecords } from './document';
import { readEndpoints } from './documentEndpoints';
import { differences, type Facts } from './facts';
import { factLines } from './sections';
import { wrongDocuments } from './wrongDocuments';

const fixture = readFileSync(path.join(__dirname, 'document.md'), 'utf8');
const whole = path.join(__dirname, '../../../../shared/api/project-services-data-exchange-api.md');

function readDocument(words: string): Facts {
	return { ...readRecords(words), ...readEndpoints(words) };
}

const api = describeApi();

describe('api/ and the service document', () => {
	const sources = { 'document.md': fixture };
	if (existsSync(whole))
		Object.assign(sources, { 'the whole document': readFileSync(whole, 'utf8') });

	test.each(Object.entries(sources))('%s and api/ say the same', (_, words) => {
		expect(differences(readDocument(words), api)).toEqual([]);
	});

	test.each(Object.entries(sources))('document.md holds the facts of %s', (_, words) => {
		const cells = (each: string) => factLines(each).replace(/\n+/g, '\n');
		expect(cells(fixture)).toBe(cells(words));
	});

	test('the document is read in full, not in part', () => {
		const facts = readDocument(fixture);
		expect(Object.keys(facts).filter((chapter) => chapter.startsWith('record '))).toHaveLength(50);
		expect(Object.keys(facts).filter((chapter) => chapter.startsWith('endpoint '))).toHaveLength(
			18,
		);
		expect(facts['record ServicePlan']).toHaveLength(32 + 24 + 32);
		expect(endpoints).toHaveLength(18);
	});
});

describe('a document that differs is caught', () => {
	test('there are enough of them', () => expect(wrongDocuments).toHaveLength(33));

	test.each(wrongDocuments)('%s is now %s', (from, to, report) => {
		expect(fixture).toContain(from);
		const reported = differences(readDocument(fixture.replace(from, to)), api);
		expect(reported.some((line) => line.includes(report))).toBe(true);
	});

	// Reading may also fail loudly; what may not happen is that a changed document passes.
	function isCaught(words: string): boolean {
		try {
			return differences(readDocument(words), api).length > 0;
		} catch {
			return true;
		}
	}

	/** Changes every match in the chapter of the records, one at a time, and collects what went unnoticed. */
	function uncaught(words: RegExp, change: (word: string) => string): string[] {
		const [before, records, after] = fixture.split(/(?=^## (?:Resources|States))/m);
		return [...records.matchAll(words)]
			.filter(({ 0: word, index }) => {
				const wrong = records.slice(0, index) + change(word) + records.slice(index + word.length);
				return !isCaught(before + wrong + after);
			})
			.map(({ 0: word, index }) => records.slice(index - 12, index).replace(/^.*\n/s, '') + word);
	}

	test('every name of every list and table, renamed', () => {
		// Neither headings nor table heads: these words name what the tables themselves say.
		const names = /(?<!^#.*|^\| (?=Field |Resource ).*)\b[A-Z]\w+\b/gm;
		const unnoticed = new Set(uncaught(names, (word) => `${word}X`));
		// What is left are the words of explanations.
		expect([...unnoticed]).toEqual([
			'On | date | UTC',
			'al number). Each',
			'for example MonthlyPriceWithTaxTC',
			'al number | TC',
			'false, item Height',
			'tem Height, Width',
			'ght, Width, Depth',
			' inches and Weight',
			'| must be a GUID',
			'd with this GUID',
			'vice order; Required',
			' matched on Component',
			'n Component ID',
			'an id and a Value',
		]);
	});

	test('every type of every list and table, changed', () => {
		const types = /(?<=\| |\()(string|integer|byte|boolean|date|GUID|decimal number)(?= \||[);,])/g;
		expect(uncaught(types, (word) => (word === 'integer' ? 'boolean' : 'integer'))).toEqual([]);
	});

	test('every mark, taken away', () => {
		expect(uncaught(/(?<=\| |, )Required(?= \||\))/g, () => '')).toEqual([]);
	});
});

// The same from the other side: a wrong record or endpoint, as it could come to stand in api/.
describe('a wrong api/ is caught', () => {
	const facts = readDocument(fixture);
	const { Id, ...others } = ServicePlan.shape;
	const shape = ServicePlan.shape;

	test.each([
		['a field gone', others, ['api/ does not say "Id: string"']],
		['a field added', { ...shape, Colour: string }, ['only api/ says "Colour: string"']],
		[
			'a field retyped',
			{ ...shape, PlanLength: decimal },
			['api/ does not say "PlanLength: integer"', 'only api/ says "PlanLength: decimal number"'],
		],
		[
			'a mark gone',
			{ ...shape, Status: string },
			['api/ does not say "Status: string, Required"', 'only api/ says "Status: string"'],
		],
		[
			'a mark added',
			{ ...shape, Start: required(date) },
			['api/ does not say "Start: date"', 'only api/ says "Start: date, Required"'],
		],
		['a field out of place', { ...others, Id }, ['"Id: string" stands elsewhere in api/']],
	])('%s', (_, wrong, report) => {
		const described = describeRecord(record('ServicePlan', wrong));
		expect(differences({ plan: facts['record ServicePlan'] }, { plan: described })).toEqual(
			report.map((line) => `plan: ${line}`),
		);
	});

	const right = endpoints.find(
		({ operationKey }) => operationKey === 'productCatalog/get',
	)?.endpoint;

	test.each([
		[
			'a path changed',
			{ path: '/SI/Subscribe/ProductCatalog' },
			'GET /SI/Subscribe/ProductCatalog',
		],
		['marked deprecated', { deprecated: true }, 'deprecated'],
		['a parameter gone', { query: { id: required(string) } }, undefined],
		[
			'a default changed',
			{ query: { id: required(string), pageNumber: withDefault(integer, 0) } },
			'query pageNumber: integer, default 0',
		],
		['another answer', { response: ServicePlan }, 'answer ServicePlan'],
	])('%s', (_, change, added) => {
		const wrong = describeEndpoint({ ...right, ...change } as Endpoint);
		const reported = differences({ get: facts['endpoint 8'] }, { get: wrong });
		expect(reported).not.toEqual([]);
		expect(reported.filter((line) => line.includes('only api/'))).toEqual(
			added === undefined ? [] : [`get: only api/ says "${added}"`],
		);
	});

	test('a record that is missing, and one too many', () => {
		expect(differences({ 'record A': [] }, { 'record B': [] })).toEqual([
			'record A: not in api/',
			'record B: only in api/',
		]);
	});
});
