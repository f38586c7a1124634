// Words of the audio-video integration trade, so that the seeded records read like real ones.
import type { Random } from './random';

function list(text: string): readonly string[] {
	return text.trim().split(/\s*\|\s*/);
}

export const manufacturers = list(`
	Crestwood: Control: CP4-R, TSW-1070, DM-NVX-360, RMC4 |
	Northgate Audio: Audio: NX-8.4, C6T, SubWave 12, P-Array |
	Lumina: Displays: QB98, LED-P1.2, Wall 136, Touch 75 |
	Bäcker & Söhne: Racks: RK-42HE, RK-12W, Lüfter 2HE |
	Opticon: Projection: PZ-9000, Lens 0.8:1, UST-500 |
	Wirefield: Cabling: CAT6A-305, HDBT-70, SDI-12G, OM4-LC |
	Meridian Conferencing: Conferencing: Bar X, Mic Pod 3, Cam 12x |
	Polaris Lighting: Lighting: DALI-64, KP-6 "Slim", Relay <8>`).map((text) => {
	const [name = '', category = '', models = ''] = text.split(': ');
	return { name, category, models: models.split(', ') };
});

export const subcategories = list('Accessories | Hardware | Mounts | Software | Spare Parts');
export const phases = list('Prewire | Trim | Finish | Commissioning');
export const laborTypes = list('Installation | Programming | Engineering | Project Management');
export const vendors = list(`AV Distribution Partners | Blue Harbor Supply | Kabel & Technik GmbH |
	Pacific Pro Audio | Signal House | Stadtmüller Großhandel`);
export const clients = list(`Alder Creek Winery | Birchwood Academy | Café Zürich |
	Dunmore & Pike LLP | Eastside Medical Center | Fjord Hotels | Granite Peak Resort |
	Harborview Library | Ironbridge Brewing Co. | Juniper Street Theater`);
export const projects =
	list(`Boardroom Refresh | Lecture Hall A/V | Lobby Video Wall | Home Cinema |
	Whole-House Audio | Distributed Paging | Huddle Rooms, 3rd Floor | Control System Upgrade`);
export const changes = list(`Add ceiling microphones | Larger display | Relocate rack |
	Second touch panel | Fiber run to annex | Remove projector`);
export const taskNames = list(`Pull cable | Build rack | Mount displays | Terminate and test |
	Program control system | Train users`);
export const serviceNames = list(`No sound in zone 2 | Replace projector lamp | Firmware updates |
	Annual inspection | Touch panel unresponsive`);
export const progresses = list('Not Started | In Progress | On Hold | Approved | Completed');
export const people = list(`Ana Lindqvist | Bo Carver | Chloé Dubois | Dev Patel | Erin O’Shea |
	Jürgen Weiß | Mei Tanaka | Sam Okafor`);
const streets = list('Harbor Road | Mill Lane | Oak Avenue | Station Street | Summit Drive');
const cities = list(`Portland, OR, 97201, USA | Boulder, CO, 80302, USA |
	Zürich, ZH, 8001, Switzerland | Québec, QC, G1R 4P5, Canada | Boston, MA, 02108, USA`);
const remarks = [
	...list(`Confirmed with site contact | See drawing A-3.1 | Lead time 4 weeks |
		Client-furnished; verify on delivery | Backordered`),
	'Ready\nfor pickup',
];

export function emailOf(person: string): string {
	const plain = person.normalize('NFD').replace(/[^A-Za-z ]/g, '');
	return `${plain.toLowerCase().replaceAll(' ', '.')}@integrator.example`;
}

function phone(random: Random): string {
	return `+1 555 01${random.integer(10, 99)} ${random.integer(100, 999)}`;
}

/** The fields of an address; a third of them has no second line, one in four no fax. */
export function addressValues(random: Random): Record<string, unknown> {
	const [City, State, PostalCode, Country] = random.pick(cities).split(', ');
	return {
		Street1: `${random.integer(1, 980)} ${random.pick(streets)}`,
		Street2: random.chance(0.7) ? `Suite ${random.integer(100, 900)}` : '',
		...{ City, State, PostalCode, Country },
		Phone: phone(random),
		...(random.chance(0.75) ? { Fax: phone(random) } : {}),
	};
}

export function contactValues(random: Random): Record<string, unknown> {
	const Name = random.pick(people);
	const Title = random.pick(['Facilities Manager', 'IT Director', 'Owner', 'Buyer']);
	return { Name, Title, Email: emailOf(Name), Phone: phone(random), Mobile: phone(random) };
}

export const networkValues = (random: Random, ip: string, second: string, mac: string) => ({
	[ip]: `10.${random.integer(0, 20)}.${random.integer(0, 255)}.${random.integer(2, 254)}`,
	[second]: '',
	[mac]: Array.from({ length: 6 }, () => random.integer(0, 255).toString(16).padStart(2, '0'))
		.join(':')
		.toUpperCase(),
});

// How to make text for a field of which only the name is known; the first pattern that fits counts.
const byName: ReadonlyArray<readonly [RegExp, (random: Random) => string]> = [
	[/\d$/, (random) => (random.chance(0.4) ? '' : random.pick(remarks))],
	[/By$/, (random) => random.pick(people)],
	[/Code$/, (random) => random.pick(['USD', 'USD', 'CAD', 'EUR'])],
	[/Number$/, (random) => String(random.integer(0, 999_999)).padStart(6, '0')],
	[/Email$/, (random) => emailOf(random.pick(people))],
	[/(Phone|Fax|Mobile)$/, phone],
	[/(URL|WebSite)$/, (random) => `https://www.vendor${random.integer(1, 60)}.example/?q=1&r=2`],
	[/(Notes|Description)$/, (random) => random.pick(remarks)],
];

export function textMaker(name: string): (random: Random) => string {
	const words = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
	const fitting = byName.find(([pattern]) => pattern.test(name));
	return fitting?.[1] ?? ((random) => `${words} ${random.integer(1, 40)}`);
}
