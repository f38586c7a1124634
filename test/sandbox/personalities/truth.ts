// What is true of a service, by the questions of a check; `unknown` where no request can tell.

export type Truth = Readonly<Record<string, string>>;

/** The truth of the simulated service without habits of its own; a personality states what differs. */
export const USUAL: Truth = {
	reachable: 'yes',
	authentication: 'notRequired',
	'format.json': 'yes',
	'format.xml': 'yes',
	'xml.dialect': 'XmlSerializer',
	'names.case': 'asDocumented',
	nulls: 'absent',
	'dates.offset': 'offset',
	'dates.unset': 'absent',
	'changeOrderProjects.list': 'available',
	'changeOrderProjects.total': 'list',
	'changeOrderProjects.pageSize': 'honoured',
	'changeOrderProjects.firstPage': '1',
	'changeOrderProjects.beyondEnd': 'empty',
	'productCatalog.total': 'list',
	'productCatalog.pageSize': 'honoured',
	'productCatalog.firstPage': '1',
	'productCatalog.beyondEnd': 'empty',
	'productCatalog.form': 'byParameters',
	'tasks.byProject': 'list',
	'ids.unknown': '404',
	'ids.case': 'sensitive',
	'clients.missing': 'left out',
	'imported.byReading': 'no',
	'lists.withoutId': 'none',
	'fields.undocumented': 'none',
	'fields.retyped': 'none',
};

/** Everything unknown, as of a service that gives no data. */
export const NOTHING: Truth = Object.fromEntries(Object.keys(USUAL).map((id) => [id, 'unknown']));
