// Options: which ones are read, which may not be there, and on what all input items must agree.
import type { INode, INodeProperties } from 'n8n-workflow';

import { checkAgreement, checkCollections } from '../../../nodes/shared/collections';
import { enteredList } from '../../../nodes/shared/expressions';
import { checkedBoolean, optionsReader } from '../../../nodes/shared/optionValues';
import { operationPanels } from '../../../nodes/ProjectServices/nodePanel';

function nodeWith(parameters: object): INode {
	const place: [number, number] = [0, 0];
	const saved = parameters as INode['parameters'];
	return { id: '', name: 'Node', type: '', typeVersion: 1, position: place, parameters: saved };
}

test('options are those of the input item, and others are not checked', () => {
	const options = (itemIndex: number) => ({ limit: itemIndex + 5, deletionLimit: 'wrong' });
	const read = optionsReader(nodeWith({}), (_, itemIndex) => options(itemIndex));
	expect([0, 1].map((item) => read(['limit', 'onlyFilled'], item))).toEqual([
		{ limit: 5, onlyFilled: false },
		{ limit: 6, onlyFilled: false },
	]);
	expect(() => read(['deletionLimit'], 0)).toThrow(
		/'Deletion Limit' is .*, expected a whole number/,
	);
});

test.each([
	[[true, 'true'], true],
	[[false, 'false', '', null, undefined], false],
	[['yes', 'TRUE', ' true', 1, 0, [], {}], /'Dry Run' is .*, expected true or false/],
] as const)('the switches %j are %s', (values, expected) => {
	const read = (value: unknown) => checkedBoolean(nodeWith({}), 'dryRun', value);
	for (const value of values)
		if (typeof expected === 'boolean') expect(read(value)).toBe(expected);
		else expect(() => read(value)).toThrow(expected);
});

test.each([
	[['a,b', ' c ', ''], false, ['a,b', 'c']],
	['a, "b, c"\nd,,', false, ['a', 'b, c', 'd']],
	['a, b\n c \n', true, ['a, b', 'c']],
	[7, true, ['7']],
	[null, true, []],
])('the list %j, of an expression: %s, has the values %j', (value, isComputed, expected) => {
	expect(enteredList(value, isComputed)).toEqual(expected);
});

const panelOf = (operation: string): readonly INodeProperties[] =>
	operationPanels().find((each) => `${each.resource}/${each.operation}` === operation)
		?.properties ?? [];

test.each<[operation: string, parameters: object, expected: string | undefined]>([
	['client/publish', { options: { dryRun: true, onlyChanged: true, changeLimit: 5 } }, undefined],
	['client/publish', { options: { confirm: 'wait', confirmMinutes: 5 } }, undefined],
	['productCatalog/get', { returnAs: 'file', options: { fileFormat: 'csv' } }, undefined],
	[
		'client/publish',
		{ options: { dryrun: true } },
		`'Options' of this operation has no "dryrun". Did you mean "dryRun"?`,
	],
	['vendor/publish', { options: { onlyChanged: true } }, `has no "onlyChanged".`],
	['task/get', { options: { dryRun: true } }, `has no "dryRun".`],
	[
		'changeOrderProject/getAll',
		{ filters: { client: 'C' } },
		`'Filters' of this operation has no "client". Did you mean "clients"?`,
	],
	[
		'client/publish',
		{ options: { changeLimit: 5 } },
		"'Change Limit' needs 'Only Changed Records', which is off",
	],
	['client/publish', { options: { changeLimit: 5, onlyChanged: 'false' } }, 'which is off'],
	[
		'client/publish',
		{ options: { confirmMinutes: 5, confirm: 'no' } },
		`'Confirm Minutes' needs 'Confirm' set to "wait"`,
	],
	[
		'productCatalog/get',
		{ returnAs: 'products', options: { fileName: 'a.csv' } },
		`'File Name' needs 'Return As' set to "file"`,
	],
])('%s with %j: %s', (operation, parameters, expected) => {
	const saved: Readonly<Record<string, unknown>> = { ...parameters };
	const check = () =>
		checkCollections(
			nodeWith(parameters),
			(name) => saved[name],
			() => panelOf(operation),
			2,
		);
	if (expected === undefined) expect(check).not.toThrow();
	else expect(check).toThrow(expected);
});

test('what an expression gives the second input item is checked as well', () => {
	const node = nodeWith({ options: { onlyChanged: '={{ $json.only }}', changeLimit: 5 } });
	const parameters = (_: string, item: number) => ({ onlyChanged: item === 0, changeLimit: 5 });
	expect(() => checkCollections(node, parameters, () => panelOf('client/publish'), 2)).toThrow(
		"'Change Limit' needs 'Only Changed Records', which is off",
	);
});

test.each<[name: string, values: readonly unknown[], label: string | undefined]>([
	['options.dryRun', [undefined, false, '', 'false', null], undefined],
	['options.dryRun', [true, 'true'], undefined],
	['options.dryRun', ['', 'true'], 'Dry Run'],
	['options.onlyChanged', [true, false], 'Only Changed Records'],
	['options.confirm', ['', 'no', undefined], undefined],
	['options.confirm', ['no', 'wait'], 'Confirm'],
	['options.confirmMinutes', [undefined, 10, '10'], undefined],
	['options.waitMinutes', [1, 2], 'Wait Minutes'],
	['dataMode', ['json', 'mapFields'], 'Data Mode'],
	['limit', [1, 2], undefined],
])('input items whose %s are %j: one of %s differs', (path, values, label) => {
	const [name = '', option] = path.split('.');
	const node = nodeWith({ [name]: option === undefined ? '={{ 1 }}' : { [option]: '={{ 1 }}' } });
	const check = () =>
		checkAgreement(node, (_, item) => values[item], ['dataMode', 'options'], [...values.keys()]);
	if (label === undefined) expect(check).not.toThrow();
	else expect(check).toThrow(`'${label}' differs between input items`);
});
