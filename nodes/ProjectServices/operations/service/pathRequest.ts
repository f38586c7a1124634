// What an input item asks Get From Path for.
import { isRecord } from '../../../../api/schema/types';
import type { PathRequest } from '../../../../client/service/readPath';
import { projector } from '../../../../wire/projection';
import { optionLabel } from '../../../shared/options';
import { choiceOfValues, optionValue } from '../../../shared/optionValues';
import type { NodeInput } from '../../input';
import { textOf, textParameter } from './serviceParameters';

/** The parameters behind the path; one without a value is sent empty. */
function queryOf(input: NodeInput, itemIndex: number): PathRequest['query'] {
	const query = input.parameters('query', itemIndex);
	const pairs = isRecord(query) ? [query.parameters ?? []].flat() : [];
	return pairs.filter(isRecord).map(({ name, value }) => {
		const text = (each: unknown) => textOf(input, optionLabel('query'), each, itemIndex);
		return [text(name).trim(), text(value)];
	});
}

/**
 * What to read from a path, and what of each row an item keeps.
 *
 * @throws NodeOperationError for a parameter that is wrong
 */
export function pathRequest(input: NodeInput, itemIndex: number) {
	const { node, optionsOf, parameters } = input;
	const { onlyFilled, pageNumber, pageSize, responseFormat } = optionsOf(itemIndex);
	const all = optionValue(node, 'returnAll', parameters('returnAll', itemIndex), itemIndex);
	const limit = optionValue(node, 'limit', parameters('limit', itemIndex), itemIndex);
	const modes = ['none', 'pageNumber'];
	const paging = choiceOfValues(node, 'paging', modes, parameters('paging', itemIndex), itemIndex);
	const request: PathRequest = {
		path: textParameter(input, 'path', itemIndex),
		query: queryOf(input, itemIndex),
		itemsUnder: textParameter(input, 'itemsUnder', itemIndex),
		paging: paging === 'pageNumber' ? paging : 'none',
		limit: all ? Infinity : limit,
		pageSize,
		pageNumber,
		accept: responseFormat,
	};
	return { request, keep: projector({ onlyFilled }) };
}
