// The credential that all input items share: its expressions may not give them different values.
import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { canonicalJson } from '../../client/values/hashes';
import { CREDENTIAL_TYPE } from '../../credentials/credentialValues';
import { parameterError } from './errors';

/** Asking costs more than a millisecond each: with many input items, about this many between the ends are asked. */
const ASKED_BETWEEN = 20;

/** The first, the second and the last of some items, and some between. */
function someItems(count: number): number[] {
	const last = count - 1;
	const between = Array.from({ length: ASKED_BETWEEN }, (_, index) =>
		Math.floor((last * (index + 1)) / (ASKED_BETWEEN + 1)),
	);
	const items = new Set([0, 1, ...between, last]);
	return [...items].filter((item) => item >= 0 && item < count);
}

/**
 * The values of the node's credential.
 *
 * @throws NodeOperationError where input items have different values; errors of n8n, where it cannot give the credential
 */
export async function sharedCredential(
	context: IExecuteFunctions,
): Promise<ICredentialDataDecryptedObject> {
	const first = await context.getCredentials(CREDENTIAL_TYPE, 0);
	const [, ...items] = someItems(context.getInputData().length);
	for (const itemIndex of items) {
		const data = await context.getCredentials(CREDENTIAL_TYPE, itemIndex);
		if (canonicalJson(data) !== canonicalJson(first))
			throw parameterError(
				context.getNode(),
				'The credential gives the input items different values',
				itemIndex,
				'Nothing was sent. Execute the node once per credential, for example in a loop.',
			);
	}
	return first;
}
