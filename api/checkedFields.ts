// The fields by which a check of a service recognizes records, as the API documentation names them.

export const CHECK_FIELDS = {
	id: 'Id',
	/** The project of a record. */
	projectId: 'ProjectId',
	/** The query parameter with which a list includes imported change orders. */
	importedQuery: 'includeImported',
	/** By these, a change order tells which project it belongs to. */
	projectIds: ['ProjectId', 'Id', 'IntegrationProjectId'],
	/** The query parameter that asks for what belongs to one project. */
	projectQuery: 'projectId',
	orderNumber: 'CONumber',
	importedOn: 'ImportedOn',
	/** When a record changed; which of the two depends on the record. */
	changedOn: ['UpdatedOn', 'PublishedOn'],
} as const;
