// One connection for all input items, or one for each where expressions in the credential give them different values.
import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { canonicalJson } from '../../client/values/hashes';
import { CREDENTIAL_TYPE } from '../../credentials/credentialValues';
import { connect, type Connection, type ConnectionChoices } from './connection';
import { parameterError } from './errors';

interface ItemConnections {
	/** The connection of the first item. */
	readonly client: Connection;
	/** The connection of an input item. */
	readonly clientOf: (itemIndex: number) => Promise<Connection>;
}

/** Whether an expression in the credential failed, which n8n adds to the message, and not n8n itself. */
function isExpressionFailure(error: unknown): boolean {
	return /\[Error resolving credentials\]$/.test(String(error));
}

/**
 * Whether the credential has values that differ between input items. No item has this index, so an expression about
 * items finds nothing there; a credential without expressions is the same.
 *
 * @throws errors of n8n, where it cannot give the credential
 */
async function dependsOnItems(
	context: IExecuteFunctions,
	first: ICredentialDataDecryptedObject,
): Promise<boolean> {
	const indexOfNoItem = context.getInputData().length;
	const data = await context
		.getCredentials(CREDENTIAL_TYPE, indexOfNoItem)
		.catch(async (error: unknown) =>
			isExpressionFailure(error) ? undefined : await Promise.reject(error),
		);
	return data === undefined || canonicalJson(data) !== canonicalJson(first);
}

/** @throws NodeOperationError where input items whose records go out together have different credentials */
async function checkCredentialAgreement(
	context: IExecuteFunctions,
	first: ICredentialDataDecryptedObject,
): Promise<void> {
	for (let itemIndex = 1; itemIndex < context.getInputData().length; itemIndex++) {
		const data = await context.getCredentials(CREDENTIAL_TYPE, itemIndex);
		if (canonicalJson(data) !== canonicalJson(first))
			throw parameterError(
				context.getNode(),
				'The credential gives the input items different values',
				itemIndex,
				'Nothing was sent. Only reads by ID can use another credential for each item: for other operations, run the node once per credential, in a loop.',
			);
	}
}

/**
 * The connections of an execution.
 *
 * @param readsPerItem Whether each item is a request of its own, so that it may use a credential of its own
 * @throws NodeOperationError that names a wrong value of the credential, or items that disagree; errors of n8n
 */
export async function connectItems(
	context: IExecuteFunctions,
	choices: ConnectionChoices,
	readsPerItem: boolean,
): Promise<ItemConnections> {
	const data = await context.getCredentials(CREDENTIAL_TYPE, 0);
	const itemCount = context.getInputData().length;
	// A single read by ID keeps nothing that would belong to its credential.
	const isItemBound = !(readsPerItem && itemCount === 1) && (await dependsOnItems(context, data));
	const client = connect(context, data, { ...choices, isItemBound });
	if (!isItemBound) return { client, clientOf: async () => client };
	if (!readsPerItem) await checkCredentialAgreement(context, data);
	return {
		client,
		clientOf: async (itemIndex) => {
			if (itemIndex === 0) return client;
			const own = await context.getCredentials(CREDENTIAL_TYPE, itemIndex);
			return connect(context, own, { ...choices, isItemBound });
		},
	};
}
