// The memory of accepted records: what counts as unchanged, in the lists of one run and through its tries.
import {
	type AcceptedRecords,
	beginRequest,
	decisionsOf,
	endRequest,
	packAccepted,
	unpackAccepted,
} from '../../../client/publish/acceptedRecords';
import { compareRecords, rememberedTogether } from '../../../client/publish/changedRecords';

const endpoint = {
	path: '/list',
	key: 'Id',
	listKeys: ['List'],
	records: 'Rows',
	total: 'Total',
	deletedIds: 'Deleted',
};

interface Write {
	readonly head?: object;
	readonly deleted?: readonly string[];
	readonly service?: string;
	/** What became of the request; `accepted` by default. */
	readonly outcome?: 'accepted' | 'failed';
	/** What an earlier try of the run decided. */
	readonly decided?: string;
}

/** Writes `id=content` rows as one request; returns those that were sent, and the packed decisions. */
function write(memory: AcceptedRecords, rows: readonly string[], given: Write = {}) {
	const { head = {}, deleted = [], service = 'S', outcome = 'accepted', decided } = given;
	const records = rows.map((row) => ({ Id: row.split('=')[0], Content: row }));
	const decisions = decisionsOf(decided);
	const compared = compareRecords(endpoint, { List: 'L', ...head }, records, deleted, {
		accepted: memory,
		decisions,
		service,
		contentOf: ({ Content }) => String(Content),
		sent: new Set(),
	});
	const sent = rows.filter((_, index) => compared.records[index]);
	const remembered = rememberedTogether([compared.list, ...compared.records]);
	if (sent.length > 0 || deleted.length > 0) {
		const underWay = new Map();
		beginRequest(memory, underWay, remembered);
		endRequest(memory, underWay, remembered, outcome === 'accepted');
		expect(underWay.size).toBe(0);
	}
	return { sent, decisions: decisions.packed() };
}

function written(...rows: string[]): AcceptedRecords {
	const memory: AcceptedRecords = new Map();
	write(memory, rows);
	return memory;
}

test.each<[string, string[], Write, string[]]>([
	['as it was', ['1=a', '2=b'], {}, []],
	['changed, and new', ['1=A', '2=b', '3=c'], {}, ['1=A', '3=c']],
	['changed and back in one run', ['1=A', '1=a'], {}, ['1=A', '1=a']],
	['twice in one run', ['3=c', '3=c'], {}, ['3=c', '3=c']],
	['without a key', ['=x', '=x'], {}, ['=x', '=x']],
	['in another list', ['1=a'], { head: { List: 'M' } }, ['1=a']],
	['for another credential', ['1=a'], { service: 'T' }, ['1=a']],
	['of a list with another name', ['1=a', '2=b'], { head: { Name: 'N' } }, ['1=a', '2=b']],
	['of a list with another total', ['1=a'], { head: { Total: 7, Rows: [] } }, []],
])('a record %s', (_, rows, given, sent) => {
	expect(write(written('1=a', '2=b'), rows, given).sent).toEqual(sent);
});

test('a GUID is the same in any case', () => {
	const id = '6f9619ff-8b86-d011-b42d-00c04fc964ff';
	const memory = written(`${id}=a`);
	const records = [{ Id: id.toUpperCase(), Content: `${id}=a` }];
	const comparison = {
		accepted: memory,
		decisions: decisionsOf(undefined),
		service: 'S',
		contentOf: ({ Content }: Readonly<Record<string, unknown>>) => String(Content),
		sent: new Set<string>(),
	};
	expect(compareRecords(endpoint, { List: 'L' }, records, [], comparison).records).toEqual([
		undefined,
	]);
});

test('what was deleted is sent again, and so is what a failed request carried', () => {
	const memory = written('1=a', '2=b');
	write(memory, [], { deleted: ['1'] });
	expect(write(memory, ['1=a', '2=b']).sent).toEqual(['1=a']);
	write(memory, ['2=B'], { outcome: 'failed' });
	expect(write(memory, ['2=b']).sent).toEqual(['2=b']);
});

test('a list that was renamed is sent whole, even where a request for it fails', () => {
	const memory = written('1=a', '2=b');
	write(memory, ['1=a', '2=b'], { head: { Name: 'N' }, outcome: 'failed' });
	expect(write(memory, ['1=a', '2=b'], { head: { Name: 'N' } }).sent).toEqual(['1=a', '2=b']);
});

test('a later try decides as the first one did, whatever was accepted meanwhile', () => {
	const memory = written('1=a', '2=b');
	const first = write(memory, ['1=A', '2=b', '3=c']);
	write(memory, ['2=B', '3=c']);
	const second = write(memory, ['1=A', '2=b', '3=c'], { decided: first.decisions });
	expect(second.sent).toEqual(first.sent);
	// Other data than in the first try is sent.
	expect(write(memory, ['2=x', '4=d'], { decided: first.decisions }).sent).toEqual(['2=x', '4=d']);
});

test('100,000 records take 22 characters each, and come back as they were', () => {
	const memory = written(...Array.from({ length: 100_000 }, (_, index) => `id-${index}=c`));
	const packed = packAccepted(memory);
	expect(packed.length / 100_000).toBeLessThan(22);
	expect(unpackAccepted(packed)).toEqual(memory);
	expect(unpackAccepted('').size).toBe(0);
});
