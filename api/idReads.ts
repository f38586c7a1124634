// The reads that ask for an ID, and what each ID is called where several of them stand side by side.
import type { ReadEndpoint, Resource } from './endpoint';
import { fieldsOf } from './schema/types';

export interface IdRead {
	/** The saved name of the ID: `taskId`. */
	readonly key: string;
	/** The ID in the editor: "Task ID". */
	readonly label: string;
	readonly example: string;
	readonly resource: Resource;
	readonly endpoint: ReadEndpoint;
}

function idReadOf(resource: Resource, endpoint: ReadEndpoint): IdRead[] {
	const { idParameter, idsParameter, idsTexts, query } = endpoint;
	const read = { resource, endpoint };
	if (idsParameter !== undefined) {
		const label = `${resource.name} IDs`;
		return [{ key: idsParameter, label, example: idsTexts?.example ?? '', ...read }];
	}
	if (idParameter === undefined) return [];
	const key = idParameter === 'id' ? `${resource.resource}Id` : idParameter;
	const field = fieldsOf(query).find(({ name }) => name === idParameter);
	return [{ key, label: field?.label ?? key, example: field?.example ?? '', ...read }];
}

/** Every read that asks for an ID; several may ask for the same one. */
export function idReadsOf(resources: readonly Resource[]): IdRead[] {
	return resources.flatMap((resource) =>
		Object.values(resource.operations).flatMap((endpoint) =>
			endpoint.kind === 'read' ? idReadOf(resource, endpoint) : [],
		),
	);
}

/** Whether a read returns the one record that has the ID. */
export function isRecordRead({ endpoint }: IdRead): boolean {
	return endpoint.idParameter !== undefined && endpoint.rows === undefined && !endpoint.oneOrMany;
}
