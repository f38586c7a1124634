// Bad fixtures for the document test: one change to the document each, and below it what has to be reported.
const changes = `
SerialNumber, IPAddress,  => SerialNumber, Colour, IPAddress, 
	api/ does not say "Colour: string"
Street1, Street2, City => Street1, City
	record Address: only api/ says "Street2: string"
| ClientNumber | string | |\\n| ClientId => | ClientNo | string | |\\n| ClientId
	api/ does not say "ClientNo: string"
| PlanLength | integer | => | PlanLength | string |
	record ServicePlan: api/ does not say "PlanLength: string"
Hours (decimal number), TotalHours => Hours (integer), TotalHours
	record ItemLaborType: api/ does not say "Hours: integer"
| Vendor | string | Required | => | Vendor | string | |
	record PurchaseOrder: only api/ says "Vendor: string, Required"
| Projects | string | | => | Projects | string | Required |
	record PurchaseOrder: api/ does not say "Projects: string, Required"
Amps, Volts => Volts, Amps
	record Product: "Volts: decimal number" stands elsewhere in api/
ItemCustomFieldN: 1-5 string; 6-8 decimal number => ItemCustomFieldN: 1-4 string; 5-8 decimal number
	record ServiceOrderLabor: api/ does not say "ItemCustomField5: decimal number"
 In Package the fields 9-18 are strings. => 
	record Package: api/ does not say "CustomField9: date"
21-24 hyperlink string. All => 21-24 list string. All
	record Client: api/ does not say "CustomField21: string {list, BETA}"
 All marked BETA. => 
	record Client: only api/ says "CustomField1: string {text, BETA}"
28-32 decimal number => 28-32 integer
	record UpdateTimeSheet: api/ does not say "CF28: integer"
omits URL, AllowZeroCost => omits AllowZeroCost
	record Product (older): api/ does not say "URL: string"
PickedDate, InstalledDate, UpdatedOn has => PickedDate, InstalledDate has
	record ProjectItem: only api/ says "UpdatedOnTicks: integer"
POST /SI/Publish/Vendors/Update => POST /SI/Publish/Vendor/Update
	endpoint 17: api/ does not say "POST /SI/Publish/Vendor/Update"
POST /SI/Subscribe/Clients => GET /SI/Subscribe/Clients
	endpoint 9: api/ does not say "GET /SI/Subscribe/Clients/ClientList"
| pageSize | integer | default 50 | => | pageSize | integer | default 100 |
	endpoint 6: api/ does not say "query pageSize: integer, default 100"
pageNumber: integer, default 1;  => pageNumber: string, default 1; 
	endpoint 8: api/ does not say "query pageNumber: string, default 1"
query projectId: string, Required => query projectId: string
	endpoint 4: api/ does not say "query projectId: string"
| UpdateServiceOrder | PublishResponse | => | UpdateTask | PublishResponse |
	endpoint 16: api/ does not say "body UpdateTask"
| none | TimeSheet | => | none | PublishResponse |
	endpoint 10: api/ does not say "answer PublishResponse"
Response of endpoint 11: not shown. => 
	endpoint 11: api/ does not say "answer unknown"
| Client ids per request | endpoint 9 | 100 maximum | => | Client ids per request | endpoint 9 | 50 maximum |
	limits: api/ does not say "Client ids per request, endpoint 9: 50 maximum"
/SI/Subscribe/COProjects (deprecated) => /SI/Subscribe/COProjects
	endpoint 6: only api/ says "deprecated"
11 IsOfe => 11 IsOFE
	record UpdateProject: api/ does not say "UpdateProjectItemFieldIds: collection of byte {1 Quantity
Service Order = 3 => Service Order = 5
	record TimeSheet: api/ does not say "EntityId: byte {1 Project, 2 Task, 5 Service Order, 4 Company}"
must be one of Lead, Prospect, Client => must be one of Lead, Prospect, Client, Former
	record Client: api/ does not say "ClientType: one of Lead, Prospect, Client, Former"
Fields of UpdateProjectItem, Location,  => Fields of UpdateProjectItem, 
	left open: only api/ says "Location"
COProjectsResult, ProductCatalog, ArrayOfClient => COProjects, ProductCatalog, ArrayOfClient
	XML roots: api/ does not say "COProjects"
child elements named int => child elements named long
	XML element of a number in a collection: api/ does not say "integer: long"
Only the catalog publish and => Only the task update and
	form-encoded: api/ does not say "task update"
Authentication: not shown. => Authentication: a header.
	not shown: only api/ says "Authentication"
`;

/** What is replaced in the document, by what, and the report. */
export const wrongDocuments: ReadonlyArray<readonly [from: string, to: string, report: string]> = [
	...changes.matchAll(/^(\S.*?| .*?) => (.*)\n\t(.*)$/gm),
].map(([, from, to, report]) => [from.replace('\\n', '\n'), to.replace('\\n', '\n'), report]);
