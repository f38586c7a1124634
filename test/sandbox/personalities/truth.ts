// What is true of a service, by the questions of a check; `unknown` where no request can tell.

export type Truth = Readonly<Record<string, string>>;

/** The truth of the simulated service without habits of its own; a personality states what differs. */
export const USUAL: Truth = {
	reachable: 'yes',
	authentication: 'notRequired',
	'format.json': 'yes',
	'format.xml': 'yes',
	'dates.offset': 'offset',
	'changeOrderProjects.list': 'available',
	'changeOrderProjects.total': 'list',
	'changeOrderProjects.firstPage': '1',
	'productCatalog.total': 'list',
	'productCatalog.firstPage': '1',
	'productCatalog.form': 'byParameters',
	'imported.byReading': 'no',
	'lists.withoutId': 'none',
	'fields.undocumented': 'none',
	'fields.retyped': 'none',
};

/** Everything unknown, as of a service that gives no data. */
export const NOTHING: Truth = Object.fromEntries(Object.keys(USUAL).map((id) => [id, 'unknown']));
