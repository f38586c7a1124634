// What an input item asks Get From Path for.
import { isRecord } from '../../../../api/schema/types';
import type { PathRequest } from '../../../../client/service/readPath';
import { projector } from '../../../../wire/projection';
import { parameterError } from '../../../shared/errors';
import { holdsExpression, savedAt } from '../../../shared/expressions';
import { parameterLabel } from '../../../shared/options';
import { choiceOfValues, optionValue } from '../../../shared/optionValues';
import type { NodeInput } from '../../input';
import { textOf, textParameter } from './textParameters';

/**
 * The query parameters of the path. A value that was entered as empty text is sent empty.
 *
 * @throws NodeOperationError for a value whose expression finds nothing: without it, the service may give everything
 */
function queryOf(input: NodeInput, itemIndex: number): PathRequest['query'] {
	const { node, parameters } = input;
	const query = parameters('query', itemIndex);
	const pairs = isRecord(query) ? [query.parameters ?? []].flat() : [];
	const saved = savedAt(node.parameters, 'query.parameters');
	const text = (value: unknown) => textOf(input, parameterLabel('query'), value, itemIndex);
	return pairs.filter(isRecord).map(({ name, value }, index) => {
		const entry: unknown = Array.isArray(saved) ? saved[index] : saved;
		const isEntered = isRecord(entry) && !holdsExpression(entry.value);
		const label = text(name).trim();
		const sent = text(value);
		if (sent === '' && !isEntered)
			throw parameterError(
				node,
				`'Query' has no value for "${label}": its expression found nothing`,
				itemIndex,
				'Correct the expression, or leave such items out, for example with an If node. To send an empty value, leave the field empty.',
			);
		return [label, sent];
	});
}

/**
 * What to read from a path, and what of each row an item keeps.
 *
 * @throws NodeOperationError for a parameter that is wrong
 */
export function pathRequest(input: NodeInput, itemIndex: number) {
	const { node, optionsOf, parameters } = input;
	const modes = ['none', 'pageNumber'];
	const paging = choiceOfValues(node, 'paging', modes, parameters('paging', itemIndex), itemIndex);
	const isAll = optionValue(node, 'returnAll', parameters('returnAll', itemIndex), itemIndex);
	const limit = optionValue(node, 'limit', parameters('limit', itemIndex), itemIndex);
	const request: PathRequest = {
		path: textParameter(input, 'path', itemIndex),
		query: queryOf(input, itemIndex),
		itemsUnder: textParameter(input, 'itemsUnder', itemIndex),
		paging: paging === 'pageNumber' ? paging : 'none',
		limit: isAll ? Infinity : limit,
		...optionsOf(['pageNumber', 'pageSize'], itemIndex),
	};
	return { request, keep: projector(optionsOf(['onlyFilled'], itemIndex)) };
}
