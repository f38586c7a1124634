// Words of the audio-video integration trade, so that the seeded records read like real ones.
import type { Random } from './random';

export const manufacturers = [
	{ name: 'Crestwood', category: 'Control', models: ['CP4-R', 'TSW-1070', 'DM-NVX-360', 'RMC4'] },
	{
		name: 'Northgate Audio',
		category: 'Audio',
		models: ['NX-8.4', 'C6T', 'SubWave 12', 'P-Array'],
	},
	{ name: 'Lumina', category: 'Displays', models: ['QB98', 'LED-P1.2', 'Wall 136', 'Touch 75'] },
	{ name: 'Bäcker & Söhne', category: 'Racks', models: ['RK-42HE', 'RK-12W', 'Lüfter 2HE'] },
	{ name: 'Opticon', category: 'Projection', models: ['PZ-9000', 'Lens 0.8:1', 'UST-500'] },
	{ name: 'Wirefield', category: 'Cabling', models: ['CAT6A-305', 'HDBT-70', 'SDI-12G', 'OM4-LC'] },
	{
		name: 'Meridian Conferencing',
		category: 'Conferencing',
		models: ['Bar X', 'Mic Pod 3', 'Cam 12x'],
	},
	{
		name: 'Polaris Lighting',
		category: 'Lighting',
		models: ['DALI-64', 'KP-6 "Slim"', 'Relay <8>'],
	},
] as const;

export const subcategories = [
	'Accessories',
	'Hardware',
	'Mounts',
	'Software',
	'Spare Parts',
] as const;
export const phases = ['Prewire', 'Trim', 'Finish', 'Commissioning'] as const;
export const laborTypes = [
	'Installation',
	'Programming',
	'Engineering',
	'Project Management',
] as const;
export const vendors = [
	'AV Distribution Partners',
	'Blue Harbor Supply',
	'Kabel & Technik GmbH',
	'Pacific Pro Audio',
	'Signal House',
	'Stadtmüller Großhandel',
] as const;
export const clients = [
	'Alder Creek Winery',
	'Birchwood Academy',
	'Café Zürich',
	'Dunmore & Pike LLP',
	'Eastside Medical Center',
	'Fjord Hotels',
	'Granite Peak Resort',
	'Harborview Library',
	'Ironbridge Brewing Co.',
	'Juniper Street Theater',
] as const;
export const projects = [
	'Boardroom Refresh',
	'Lecture Hall A/V',
	'Lobby Video Wall',
	'Home Cinema',
	'Whole-House Audio',
	'Distributed Paging',
	'Huddle Rooms, 3rd Floor',
	'Control System Upgrade',
] as const;
export const changes = [
	'Add ceiling microphones',
	'Larger display',
	'Relocate rack',
	'Second touch panel',
	'Fiber run to annex',
	'Remove projector',
] as const;
export const taskNames = [
	'Pull cable',
	'Build rack',
	'Mount displays',
	'Terminate and test',
	'Program control system',
	'Train users',
] as const;
export const serviceNames = [
	'No sound in zone 2',
	'Replace projector lamp',
	'Firmware updates',
	'Annual inspection',
	'Touch panel unresponsive',
] as const;
export const progresses = [
	'Not Started',
	'In Progress',
	'On Hold',
	'Approved',
	'Completed',
] as const;
export const people = [
	'Ana Lindqvist',
	'Bo Carver',
	'Chloé Dubois',
	'Dev Patel',
	'Erin O’Shea',
	'Jürgen Weiß',
	'Mei Tanaka',
	'Sam Okafor',
] as const;
const streets = [
	'Harbor Road',
	'Mill Lane',
	'Oak Avenue',
	'Station Street',
	'Summit Drive',
] as const;
const cities = [
	['Portland', 'OR', '97201', 'USA'],
	['Boulder', 'CO', '80302', 'USA'],
	['Zürich', 'ZH', '8001', 'Switzerland'],
	['Québec', 'QC', 'G1R 4P5', 'Canada'],
	['Boston', 'MA', '02108', 'USA'],
] as const;

export function emailOf(person: string): string {
	const plain = person.normalize('NFD').replace(/[^A-Za-z ]/g, '');
	return `${plain.toLowerCase().replaceAll(' ', '.')}@integrator.example`;
}

export function phone(random: Random): string {
	return `+1 555 01${random.integer(10, 99)} ${random.integer(100, 999)}`;
}

/** The fields of an address; a third of them has no second line, one in four no fax. */
export function addressValues(random: Random): Record<string, string> {
	const [City, State, PostalCode, Country] = random.pick(cities);
	return {
		Street1: `${random.integer(1, 980)} ${random.pick(streets)}`,
		Street2: random.chance(0.7) ? `Suite ${random.integer(100, 900)}` : '',
		City,
		State,
		PostalCode,
		Country,
		Phone: phone(random),
		...(random.chance(0.75) ? { Fax: phone(random) } : {}),
	};
}

export function contactValues(random: Random): Record<string, string> {
	const Name = random.pick(people);
	return {
		Name,
		Title: random.pick(['Facilities Manager', 'IT Director', 'Owner', 'Buyer']),
		Email: emailOf(Name),
		Phone: phone(random),
		Mobile: phone(random),
	};
}

const remarks = [
	'Confirmed with site contact',
	'See drawing A-3.1',
	'Lead time 4 weeks',
	'Client-furnished; verify on delivery',
	'Backordered',
	'Ready\nfor pickup',
] as const;

export const networkValues = (random: Random, ip: string, second: string, mac: string) => ({
	[ip]: `10.${random.integer(0, 20)}.${random.integer(0, 255)}.${random.integer(2, 254)}`,
	[second]: '',
	[mac]: Array.from({ length: 6 }, () => random.integer(0, 255).toString(16).padStart(2, '0'))
		.join(':')
		.toUpperCase(),
});

/** How to make up text for a field whose name is all that is known of it. */
export function textMaker(name: string): (random: Random) => string {
	if (/\d$/.test(name)) return (random) => (random.chance(0.4) ? '' : random.pick(remarks));
	if (/By$/.test(name)) return (random) => random.pick(people);
	if (/Code$/.test(name)) return (random) => random.pick(['USD', 'USD', 'CAD', 'EUR']);
	if (/Number$/.test(name)) return (random) => String(random.integer(0, 999_999)).padStart(6, '0');
	if (/Email$/.test(name)) return (random) => emailOf(random.pick(people));
	if (/(Phone|Fax|Mobile)$/.test(name)) return phone;
	if (/(URL|WebSite)$/.test(name)) {
		return (random) => `https://www.vendor${random.integer(1, 60)}.example/?q=1&r=2`;
	}
	if (/(Notes|Description)$/.test(name)) return (random) => random.pick(remarks);
	const words = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
	return (random) => `${words} ${random.integer(1, 40)}`;
}
