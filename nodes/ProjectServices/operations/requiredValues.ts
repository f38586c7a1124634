// The parameters that a read cannot do without: the ID of what it reads.
import { fieldsOf } from '../../../api/schema/types';
import type { QueryValues } from '../../../client/reads/readRequest';
import { idProblem } from '../../shared/enteredIds';
import { parameterError, quoted } from '../../shared/errors';
import { labelOf } from '../../shared/labels';
import type { ReadRun } from '../nodeRun';

const ONE_ID = 'Give one ID per input item.';

/**
 * The required parameters of a read for an input item.
 *
 * @throws NodeOperationError when one is empty
 */
export function requiredValues(
	{ endpoint, node, parameters }: ReadRun,
	itemIndex: number,
): QueryValues {
	const fields = fieldsOf(endpoint.query).filter(({ required }) => required);
	return Object.fromEntries(
		fields.map(({ name, label }) => {
			const value = parameters(name, itemIndex);
			const problem = idProblem(value);
			if (problem === undefined) return [name, String(value).trim()];
			throw parameterError(
				node,
				`${quoted(label ?? labelOf(name))} ${problem}`,
				itemIndex,
				Array.isArray(value)
					? ONE_ID
					: 'Enter the ID, or map it from the input item. An expression that finds nothing is empty.',
			);
		}),
	);
}

/** The texts for an input item for which nothing was found; the ID that it gave may look like several. */
export function notFoundTexts(input: ReadRun) {
	const { endpoint, noun } = input;
	const advice = (itemIndex: number) => {
		const ids = Object.values(requiredValues(input, itemIndex));
		const oneId = ids.some((id) => /[,[\r\n]/.test(String(id))) ? ` ${ONE_ID}` : '';
		// Only the list of change order projects has no ID.
		if (ids.length === 0)
			return "If you expected some, check the filters. Imported ones are left out unless 'Include Imported' is on.";
		return `If you expected some, check the ID and the filters.${oneId}`;
	};
	return { rowNoun: endpoint.rowNoun ?? noun, advice };
}
