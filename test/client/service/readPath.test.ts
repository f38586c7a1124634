// Get From Path: records without a schema, from JSON and XML, page by page.
import { type PathRequest, readPath } from '../../../client/service/readPath';
import { clientOf, errorOf, response, serviceOf } from '../fakes';

const xml = { 'content-type': 'application/xml' };

const request: PathRequest = {
	path: '/x',
	query: [],
	itemsUnder: '',
	paging: 'none',
	limit: Infinity,
};

async function rowsOf(body: string, itemsUnder = '') {
	const headers = body.startsWith('<') ? xml : undefined;
	const from = serviceOf(() => response(200, body, headers));
	return await readPath(clientOf(from), { ...request, itemsUnder });
}

test.each<[string, string, string, unknown[]]>([
	['a list at the root', '[{"A":1},{"A":2}]', '', [{ A: 1 }, { A: 2 }]],
	['the one record', '{"A":1}', '', [{ A: 1 }]],
	['every digit', '[{"A":638712345678901234,"B":1.50}]', '', [{ A: '638712345678901234', B: 1.5 }]],
	['a list under names', '{"Data":{"Rows":[{"A":1}]}}', 'Data.Rows', [{ A: 1 }]],
	['a record under a name', '{"Data":{"A":1}}', 'Data', [{ A: 1 }]],
	['a name with a dot', '{"a.b":[{"A":1}]}', 'a.b', [{ A: 1 }]],
	['an entry of a list', '[{"R":[{"A":1}]}]', '0.R', [{ A: 1 }]],
	['values that are no records', '["x",2]', '', [{ value: 'x' }, { value: 2 }]],
	['null', 'null', '', []],
	['a list that is null', '{"Rows":null}', 'Rows', []],
	['XML with several', '<Cs><C><A>1</A></C><C><A>07</A></C></Cs>', '', [{ A: '1' }, { A: '07' }]],
	['XML with one', '<ArrayOfC><C><A>1</A></C></ArrayOfC>', '', [{ A: '1' }]],
	['an element that no name calls a list', '<R><C><A>1</A></C></R>', '', [{ C: { A: '1' } }]],
	['XML with none', '<ArrayOfC/>', '', []],
	['XML of text', '<ArrayOfstring><string>x</string></ArrayOfstring>', '', [{ value: 'x' }]],
	['one record in XML', '<C><A>1</A><B> x </B></C>', '', [{ A: '1', B: ' x ' }]],
	['XML under a wrapper', '<R><T>2</T><Cs><C><A>1</A></C></Cs></R>', 'Cs', [{ A: '1' }]],
	['XML under its elements', '<R><T>2</T><Cs><C><A>1</A></C></Cs></R>', 'Cs.C', [{ A: '1' }]],
	['an empty wrapper in XML', '<R><T>0</T><Cs/></R>', 'Cs.C', []],
	['an empty wrapper with attributes', '<R><Cs n="0"/></R>', 'Cs.C', []],
	['a list in a record of XML', '<C><A>1</A><B>x</B><B>y</B></C>', '', [{ A: '1', B: ['x', 'y'] }]],
])('%s', async (_, body, itemsUnder, rows) => {
	expect(await rowsOf(body, itemsUnder)).toEqual({ ok: true, value: { rows, remarks: [] } });
});

test('names that the response lacks are named, with those that it has', async () => {
	expect(await rowsOf('{"Data":{"Items":[]}}', 'Data.Rows')).toEqual({
		ok: false,
		parameter: 'itemsUnder',
		problem: `has "Rows", which the response lacks: it has Items.`,
	});
});

test('more than a megabyte is read to its end', async () => {
	const rows = Array.from({ length: 30_000 }, (_, Id) => ({ Id, Text: 'x'.repeat(50) }));
	expect(await rowsOf(JSON.stringify(rows))).toEqual({ ok: true, value: { rows, remarks: [] } });
});

/** A list of this many rows in pages. */
function paged(count: number, size: number, isXml = false) {
	return serviceOf(({ url }) => {
		const page = Number(new URL(url).searchParams.get('pageNumber'));
		const asked = Number(new URL(url).searchParams.get('pageSize') ?? size);
		const ids = Array.from({ length: count }, (_, id) => id).slice(
			(page - 1) * asked,
			page * asked,
		);
		if (!isXml) return response(200, JSON.stringify({ Rows: ids.map((Id) => ({ Id })) }));
		const rows = ids.map((id) => `<Row><Id>${id}</Id></Row>`).join('');
		return response(200, `<R><T>${count}</T>${rows}</R>`, xml);
	});
}

test.each<[string, Partial<PathRequest>, boolean, number, number]>([
	['all pages', {}, false, 25, 4],
	['all pages of XML, whose last one has no element', { itemsUnder: 'Row' }, true, 25, 4],
	['as many as needed', { limit: 12 }, false, 12, 2],
	['pages of a size', { pageSize: 20 }, false, 25, 3],
])('%s', async (_, changes, isXml, count, requests) => {
	const from = paged(25, 10, isXml);
	const read = { ...request, itemsUnder: 'Rows', paging: 'pageNumber' as const, ...changes };
	const result = await readPath(clientOf(from), read);
	expect(result).toMatchObject({ ok: true });
	expect(result.ok && result.value.rows).toHaveLength(count);
	expect(from.requests).toHaveLength(requests);
});

test('a service that takes no page gives its rows once', async () => {
	const from = serviceOf(() => response(200, '[{"A":1},{"A":2}]'));
	const result = await readPath(clientOf(from), { ...request, paging: 'pageNumber' });
	expect(result.ok && result.value.rows).toEqual([{ A: 1 }, { A: 2 }]);
	expect(from.requests).toHaveLength(2);
});

test.each<[string, string, string, string]>([
	['the page before', '', '[{"A":1},{"A":2}]', '[{"A":1},{"A":3}]'],
	['an empty body', '', '[{"A":1},{"A":2}]', ''],
	['a record', '', '[{"A":1},{"A":2}]', '{"Message":"No such page"}'],
	['an empty record', '', '[{"A":1},{"A":2}]', '{}'],
	['a record without the list', 'Rows', '{"Rows":[{"A":1},{"A":2}]}', '{}'],
])('beyond the end, %s ends the reading', async (_, itemsUnder, first, beyond) => {
	const second = first.replace('{"A":2}', '{"A":3}');
	const from = serviceOf((_request, number) =>
		response(200, [first, second][number - 1] ?? beyond),
	);
	const read = { ...request, itemsUnder, paging: 'pageNumber' as const };
	const result = await readPath(clientOf(from), read);
	expect(result).toMatchObject({
		ok: true,
		value: { rows: [{ A: 1 }, { A: 2 }, { A: 1 }, { A: 3 }], remarks: [] },
	});
	expect(from.requests).toHaveLength(3);
});

test('an earlier page that is not the one before is not the end', async () => {
	const pages = [[1], [2], [1], [2], []];
	const from = serviceOf((_, number) =>
		response(200, JSON.stringify((pages[number - 1] ?? []).map((A) => ({ A })))),
	);
	const result = await readPath(clientOf(from), { ...request, paging: 'pageNumber' });
	expect(result.ok && result.value.rows).toEqual([{ A: 1 }, { A: 2 }, { A: 1 }, { A: 2 }]);
});

test('404 past the end gives no items, of one page and of all', async () => {
	const from = serviceOf((_, number) =>
		number === 1 ? response(200, '[{"A":1}]') : response(404, '{}'),
	);
	const paged = { ...request, paging: 'pageNumber' as const };
	expect(await readPath(clientOf(from), paged)).toMatchObject({ value: { rows: [{ A: 1 }] } });
	const missing = serviceOf(() => response(404, '{}'));
	expect(await readPath(clientOf(missing), { ...paged, pageNumber: 7 })).toMatchObject({
		value: { rows: [], remarks: [] },
	});
	expect(await errorOf(readPath(clientOf(missing), paged))).toMatchObject({
		failure: { status: 404 },
	});
});

test('pages are numbered as the credential says', async () => {
	const from = serviceOf((_, number) => response(200, number < 3 ? `[{"A":${number}}]` : '[]'));
	const client = clientOf(from, { settings: { firstPage: 0 } });
	await readPath(client, { ...request, paging: 'pageNumber' });
	await readPath(client, { ...request, paging: 'pageNumber', pageNumber: 3 });
	expect(from.requests.map(({ url }) => url.split('?')[1])).toEqual([
		'pageNumber=0',
		'pageNumber=1',
		'pageNumber=2',
		'pageNumber=2',
	]);
});

test('page 1 again as page 2: a hint says that the service takes no page number', async () => {
	const from = serviceOf(() => response(200, '[{"A":1}]'));
	const result = await readPath(clientOf(from), { ...request, paging: 'pageNumber' });
	expect(result.ok && result.value.remarks.join()).toContain('does not take pageNumber');
});

const one = '[{"A":1}]';
test.each<[string, () => ReturnType<typeof response>, string, string]>([
	['nextLink', () => response(200, `{"R":${one},"nextLink":"/x?p=2"}`), 'R', 'nextLink'],
	['@odata.nextLink', () => response(200, `{"R":${one},"@odata.nextLink":"u"}`), 'R', 'nextLink'],
	['next in a record', () => response(200, `{"D":{"R":${one},"next":2}}`), 'D.R', 'next'],
	['hasMore', () => response(200, `{"R":${one},"hasMore":true}`), 'R', 'hasMore'],
	['a part', () => response(206, one), '', '206'],
	['Link', () => response(200, one, { link: '<u>; rel="next"' }), '', 'Link'],
	['a count', () => response(200, `{"R":${one},"TotalProductsCount":9}`), 'R', '9 records'],
	[
		'a count in XML',
		() => response(200, '<R><Total>3</Total><C><A>1</A></C></R>', xml),
		'C',
		'3 records',
	],
])('that there is more, by %s, is a hint', async (_, answer, itemsUnder, said) => {
	const from = serviceOf(answer);
	const result = await readPath(clientOf(from), { ...request, itemsUnder });
	expect(result.ok && result.value.remarks).toEqual([expect.stringContaining(said)]);
	const limited = await readPath(clientOf(from), { ...request, itemsUnder, limit: 1 });
	expect(limited.ok && limited.value.remarks).toEqual([]);
});

test.each([
	`{"R":${one},"nextLink":null,"next":"","hasMore":false,"Count":1,"AccountNumber":99,"TotalAmount":7}`,
	`{"R":${one}}`,
])('%s says of no more', async (body) => {
	expect(await rowsOf(body, 'R')).toMatchObject({ value: { rows: [{ A: 1 }], remarks: [] } });
});

test.each<[string, string, number]>([
	['orders', '{"orders":[{"Id":1,"Total":1500,"Next":"B"},{"Id":2,"Total":80}]}', 2],
	['Order', '<R><Order><Id>1</Id><Total>1500</Total><Next>B</Next></Order></R>', 1],
])('fields of the records under %s say nothing of their list', async (itemsUnder, body, count) => {
	const result = await rowsOf(body, itemsUnder);
	expect(result.ok && result.value.rows).toHaveLength(count);
	expect(result.ok && result.value.remarks).toEqual([]);
});

test('an empty list beside a count is a hint', async () => {
	const result = await rowsOf('{"Rows":[],"Total":5}', 'Rows');
	expect(result.ok && result.value.remarks.join()).toContain('announces 5 records, and 0 came');
});

test.each([
	'{"Success":false,"Message":"No licence"}',
	'{"isSuccess":false,"Message":"No licence","Data":[]}',
	'{"Errors":[{"Message":"No licence"}],"Data":[]}',
	'<R><Success>false</Success><Message>No licence</Message></R>',
])('%s is an error', async (body) => {
	const error = await errorOf(rowsOf(body));
	expect(error).toMatchObject({ failure: { kind: 'response', said: 'No licence.' } });
});

test.each(['{"Success":true,"Errors":[]}', '[{"Success":false}]'])(
	'%s is no error',
	async (body) => {
		expect(await rowsOf(body)).toMatchObject({ ok: true });
	},
);

test('a secret that is the name of a field is redacted', async () => {
	const from = serviceOf(() => response(200, '{"s3cr3t-k3y":1}'));
	const client = clientOf(from, { secrets: ['s3cr3t-k3y'] });
	expect(await readPath(client, { ...request, itemsUnder: 'Rows' })).toMatchObject({
		problem: 'has "Rows", which the response lacks: it has ***.',
	});
});

test.each<[string, string, string]>([
	[
		'Names',
		'<R><Names><Name>x</Name></Names></R>',
		'<R><Names><Name>x</Name><Name>y</Name></Names></R>',
	],
	[
		'Cs.C',
		'<R><Cs><C><D><A>1</A></D></C></Cs></R>',
		'<R><Cs><C><D><A>1</A></D></C><C><D><A>2</A></D></C></Cs></R>',
	],
	[
		'Cs',
		'<R><Cs n="1"><C><A>1</A></C></Cs></R>',
		'<R><Cs n="2"><C><A>1</A></C><C><A>2</A></C></Cs></R>',
	],
	['Cs.C', '<R><Cs><C id="1"/></Cs></R>', '<R><Cs><C id="1"/><C id="2"/></Cs></R>'],
	['C', '<R><C id="1"/></R>', '<R><C id="1"/><C id="2"/></R>'],
	[
		'Order',
		'<R><Order><Contact><Name>x</Name></Contact></Order></R>',
		'<R><Order><Contact><Name>x</Name></Contact></Order><Order><Contact><Name>y</Name></Contact></Order></R>',
	],
	[
		'Order',
		'<R><Order><Contact>x</Contact><Contact>y</Contact></Order></R>',
		'<R><Order><Contact>x</Contact><Contact>y</Contact></Order><Order><Contact>z</Contact></Order></R>',
	],
	[
		'Companies',
		'<R><Companies><Company>x</Company></Companies></R>',
		'<R><Companies><Company>x</Company><Company>y</Company></Companies></R>',
	],
])(
	'under %s of XML, one entry has the shape of the first of two',
	async (itemsUnder, single, double) => {
		const a = await rowsOf(single, itemsUnder);
		const b = await rowsOf(double, itemsUnder);
		expect(b.ok && b.value.rows).toHaveLength(2);
		expect(a.ok && a.value.rows).toEqual(b.ok && b.value.rows.slice(0, 1));
	},
);

test.each<[string, string]>([
	['\ud800', 'x'],
	['x', '\udc00'],
])('half a surrogate pair in a query is refused', async (name, value) => {
	const from = serviceOf(() => response(200, '[]'));
	const read = { ...request, query: [[name, value]] as const };
	expect(await readPath(clientOf(from), read)).toMatchObject({ ok: false, parameter: 'query' });
	expect(from.requests).toEqual([]);
});

test('one record is no list: no other page is asked for', async () => {
	const from = serviceOf((_, number) => response(200, `{"Count":${number}}`));
	const result = await readPath(clientOf(from), { ...request, paging: 'pageNumber' });
	expect(result.ok && result.value.rows).toEqual([{ Count: 1 }]);
	expect(result.ok && result.value.remarks.join()).toContain("'Records Under'");
	expect(from.requests).toHaveLength(1);
});

test('a page number in the query is refused where pages are read', async () => {
	const from = paged(1, 1);
	const read = { ...request, paging: 'pageNumber' as const, query: [['PageNumber', '1']] as const };
	expect(await readPath(clientOf(from), read)).toMatchObject({ ok: false, parameter: 'query' });
	expect(from.requests).toEqual([]);
});

test.each([
	['a web page', '<html><title>Sign in</title></html>', 'web page'],
	['text', 'All is well', 'The response'],
	['nothing', '', 'nothing'],
	['a cut list', '[{"A":1}', 'cut off'],
])('%s is an error', async (_, body, said) => {
	const error = await errorOf(rowsOf(body));
	expect(error).toMatchObject({ name: 'ServiceError', failure: { kind: 'response' } });
	expect(String(error)).toContain(said);
});
