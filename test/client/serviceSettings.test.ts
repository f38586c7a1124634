// What the credential says about a service: values with their defaults, and wrong ones named.
import {
	DEFAULT_SERVICE_SETTINGS,
	readServiceSettings,
	SETTING_LABELS,
	type SettingName,
} from '../../client/serviceSettings';

const on = { serviceSettings: true };

test.each<[string, object]>([
	['nothing is saved', {}],
	['the switch is off, whatever is saved', { serviceSettings: false, firstPage: 2, timeout: 'x' }],
	['the switch is on and nothing is filled in', on],
	['what was filled in is empty', { ...on, timeZone: ' ', requestsPerMinute: '', timeout: null }],
])('the defaults hold where %s', (_, values) => {
	expect(readServiceSettings(values as never)).toEqual({
		ok: true,
		settings: DEFAULT_SERVICE_SETTINGS,
	});
});

test('every field is read, numbers also as text', () => {
	const same = { responseFormat: 'xml', requestFormat: 'form', recordsPerRequest: 100 } as const;
	const others = { requestsPerMinute: 60, maxRetries: 0, longestWait: 1, timeout: 600 };
	const values = {
		...{ ...on, ...same, ...others, refusedAppliesNothing: true },
		...{ firstPage: '0', productsPerPage: ' 1000 ', concurrency: '2' },
		...{ timeZone: ' America/New_York ', statusPath: ' /SI/Status/{MessageId}' },
		...{ statusField: 'Result.State', messageField: 'Result.Text' },
		...{ appliedValues: 'Imported, "Done, all"\nOK', refusedValues: 'Rejected,' },
	};
	const statuses = {
		...{ path: '/SI/Status/{MessageId}', field: 'Result.State', messageField: 'Result.Text' },
		...{ appliedValues: ['Imported', 'Done, all', 'OK'], refusedValues: ['Rejected'] },
	};
	expect(readServiceSettings(values)).toEqual({
		ok: true,
		settings: {
			...{ ...same, ...others, statuses, refusedAppliesNothing: true },
			...{ firstPage: 0, productsPerPage: 1000, concurrency: 2, timeZone: 'America/New_York' },
		},
	});
});

test.each<[SettingName, unknown, string]>([
	['firstPage', 2, 'one of findOut, 0, 1, not 2'],
	['productsPerPage', 0, 'a whole number of 1 or more, not 0'],
	['recordsPerRequest', 0, 'a whole number of 1 or more, not 0'],
	['responseFormat', 'form', 'one of json, xml, not "form"'],
	['timeZone', 'Europe/Atlantis', 'the name of a time zone, such as Europe/Berlin, not "Europe/At'],
	['timeZone', '+02:00', 'the name of a time zone'],
	['timeZone', 1, 'the name of a time zone, such as Europe/Berlin, not 1'],
	['concurrency', 0, 'a whole number from 1 to 50, not 0'],
	['concurrency', 51, 'a whole number from 1 to 50, not 51'],
	['maxRetries', 21, 'a whole number from 0 to 20, not 21'],
	['longestWait', 0, 'a whole number from 1 to 1440, not 0'],
	['longestWait', 1441, 'a whole number from 1 to 1440, not 1441'],
	['timeout', 86_401, 'a whole number from 1 to 86400, not 86401'],
	['requestFormat', 'text', 'one of json, xml, form, not "text"'],
	['concurrency', 'four', 'a whole number from 1 to 50, not "four"'],
	['timeout', 1.5, 'a whole number from 1 to 86400, not 1.5'],
	['requestsPerMinute', -1, 'a whole number of 1 or more, not -1'],
	['maxRetries', [3], 'a whole number from 0 to 20, not [3]'],
	['appliedValues', ['Done'], 'text, not ["Done"]'],
	['statusPath', { a: 1 }, 'text, not {"a":1}'],
	['refusedAppliesNothing', 'yes', 'true or false, not "yes"'],
	['serviceSettings', 'yes', 'true or false, not "yes"'],
])('%s = %j is a problem that names the field', (name, value, expected) => {
	const read = readServiceSettings({ ...on, [name]: value });
	expect(read).toMatchObject({ ok: false });
	expect(read).toHaveProperty(
		'problem',
		expect.stringContaining(`'${SETTING_LABELS[name]}' of the credential must be ${expected}`),
	);
});
