// The reads of one check, each made once, whichever questions it answers.
import { CHECKED } from '../../api/checkedFields';
import { changeOrderProject } from '../../api/resources/changeOrderProject';
import { productCatalog } from '../../api/resources/productCatalog';
import { PAGING } from '../../api/shared';
import { CATALOG_ID, type IdsToTry, LIST_READS, SINGLE_READS } from './idsToTry';
import type { ServiceClient } from '../transport/serviceClient';
import { compareProjects, type ListComparison } from './importedByReading';
import { type HiddenValue, isInvalid, type Outcome, type Probe } from './outcome';
import { type PageProbe, probePages, SIZES } from './pageProbe';
import { Prober } from './prober';
import { NewestDate, RecordStats } from './recordStats';

const PROJECTS = changeOrderProject.operations.getAll;
const CATALOG = productCatalog.operations.get;
const OLDER_CATALOG = productCatalog.operations.getOlderVariant;

/** With those that were imported, so that the list stays the same where reading it marks them. */
const ALL_PROJECTS = { [CHECKED.importedQuery]: true };
/** The status of a service that cannot write the format that was asked for. */
const NOT_ACCEPTABLE = 406;
/** How many of the IDs of a list are sent. */
const MAX_IDS = 3;

export class CheckSession {
	readonly prober: Prober;
	/** What came of JSON where the service refused to write it. */
	refusedJson: Outcome | undefined;
	/** The newest UpdatedOn or PublishedOn of all records. */
	readonly newest: NewestDate;
	private readonly json: RecordStats;
	private readonly xml: RecordStats;
	private readonly reads = new Map<string, Promise<unknown>>();

	constructor(
		private readonly client: ServiceClient,
		readonly ids: IdsToTry,
		maxRequests: number,
	) {
		const { secrets, settings } = client;
		const values = Object.values(ids).flatMap((id) => id ?? []);
		this.newest = new NewestDate(settings.timeZone);
		const statsOf = (isXml: boolean) => new RecordStats(isXml, this.newest, secrets, values);
		[this.json, this.xml] = [statsOf(false), statsOf(true)];
		this.prober = new Prober(client, maxRequests, (outcome) => {
			const { idParameter, body } = outcome.probe.endpoint;
			const hasId = body !== undefined || outcome.probe.query?.[idParameter ?? ''] !== undefined;
			if (hasId || idParameter === undefined)
				(outcome.format === 'xml' ? this.xml : this.json).add(outcome);
		});
	}

	/** What the records showed: in JSON, or in XML where no JSON came. */
	get records(): RecordStats {
		return this.json.types.size > 0 ? this.json : this.xml;
	}

	/** The list of change order projects, which needs no ID. */
	async projects(): Promise<PageProbe> {
		return await this.once('projects', async () => {
			const { prober, client } = this;
			const base = client.settings.firstPage;
			const paging = { [PAGING.number]: base, [PAGING.size]: SIZES[0] };
			const askFirst = async (values: object) =>
				await prober.ask({ endpoint: PROJECTS, query: { ...values, ...paging } });
			let first = await askFirst(ALL_PROJECTS);
			if (first?.status === NOT_ACCEPTABLE) {
				this.refusedJson = first;
				prober.accept = 'xml';
				first = await askFirst(ALL_PROJECTS);
			}
			const isWithoutValues = isInvalid(first) && (await askFirst({}))?.isFound === true;
			const values = isWithoutValues ? {} : ALL_PROJECTS;
			const inXml = prober.accept === 'json';
			return await probePages(prober, { endpoint: PROJECTS, values, base, inXml });
		});
	}

	/** The records that IDs were entered for, after the list of projects: reading may change that. */
	async recordsById(): Promise<readonly Outcome[]> {
		return await this.once('records', async () => {
			await this.projects();
			const outcomes: Outcome[] = [];
			for (const { key, endpoint } of SINGLE_READS) {
				const isKnown = outcomes.some(
					({ probe, isFound }) => isFound && probe.endpoint.path === endpoint.path,
				);
				const [id] = this.hiddenIds(key);
				if (isKnown || !id) continue;
				const outcome = await this.prober.ask(byId(endpoint, id));
				if (outcome) outcomes.push(outcome);
			}
			return outcomes;
		});
	}

	/** The list of projects before and after the records were read. */
	async comparison(): Promise<ListComparison | undefined> {
		return await this.once('comparison', async () => {
			const records = await this.recordsById();
			return await compareProjects(this.prober, await this.projects(), records);
		});
	}

	/** The pages of the catalog. */
	async catalog(): Promise<PageProbe | undefined> {
		return await this.once('catalog', async () => {
			const [id] = this.hiddenIds(CATALOG_ID);
			// Most services count all pages alike.
			const { base } = await this.projects();
			return id && (await probePages(this.prober, { endpoint: CATALOG, values: { id }, base }));
		});
	}

	/** The catalog without page number and size. */
	async wholeCatalog(): Promise<Outcome | undefined> {
		const [id] = this.hiddenIds(CATALOG_ID);
		return id && (await this.prober.ask(byId(OLDER_CATALOG, id)));
	}

	/** The records that several IDs were entered for. */
	async recordsByIds(): Promise<void> {
		for (const { key, endpoint } of LIST_READS) {
			const ids = this.hiddenIds(key).slice(0, MAX_IDS);
			if (ids.length > 0) await this.prober.ask({ endpoint, ids });
		}
	}

	/** Whether one of these IDs was entered. */
	hasId(keys: readonly string[]): boolean {
		return keys.some((key) => this.hiddenIds(key).length > 0);
	}

	private hiddenIds(key: string): HiddenValue[] {
		return [this.ids[key] ?? []].flat().map((value) => ({ value, shown: `<${key}>` }));
	}

	private async once<T>(name: string, read: () => Promise<T>): Promise<T> {
		const known = this.reads.get(name) ?? read();
		this.reads.set(name, known);
		return (await known) as T;
	}
}

function byId(endpoint: Probe['endpoint'], id: HiddenValue): Probe {
	return { endpoint, query: { [endpoint.idParameter ?? 'id']: id } };
}
