// What a person enters in the credential for the simulated service, apart from what Check finds out.
import type { Habits } from './habits';
import { STATUS_PATH } from './queue';

/** What the operator of the service tells. */
export function toldSettings({ offsets }: Habits = {}) {
	return {
		...{ statusPath: STATUS_PATH, statusField: 'Result.State' },
		...{ appliedValues: 'Imported', refusedValues: 'Rejected', messageField: 'Result.Text' },
		refusedAppliesNothing: true,
		...((offsets === 'none' || offsets === 'mixed') && { timeZone: 'UTC' }),
	};
}

/** Where a person finds what became of a transaction. */
export const statusesText = `${STATUS_PATH}, with Result.State (Imported, Rejected) and Result.Text`;
