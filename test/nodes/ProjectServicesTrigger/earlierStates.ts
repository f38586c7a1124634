// What version 0.1 of the trigger saved, as it was: the content of its states by event, of a catalog with four products.
import type { IDataObject } from 'n8n-workflow';

const deleted = { listed: 'FeF8roz6Scurbe2JMkAHPLOr', compared: '', suspects: [] };

export const earlierLists: Readonly<Record<string, IDataObject>> = {
	productChanged: {
		memory: {
			entries: 'AmqEXj6kJ5N1aqf9261YZ2j10',
			floor: 101729638585,
			leastFloor: 0,
			undatedDropped: false,
		},
		mark: '0101729724985.244020600',
	},
	productRemoved: deleted,
	'productRemoved, by comparing': {
		...deleted,
		products: { kind: 'exact', ids: ['b4e64996-c0b2-4996-ae64-000000000000'] },
	},
	changeOrderProjectPublished: {
		memory: {
			entries: 'WAqN2YQzUOd1aq04dtn4ss93ll1tWGyU_qqa',
			floor: 101729638585,
			leastFloor: 0,
			undatedDropped: false,
		},
		mark: '0101729724985.244020600',
	},
};

/** The task T-1001 of a new sandbox. */
export const earlierRecords: IDataObject = {
	records: [
		{
			id: 'T-1001',
			moment: '0101713290378.720409700',
			content: '3qNTzjKeMnV',
			fields:
				"'T-1001|'Alder Creek Winery|'P-1001|'Alder Creek Winery Boardroom Refresh|'24-0001|'2024-07-21T10:21:50.0937666+00:00|'2025-02-17T18:13:18.5095185+00:00|'Build rack|'T-1001|'Backordered|'2024-06-15T08:00:00.0000000+00:00|'2024-06-16T08:00:00.0000000+00:00|'2024-09-24T12:05:31.6124460+00:00|'2024-01-18T03:38:44.6721552+00:00|'Completed|#85|'Lead time 4 weeks|'|'Client-furnished; verify on delivery|'Backordered|'|-|-|+|-|-|'2024-08-05T13:09:04.4612663+00:00|'2024-02-04T04:29:00.2521811+00:00|'2024-11-29T23:59:33.9748012+00:00|'2024-07-02T11:32:33.6625872+00:00|'2025-05-19T17:12:00.1879611+00:00|'|'Client-furnished; verify on delivery|'|'Ready\nfor pickup|'Client-furnished; verify on delivery|'Backordered|'Backordered|'Backordered|'|'2024-04-16T07:08:04.6158476+00:00|'2024-04-16T17:59:38.7204097+00:00|'Chloé Dubois|'Jürgen Weiß|'Erin O’Shea|'Mei Tanaka|'Buyer|'mei.tanaka@integrator.example|'+1 555 0170 234|'+1 555 0118 421|'604 Summit Drive|'|'Boston|'MA|'02108|'USA|'+1 555 0162 597|'+1 555 0165 330|*T1PNoYwrqgw|*T1PNoYwrqgw|",
		},
	],
	detail: 'values',
};
