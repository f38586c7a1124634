// Records by many IDs: each once, a number of them in a request, matched to what was requested.
import { client as clients } from '../../../api/resources/client';
import { type IdsSettings, readByIds } from '../../../client/reads/readByIds';
import { ServiceError } from '../../../client/failures/serviceError';
import { clientOf, errorOf, response, type Service, serviceOf } from '../fakes';

const endpoint = clients.operations.getAll;

function idAt(number: number): string {
	return `0f0e0d0c-0b0a-4908-8706-${String(number).padStart(12, '0')}`;
}

function asked(body: string | undefined): string[] {
	return (body?.match(/[0-9a-fA-F-]{36}/g) ?? []).map((id) => id.toLowerCase());
}

/** Gives a client for each id that is asked for, unless it is unknown. */
function service(unknown: readonly string[] = []): Service {
	return serviceOf(({ body }) => {
		const known = asked(body).filter((id) => !unknown.includes(id));
		return response(200, JSON.stringify(known.map((Id) => ({ Id, Name: `Name of ${Id}` }))));
	});
}

async function read(from: Service, ids: readonly string[], settings: Partial<IdsSettings> = {}) {
	return await readByIds(clientOf(from, { settings: { maxRetries: 0 } }), endpoint, ids, {
		accept: 'json',
		format: 'json',
		concurrency: 4,
		...settings,
	});
}

test('250 ids take three requests of at most 100, in order', async () => {
	const from = service();
	const ids = Array.from({ length: 250 }, (_, index) => idAt(index));
	const { found, missing } = await read(from, ids);
	expect(from.requests.map(({ body }) => asked(body).length)).toEqual([100, 100, 50]);
	expect(found.map(({ record }) => record.Id)).toEqual(ids);
	expect(missing).toEqual([]);
});

test('an id that is given twice, in any case, is read once', async () => {
	const from = service();
	const { found } = await read(
		from,
		['aaaaaaaa', 'bbbbbbbb'].flatMap((start) => {
			const id = `${start}-0b0a-4908-8706-000000000001`;
			return [id, id.toUpperCase()];
		}),
	);
	expect(from.requests).toHaveLength(1);
	expect(asked(from.requests[0]?.body)).toHaveLength(2);
	expect(found).toHaveLength(2);
});

test('a record is matched to the id as it was given; what did not come is missing', async () => {
	const given = [idAt(1), 'AAAAAAAA-0b0a-4908-8706-000000000001', idAt(3)];
	const { found, missing } = await read(service([idAt(3)]), given);
	expect(found.map(({ ids }) => ids)).toEqual([[given[0]], [given[1]]]);
	expect(missing).toEqual([given[2]]);
});

test('a record that nobody asked for belongs to all ids of its request', async () => {
	const from = serviceOf(() => response(200, JSON.stringify([{ Id: idAt(9), Name: 'Other' }])));
	const { found, missing } = await read(from, [idAt(1), idAt(2)]);
	expect(found.map(({ ids }) => ids)).toEqual([[idAt(1), idAt(2)]]);
	expect(missing).toEqual([idAt(1), idAt(2)]);
});

describe('a request that fails', () => {
	const failing = () =>
		serviceOf(({ body }) => {
			const ids = asked(body);
			if (ids.includes(idAt(0))) return response(400);
			return response(200, JSON.stringify(ids.map((Id) => ({ Id }))));
		});
	const ids = Array.from({ length: 150 }, (_, index) => idAt(index));

	test('is thrown', async () => {
		expect(await errorOf(read(failing(), ids))).toBeInstanceOf(ServiceError);
	});

	test('or told, and the others are still read', async () => {
		const failed: number[] = [];
		const onFailure = (named: readonly string[]) => failed.push(named.length);
		const { found, missing } = await read(failing(), ids, { onFailure });
		expect(failed).toEqual([100]);
		expect(found).toHaveLength(50);
		expect(missing).toEqual([]);
	});
});
