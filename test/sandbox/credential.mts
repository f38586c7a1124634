// What a person enters in the credential for a service with habits, apart from what Check finds out.
import { STATUS_PATHS } from './queue';
import type { SandboxOptions } from './service.mjs';

/** What the operator of the service tells. */
export function toldSettings({ queue, statuses = 'path', personality }: Partial<SandboxOptions>) {
	const hasBareDates = /none|mixed/.test(personality?.habits.offsets ?? '');
	return {
		...{ statusPath: STATUS_PATHS[statuses], statusField: 'Result.State' },
		...{ appliedValues: 'Imported', refusedValues: 'Rejected', messageField: 'Result.Text' },
		refusedAppliesNothing: queue?.appliesRest !== true,
		...(hasBareDates && { timeZone: 'UTC' }),
	};
}

/** Where a person finds what became of a transaction. */
export function statusesText(habits: Partial<SandboxOptions>): string {
	const { statusPath, statusField, messageField } = toldSettings(habits);
	return `${statusPath}, with ${statusField} (Imported, Rejected) and ${messageField}`;
}

/** How the credential reaches the service; without its settings. */
export function accessOf(baseUrl: string, { personality }: Partial<SandboxOptions>) {
	const key = personality?.habits.credential;
	if (!key) return { baseUrl, authentication: 'none' };
	const { header, value } = key;
	return { baseUrl, authentication: 'headerKey', headerName: header, headerValue: value };
}
