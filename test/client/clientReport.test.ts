// What an execution's requests give cause to say is said once, however often it was noticed.
import { addDrift, MAX_PATHS, newReport } from '../../client/clientReport';

const drift = (...undocumented: string[]) => ({
	undocumented,
	missing: [],
	retyped: [],
	dropped: [],
});

test('a field that differs in several responses is noted once, in the order of its first one', () => {
	const report = newReport();
	addDrift(report, drift('B', 'A'), []);
	addDrift(report, { ...drift('A', 'C'), missing: ['Id'] }, []);
	expect(report.drift).toMatchObject({ undocumented: ['B', 'A', 'C'], missing: ['Id'] });
});

test('of each kind, a bounded number of fields is noted', () => {
	const report = newReport();
	for (let number = 0; number < 2 * MAX_PATHS; number++) addDrift(report, drift(`F${number}`), []);
	expect(report.drift?.undocumented).toHaveLength(MAX_PATHS);
});

test('a long path is cut', () => {
	const report = newReport();
	addDrift(report, drift('n'.repeat(100_000), 'n'.repeat(100_001)), []);
	expect(report.drift?.undocumented).toEqual([`${'n'.repeat(197)}...`]);
});

test('secrets are removed before a path is cut', () => {
	const report = newReport();
	addDrift(report, drift(`${'n'.repeat(190)}secret-key`), ['secret-key']);
	expect(report.drift?.undocumented).toEqual([`${'n'.repeat(190)}***`]);
});
