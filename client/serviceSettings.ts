// How a service behaves where its documentation says nothing, as the credential says it.
import type { Endpoint, ReadEndpoint } from '../api/endpoint';
import { fieldsOf } from '../api/schema/types';
import { enteredValue, expectedText, isUnset, type Kind } from './values/enteredValues';
import { statusPathProblem } from './service/statusPath';
import { separatedValues } from './values/separatedValues';

/** How the service reports the status of a transaction; what is not set is empty. */
export interface StatusSettings {
	readonly path: string;
	readonly field: string;
	readonly appliedValues: readonly string[];
	readonly refusedValues: readonly string[];
	readonly messageField: string;
}

export interface ServiceSettings {
	readonly responseFormat: 'json' | 'xml';
	/** `form` only where the endpoint takes it, JSON elsewhere. */
	readonly requestFormat: 'json' | 'xml' | 'form';
	/** The number of the first page; `findOut`: page 0 is asked for once, after the last page. */
	readonly firstPage: 'findOut' | 0 | 1;
	readonly productsPerPage: number;
	/** Of writes of several records. */
	readonly recordsPerRequest: number;
	/** Of reads. */
	readonly concurrency: number;
	/** Undefined for no limit. */
	readonly requestsPerMinute?: number;
	readonly maxRetries: number;
	/** In minutes. */
	readonly longestWait: number;
	/** In seconds. */
	readonly timeout: number;
	/** The zone of dates without an offset: an IANA name. */
	readonly timeZone: string;
	readonly statuses: StatusSettings;
	/** Whether a refused transaction certainly left no record behind. */
	readonly refusedAppliesNothing: boolean;
}

export const DEFAULT_SERVICE_SETTINGS: ServiceSettings = {
	responseFormat: 'json',
	requestFormat: 'json',
	firstPage: 'findOut',
	productsPerPage: 10_000,
	recordsPerRequest: 500,
	concurrency: 4,
	maxRetries: 3,
	longestWait: 15,
	timeout: 300,
	timeZone: 'UTC',
	statuses: { path: '', field: '', appliedValues: [], refusedValues: [], messageField: '' },
	refusedAppliesNothing: false,
};

/** The labels of the credential's fields, in the order in which it shows them. */
export const SETTING_LABELS = {
	serviceSettings: 'Set How the Service Behaves',
	responseFormat: 'Response Format',
	requestFormat: 'Request Format',
	firstPage: 'First Page',
	productsPerPage: 'Products per Page',
	recordsPerRequest: 'Records per Request',
	concurrency: 'Requests at Once',
	requestsPerMinute: 'Requests per Minute',
	maxRetries: 'Max Retries',
	longestWait: 'Longest Wait',
	timeout: 'Timeout',
	timeZone: 'Time Zone of Dates Without Offset',
	statusPath: 'Status Path',
	statusField: 'Status Field',
	appliedValues: 'Applied Values',
	refusedValues: 'Refused Values',
	messageField: 'Reason Field',
	refusedAppliesNothing: 'A Refused Transaction Changes Nothing',
} as const;

export type SettingName = keyof typeof SETTING_LABELS;

/** The values of the settings that are one of a few; the first one is the default. */
const SETTING_CHOICES = {
	responseFormat: ['json', 'xml'],
	requestFormat: ['json', 'xml', 'form'],
	firstPage: ['findOut', 0, 1],
} as const;

/** The bounds of the whole numbers among the settings. */
export const SETTING_BOUNDS = {
	productsPerPage: { min: 1, max: Infinity },
	recordsPerRequest: { min: 1, max: Infinity },
	concurrency: { min: 1, max: 50 },
	requestsPerMinute: { min: 1, max: Infinity },
	maxRetries: { min: 0, max: 20 },
	longestWait: { min: 1, max: 1440 },
	timeout: { min: 1, max: 86_400 },
} as const;

type Values = Readonly<Record<string, unknown>>;

function isTimeZone(name: string): boolean {
	// An offset such as +02:00 is no zone: where clocks change, it is right for half of the year.
	if (!/^[A-Za-z]/.test(name)) return false;
	try {
		new Intl.DateTimeFormat('en-US', { timeZone: name });
		return true;
	} catch {
		return false;
	}
}

/** Reads the credential's values: each that is unset or wrong has its default. */
class SettingsReader {
	/** A sentence for each value that is wrong. */
	readonly problems: string[] = [];

	constructor(private readonly values: Values) {}

	text(name: SettingName): string {
		return this.read(name, { kind: 'string' }, '');
	}

	boolean(name: SettingName): boolean {
		return this.read(name, { kind: 'boolean' }, false);
	}

	choice<N extends keyof typeof SETTING_CHOICES>(name: N): (typeof SETTING_CHOICES)[N][number] {
		const allowed: ReadonlyArray<(typeof SETTING_CHOICES)[N][number]> = SETTING_CHOICES[name];
		return this.read(name, { kind: 'choice', allowed }, allowed[0]);
	}

	number<D extends number | undefined>(name: keyof typeof SETTING_BOUNDS, fallback: D): number | D {
		return this.read<number | D>(name, { kind: 'number', ...SETTING_BOUNDS[name] }, fallback);
	}

	timeZone(name: SettingName, fallback: string): string {
		const zone = this.text(name);
		if (zone === '' || isTimeZone(zone)) return zone || fallback;
		return this.refuse(name, 'the name of a time zone, such as Europe/Berlin', fallback);
	}

	statusPath(): string {
		const path = this.text('statusPath');
		const problem = path === '' ? undefined : statusPathProblem(path);
		if (problem !== undefined)
			this.problems.push(`'${SETTING_LABELS.statusPath}' of the credential ${problem}`);
		return path;
	}

	private read<T>(name: SettingName, kind: Kind, fallback: T): T {
		const written = this.values[name];
		const value = typeof written === 'string' ? written.trim() : written;
		if (isUnset(value)) return fallback;
		return (enteredValue(value, kind) as T) ?? this.refuse(name, expectedText(kind), fallback);
	}

	private refuse<T>(name: SettingName, expected: string, fallback: T): T {
		const label = SETTING_LABELS[name];
		const value = String(JSON.stringify(this.values[name])).slice(0, 80);
		this.problems.push(`'${label}' of the credential must be ${expected}, not ${value}`);
		return fallback;
	}
}

type ReadSettings =
	| { readonly ok: true; readonly settings: ServiceSettings }
	| { readonly ok: false; readonly problem: string };

/** The settings in a credential, with their defaults; or what is wrong with one of its values. */
export function readServiceSettings(values: Values): ReadSettings {
	const unset = DEFAULT_SERVICE_SETTINGS;
	const read = new SettingsReader(values);
	const settings: ServiceSettings = !read.boolean('serviceSettings')
		? unset
		: {
				responseFormat: read.choice('responseFormat'),
				requestFormat: read.choice('requestFormat'),
				firstPage: read.choice('firstPage'),
				productsPerPage: read.number('productsPerPage', unset.productsPerPage),
				recordsPerRequest: read.number('recordsPerRequest', unset.recordsPerRequest),
				concurrency: read.number('concurrency', unset.concurrency),
				requestsPerMinute: read.number('requestsPerMinute', undefined),
				maxRetries: read.number('maxRetries', unset.maxRetries),
				longestWait: read.number('longestWait', unset.longestWait),
				timeout: read.number('timeout', unset.timeout),
				timeZone: read.timeZone('timeZone', unset.timeZone),
				statuses: {
					path: read.statusPath(),
					field: read.text('statusField'),
					appliedValues: separatedValues(read.text('appliedValues')),
					refusedValues: separatedValues(read.text('refusedValues')),
					messageField: read.text('messageField'),
				},
				refusedAppliesNothing: read.boolean('refusedAppliesNothing'),
			};
	const [problem] = read.problems;
	return problem === undefined ? { ok: true, settings } : { ok: false, problem };
}

/** How many rows a page has: those of change orders have as many as the API documentation says. */
export function pageSizeOf(
	{ paging, query }: Pick<ReadEndpoint, 'paging' | 'query'>,
	{ productsPerPage }: Pick<ServiceSettings, 'productsPerPage'>,
): number {
	if (!paging) return 1;
	if (paging.holdsProducts) return productsPerPage;
	return Number(fieldsOf(query).find(({ name }) => name === paging.size)?.default);
}

/** The format in which a body is sent; a form only where the API documentation shows one. */
export function bodyFormat(
	{ form }: Pick<Endpoint, 'form'>,
	{ requestFormat }: Pick<ServiceSettings, 'requestFormat'>,
): ServiceSettings['requestFormat'] {
	return requestFormat === 'form' && !form ? 'json' : requestFormat;
}
