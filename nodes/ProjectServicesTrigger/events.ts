// What the trigger can watch: the values of its parameters Event and Record Type.

export const events = [
	'changeOrderProjectPublished',
	'productChanged',
	'productRemoved',
	'recordChanged',
] as const;
export type Event = (typeof events)[number];

export const recordTypes = [
	'servicePlan',
	'serviceOrder',
	'task',
	'purchaseOrder',
	'timeSheet',
] as const;
