// The choices that the editor offers beside the data: each stated once, with its texts, bounds and default.
import type { Bounds } from '../../client/values/enteredValues';
import { labelOf } from './labels';

interface OptionTexts {
	/** Left out, it is the name in Title Case. */
	readonly label?: string;
	readonly description: string;
}

interface NumberOption extends OptionTexts, Bounds {
	readonly kind: 'number';
	/** The value that the editor fills in. */
	readonly default: number;
	/** Left unset, it is undefined and not the default. */
	readonly optional?: true;
}

interface ChoiceOption extends OptionTexts {
	readonly kind: 'choice';
	/** The saved values; the first one is the default. */
	readonly values: Readonly<Record<string, Partial<OptionTexts>>>;
}

interface BooleanOption extends OptionTexts {
	readonly kind: 'boolean';
	readonly default: false;
}

interface TextOption extends OptionTexts {
	readonly kind: 'string';
	readonly default: string;
	readonly example?: string;
}

export type Option = NumberOption | ChoiceOption | BooleanOption | TextOption;

const POSITIVE_INTEGER = { kind: 'number', min: 1, max: Infinity } as const;
const booleanOption = (description: string, label?: string) =>
	({ kind: 'boolean', default: false, description, ...(label && { label }) }) as const;

export const OPTIONS = {
	binaryProperty: {
		kind: 'string',
		default: 'data',
		label: 'Put Output File in Field',
		description: 'The name of the output binary field to put the file in',
	},
	changeLimit: {
		kind: 'number',
		min: 0,
		max: 100,
		default: 20,
		optional: true,
		description:
			'Stops the node if more than this share (%) of the records that the service has would change or be deleted. Nothing is sent then, so a broken export does not overwrite everything. Up to 5 records are always sent.',
	},
	dataMode: {
		kind: 'choice',
		description: 'How to provide the data: field by field, or as the JSON body of the request',
		values: {
			mapFields: { description: 'Fill in the fields one by one' },
			json: {
				label: 'JSON',
				description: 'Enter the request body with the field names of the service',
			},
		},
	},
	deletionLimit: {
		kind: 'number',
		min: 0,
		max: 100,
		default: 50,
		description:
			'Stops the node before more than this share (%) of the known records, and more than 5, come as deleted. If the list is really shorter, set it to 100 for one execution.',
	},
	confirm: {
		kind: 'choice',
		description:
			'Whether to wait until the service has applied what it received. How it tells that is set in the credential.',
		values: {
			no: { label: 'No', description: 'A request is done once the service has received it' },
			wait: {
				label: 'Wait',
				description: 'Ask for the status of each transaction until it is applied or refused',
			},
		},
	},
	confirmMinutes: {
		kind: 'number',
		min: 0,
		max: Infinity,
		default: 10,
		fraction: true,
		description:
			'How many minutes to wait for the statuses, all together; 0 asks once. A request without a final status then has the status pending.',
	},
	dryRun: booleanOption(
		'Whether to return the requests instead of sending them: one item per request, with its body',
	),
	emitExisting: booleanOption(
		'Whether the first poll emits everything that exists; otherwise only changes from then on are emitted',
	),
	findDeletions: {
		kind: 'choice',
		description: 'Which records are reported as deleted',
		values: {
			compare: {
				label: 'By Comparing',
				description: 'Those that two whole readings in a row did not have',
			},
			named: {
				label: 'Named by the Service',
				description:
					'Only those that the service names as deleted: for exports that have only what changed',
			},
		},
	},
	fileFormat: {
		kind: 'choice',
		description: 'The format of the file',
		values: {
			ndjson: { label: 'NDJSON', description: 'One JSON object per line' },
			csv: { label: 'CSV', description: 'A table with a header; nested fields are JSON text' },
		},
	},
	fileName: {
		kind: 'string',
		default: '',
		example: 'products.ndjson',
		description: 'The name of the file; left empty, it is named after the list',
	},
	ignoreUnknownFields: booleanOption(
		'Whether to leave out input fields that the record does not have when mapping automatically. Otherwise, such items are errors.',
	),
	itemFieldsToUpdate: {
		kind: 'choice',
		description:
			'Which fields of the project items the service updates. It applies to all items of a request: give them the same fields.',
		values: {
			held: {
				label: 'Only Those Given',
				description: 'Those that the items have, also with null; all others stay as they are',
			},
			chosen: { label: 'Chosen Fields', description: 'Those that you choose' },
			all: {
				label: 'All (Others May Be Emptied)',
				description: 'Every field, also those that the items do not have',
			},
		},
	},
	limit: { ...POSITIVE_INTEGER, default: 50, description: 'Max number of results to return' },
	onlyChanged: booleanOption(
		'Whether to read first what the service has, and to send only records that differ from it. With Dry Run, each record comes out with its fields before and after.',
		'Only Changed Records',
	),
	onlyFilled: booleanOption(
		'Whether to leave out fields that are null, empty text or empty collections',
		'Only Filled Fields',
	),
	output: {
		kind: 'choice',
		description: 'Which fields an item has',
		values: {
			raw: { description: 'All fields that the service returns' },
			simplified: { description: 'The few fields that identify and summarize a record' },
			selected: {
				label: 'Selected Fields',
				description: 'Only the fields that you choose, and the ID',
			},
		},
	},
	resendUncertain: booleanOption(
		'Whether to send again what may have arrived when n8n executes this node again (Retry On Fail, or a retry of the execution). Turn it off afterwards.',
		'Resend Uncertain Requests',
	),
	returnAll: booleanOption('Whether to return all results or only up to a given limit'),
	startOver: booleanOption(
		'Whether to forget the cursor first, so that every record is returned as created. Turn it on for one execution, and empty your copy before.',
	),
	waitMinutes: {
		kind: 'number',
		fraction: true,
		min: 0,
		max: Infinity,
		default: 0,
		description:
			'How many minutes to ask again for what is not final yet, every 5 to 60 seconds; may be a fraction. All input items wait together.',
	},
} as const satisfies Readonly<Record<string, Option>>;

type Table = typeof OPTIONS;
export type OptionName = keyof Table;

type ValueOf<O extends Option> = O extends { readonly kind: 'number' }
	? O extends { readonly optional: true }
		? number | undefined
		: number
	: O extends { readonly kind: 'choice' }
		? keyof O['values'] & string
		: O extends { readonly kind: 'boolean' }
			? boolean
			: string;

/** The checked value of each option. */
export type OptionValues = { readonly [N in OptionName]: ValueOf<Table[N]> };

/** The options of writes. */
export const WRITE_OPTIONS = [
	'changeLimit',
	'confirm',
	'confirmMinutes',
	'dryRun',
	'ignoreUnknownFields',
	'onlyChanged',
	'resendUncertain',
] as const satisfies readonly OptionName[];
export type WriteOptions = Pick<OptionValues, (typeof WRITE_OPTIONS)[number]>;

/** The label of an option, or of another parameter, in the editor. */
export function parameterLabel(name: string): string {
	const table: Readonly<Record<string, Option>> = OPTIONS;
	const own = Object.hasOwn(table, name) ? table[name].label : undefined;
	return own ?? labelOf(name);
}
