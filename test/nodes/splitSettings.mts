// Settings of the credential that tests write among the options of a node.
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

/** Settings of the credential that a test may write among the options of its parameters, by their short names. */
export function splitSettings({ options, ...parameters }: INodeParameters): {
	readonly parameters: INodeParameters;
	readonly service: ICredentialDataDecryptedObject;
} {
	if (typeof options !== 'object' || options === null) return { parameters, service: {} };
	const { pageSize, recordsPerRequest, requests, ...own } = options as Record<string, unknown>;
	const service = {
		...(requests as ICredentialDataDecryptedObject),
		...(pageSize !== undefined && { productsPerPage: pageSize as number }),
		...(recordsPerRequest !== undefined && { recordsPerRequest: recordsPerRequest as number }),
	};
	return { parameters: { ...parameters, options: own as INodeParameters }, service };
}
