// Change Limit: a run that would change too many of the records that the service accepted before sends nothing.
import { exceedsLimit } from '../../../../client/changes/deletionLimit';
import type { Plan } from '../../../../client/publish/plan';
import type { KnownRecords } from '../../../../client/publish/unchangedRecords';
import { countText } from '../../../../wire/result';
import { parameterError } from '../../../shared/errors';
import type { WriteOptions } from '../../../shared/options';
import type { Run } from '../../nodeRun';

/**
 * Stops a run that would change or delete a larger share of the known records than the option allows. A later try of
 * the same execution makes the requests of the first one, which was checked.
 *
 * @returns with Dry Run, that the real run would be stopped
 * @throws NodeOperationError before anything is sent
 */
export function checkChangeLimit(
	{ node, report }: Pick<Run, 'node' | 'report'>,
	{ changeLimit, dryRun }: WriteOptions,
	{ leftOutBefore }: KnownRecords,
	{ changing, knownRecords }: Plan,
): string | undefined {
	if (changeLimit === undefined || leftOutBefore) return undefined;
	if (knownRecords === 0) {
		report.hint(
			"'Change Limit' did not apply: this node does not know yet, or no longer, which records the service has accepted.",
		);
		return undefined;
	}
	if (!exceedsLimit(changing, knownRecords, changeLimit)) return undefined;
	const message = `${countText(changing)} of ${countText(knownRecords)} known records would be changed or deleted, but 'Change Limit' allows ${changeLimit} %`;
	if (dryRun) return `The real run would send nothing: ${message}.`;
	throw parameterError(
		node,
		message,
		undefined,
		"Nothing was sent. Check the data that came in. If they are right, raise 'Change Limit' in the options until this run has succeeded, or remove it.",
	);
}
