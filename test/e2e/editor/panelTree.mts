// What the editor should show of a node's description for given values, and what it shows.
import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import type { Page } from 'playwright-core';

import { shownProperties } from '../../docs/checks/description';
import type { Json } from '../../host/rest/apiTypes.mjs';

// n8n's own label in front of the fields of a resource mapper.
const mapperLabel = 'Mapping Column Mode';
const separator = ' > ';

type Member = NonNullable<INodeProperties['options']>[number];

/** Only what shows without another choice, such as Return As: File. */
function membersOf({ options = [] }: INodeProperties): INodeProperties[] {
	return options.filter(
		(option: Member): option is INodeProperties =>
			'type' in option && option.displayOptions === undefined,
	);
}

function groupsOf({ options = [] }: INodeProperties): INodePropertyCollection[] {
	return options.filter((option: Member): option is INodePropertyCollection => 'values' in option);
}

/** Only what shows at once: n8n's poll times have more for each choice. */
function entriesOf({ values }: INodePropertyCollection): INodeProperties[] {
	return values.filter(({ displayOptions }) => displayOptions === undefined);
}

function filled(property: INodeProperties): unknown {
	if (property.type === 'collection') return opened(membersOf(property));
	if (property.type !== 'fixedCollection') return property.default;
	const entry = (group: INodePropertyCollection) => [group.name, [opened(entriesOf(group))]];
	return Object.fromEntries(groupsOf(property).map(entry));
}

/** Values under which every collection is open, each of its members as it is when a person adds it. */
export function opened(properties: readonly INodeProperties[]): Json {
	return Object.fromEntries(properties.map((property) => [property.name, filled(property)]));
}

/** The values of `opened` for what has members to open, and nothing for what has not. */
export function openedCollections(properties: readonly INodeProperties[]): Json {
	return opened(properties.filter(({ type }) => /collection$/i.test(type)));
}

function rowsOf(property: INodeProperties, above: readonly string[]): string[] {
	const { type, displayName, typeOptions } = property;
	const row = (label: string) => [...above, label].join(separator);
	const inside = [...above, displayName];
	switch (type) {
		case 'notice':
		case 'hidden':
			return [];
		case 'collection':
			return [row(displayName), ...membersOf(property).flatMap((one) => rowsOf(one, inside))];
		case 'fixedCollection': {
			const entries = groupsOf(property).flatMap(entriesOf);
			return [row(displayName), ...entries.flatMap((one) => rowsOf(one, inside))];
		}
		case 'resourceMapper': {
			const fields = typeOptions?.resourceMapper?.valuesLabel ?? '';
			return [row(mapperLabel), row(`${mapperLabel}${separator}${fields}`)];
		}
		default:
			return [row(displayName)];
	}
}

/** The labels that a panel should show, one below the other, each with those that it stands in. */
export function expectedRows(properties: readonly INodeProperties[], values: Json): string[] {
	return shownProperties(properties, values).flatMap((property) => rowsOf(property, []));
}

/** What is used of a page's element; the project is compiled without the browser's types. */
export interface PageElement {
	readonly textContent: string | null;
	readonly parentElement: PageElement | null;
	checkVisibility(): boolean;
	getAttribute(name: string): string | null;
	closest(selector: string): PageElement | null;
	querySelector(selector: string): PageElement | null;
}

/** The labels that the open panel shows, in the form of `expectedRows`. */
export async function shownRows(page: Page): Promise<string[]> {
	const labels = page.getByTestId('node-parameters').first().getByTestId('input-label');
	// This function runs in the browser, so it uses nothing from outside of it.
	const paths = await labels.evaluateAll((elements: PageElement[]) =>
		elements
			.filter((element) => element.checkVisibility())
			.map((element) => {
				const path: string[] = [];
				let label: PageElement | null | undefined = element;
				let item = element.closest('[data-test-id="parameter-item"]');
				while (label) {
					// The switch between a fixed value and an expression stands inside the label.
					const text = label.querySelector('label')?.textContent ?? '';
					const controls = label.querySelector('[data-test-id$="-options-container"]');
					path.unshift(text.replace(controls?.textContent ?? '', '').trim());
					const isFirst: boolean = item?.querySelector('[data-test-id="input-label"]') === label;
					if (isFirst)
						item = item?.parentElement?.closest('[data-test-id="parameter-item"]') ?? null;
					label = item?.querySelector('[data-test-id="input-label"]');
				}
				return path;
			}),
	);
	return paths.map((path) => path.join(separator));
}

/** Fields inside a mapper are the record's, and which of them show at first is the mapper's affair. */
export function withoutMappedFields(
	rows: readonly string[],
	expected: readonly string[],
): string[] {
	const inMapper = `${mapperLabel}${separator}`;
	return rows.filter((row) => !row.includes(inMapper) || expected.includes(row));
}
