// How a service behaves where its documentation leaves it open, as its credential says.
import { boundsText, enteredBoolean, enteredNumber, isUnset } from './enteredValues';
import { separatedValues } from './separatedValues';

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
	readonly firstPage: 0 | 1;
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
	/** Whether the credential names no zone, so that it is UTC. */
	readonly assumesUtc: boolean;
	readonly statuses: StatusSettings;
	/** Whether a refused transaction certainly left no record behind. */
	readonly refusedAppliesNothing: boolean;
}

export const DEFAULT_SERVICE_SETTINGS: ServiceSettings = {
	responseFormat: 'json',
	requestFormat: 'json',
	firstPage: 1,
	concurrency: 4,
	maxRetries: 3,
	longestWait: 15,
	timeout: 300,
	timeZone: 'UTC',
	assumesUtc: true,
	statuses: { path: '', field: '', appliedValues: [], refusedValues: [], messageField: '' },
	refusedAppliesNothing: false,
};

/** The labels of the credential's fields, in the order in which it shows them. */
export const SETTING_LABELS = {
	serviceSettings: 'Set How the Service Behaves',
	responseFormat: 'Response Format',
	requestFormat: 'Request Format',
	firstPage: 'First Page',
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
export const SETTING_CHOICES = {
	responseFormat: ['json', 'xml'],
	requestFormat: ['json', 'xml', 'form'],
	firstPage: [1, 0],
} as const;

/** The bounds of the whole numbers among the settings. */
export const SETTING_BOUNDS = {
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

/** Readers of the credential's values: each gives the default for a value that is unset or wrong. */
function readersOf(values: Values, problems: string[]) {
	function refuse<T>(name: SettingName, expected: string, fallback: T): T {
		const shown = String(JSON.stringify(values[name])).slice(0, 80);
		problems.push(`'${SETTING_LABELS[name]}' of the credential must be ${expected}, not ${shown}`);
		return fallback;
	}
	function text(name: SettingName): string {
		const value = values[name] ?? '';
		return typeof value === 'string' ? value.trim() : refuse(name, 'text', '');
	}
	return {
		text,
		choice: <N extends keyof typeof SETTING_CHOICES>(name: N) => {
			const allowed: ReadonlyArray<(typeof SETTING_CHOICES)[N][number]> = SETTING_CHOICES[name];
			const value = isUnset(values[name]) ? allowed[0] : values[name];
			const chosen = allowed.find((choice) => String(choice) === String(value));
			return chosen ?? refuse(name, allowed.join(' or '), allowed[0]);
		},
		number: <F extends number | undefined>(name: keyof typeof SETTING_BOUNDS, unset: F) => {
			const bounds = SETTING_BOUNDS[name];
			if (isUnset(values[name])) return unset;
			return enteredNumber(values[name], bounds) ?? refuse(name, boundsText(bounds), unset);
		},
		boolean: (name: SettingName) =>
			enteredBoolean(values[name]) ?? refuse(name, 'true or false', false),
		timeZone: (name: SettingName, unset: string) => {
			const zone = text(name);
			if (zone === '' || isTimeZone(zone)) return zone || unset;
			return refuse(name, 'the name of a time zone, such as Europe/Berlin', unset);
		},
	};
}

type ReadSettings =
	| { readonly ok: true; readonly settings: ServiceSettings }
	| { readonly ok: false; readonly problem: string };

/** The settings that a credential says, with their defaults; or what is wrong with one of its values. */
export function readServiceSettings(values: Values): ReadSettings {
	const problems: string[] = [];
	const { boolean, choice, number, text, timeZone } = readersOf(values, problems);
	const unset = DEFAULT_SERVICE_SETTINGS;
	const settings: ServiceSettings = !boolean('serviceSettings')
		? unset
		: {
				responseFormat: choice('responseFormat'),
				requestFormat: choice('requestFormat'),
				firstPage: choice('firstPage'),
				concurrency: number('concurrency', unset.concurrency),
				requestsPerMinute: number('requestsPerMinute', undefined),
				maxRetries: number('maxRetries', unset.maxRetries),
				longestWait: number('longestWait', unset.longestWait),
				timeout: number('timeout', unset.timeout),
				timeZone: timeZone('timeZone', unset.timeZone),
				assumesUtc: text('timeZone') === '',
				statuses: {
					path: text('statusPath'),
					field: text('statusField'),
					appliedValues: separatedValues(text('appliedValues')),
					refusedValues: separatedValues(text('refusedValues')),
					messageField: text('messageField'),
				},
				refusedAppliesNothing: boolean('refusedAppliesNothing'),
			};
	const [problem] = problems;
	return problem === undefined ? { ok: true, settings } : { ok: false, problem };
}
