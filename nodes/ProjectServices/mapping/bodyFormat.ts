// The format in which the body of a request is sent.
import type { INode } from 'n8n-workflow';

import type { Endpoint } from '../../../api/endpoint';
import { parameterError } from '../../shared/errors';
import type { ItemOptions } from '../../shared/optionValues';

/** The format in which a body is sent; form bodies only where the document shows one. */
export function bodyFormat(
	node: INode,
	endpoint: Endpoint,
	{ requestFormat: format }: Pick<ItemOptions, 'requestFormat'>,
): ItemOptions['requestFormat'] {
	if (format !== 'form' || endpoint.form) return format;
	throw parameterError(
		node,
		'The API documentation does not describe a form body for this operation',
		undefined,
		"Set 'Request Format' to JSON or XML in the options.",
	);
}
