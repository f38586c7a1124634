// What the tests of errors share: services that answer as a test says, a read of a purchase order, and its error.
import { type RunResult, runNode, type RunSettings } from '../engine.mjs';
import { type Answer, type BareService, startBareService } from '../service.mjs';

const services: BareService[] = [];

afterEach(async () => {
	await Promise.all(services.splice(0).map(async (service) => await service.stop()));
});

export async function serve(answer: Answer): Promise<BareService> {
	const service = await startBareService(answer);
	services.push(service);
	return service;
}

export const order = '{"Id":"1","Vendor":"V","Number":"N","Status":"Open"}';

export function getOrder(
	url: string,
	changes: Partial<RunSettings> & { id?: unknown; options?: object } = {},
): Promise<RunResult> {
	const { id = '1', options = { requests: { maxRetries: 0 } }, ...rest } = changes;
	return runNode({
		parameters: {
			resource: 'purchaseOrder',
			operation: 'get',
			id: id as string,
			options: options as never,
		},
		credential: { baseUrl: url, authentication: 'none' },
		...rest,
	});
}

export function words({ error }: RunResult): string {
	return `${error?.message ?? 'no error'} | ${error?.description ?? ''}`;
}
