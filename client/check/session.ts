// The reads of one check, each made once, whichever questions it answers.
import { CHECKED } from '../../api/checkedFields';
import { changeOrderProject } from '../../api/resources/changeOrderProject';
import { productCatalog } from '../../api/resources/productCatalog';
import type { ServiceClient } from '../transport/serviceClient';
import { CATALOG_ID, type IdsToTry, LIST_READS, PATHS_WITH_ID, SINGLE_READS } from './idsToTry';
import { compareProjects } from './importedByReading';
import type { HiddenValue, Outcome, ProbeValues } from './outcome';
import { probePages } from './pageProbe';
import { Prober } from './prober';
import { RecordStats } from './recordStats';

const PROJECTS = changeOrderProject.operations.getAll;
const CATALOG = productCatalog.operations.get;
const OLDER_CATALOG = productCatalog.operations.getOlderVariant;

/** With those that were imported, so that the list stays the same where reading it marks them. */
const ALL_PROJECTS = { [CHECKED.importedQuery]: true };
/** How many of the IDs of a list are sent. */
const MAX_IDS = 3;

/** A read that is made when it is asked for, and once. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
	let known: Promise<T> | undefined;
	return async () => await (known ??= read());
}

export class CheckSession {
	readonly prober: Prober;
	private stats: RecordStats | undefined;

	constructor(
		private readonly client: ServiceClient,
		private readonly ids: IdsToTry,
		maxRequests: number,
		readonly hasCredential: boolean,
	) {
		this.prober = new Prober(client, maxRequests);
	}

	/** The pages of the list of change order projects, which needs no ID. */
	readonly projects = once(async () => {
		const guess = this.client.settings.firstPage;
		const list = { endpoint: PROJECTS, values: ALL_PROJECTS, guess, inXml: true };
		return await probePages(this.prober, list);
	});

	/** The records that IDs were entered for, after the list of projects: reading may change that. */
	readonly recordsById = once(async () => {
		await this.projects();
		const outcomes: Outcome[] = [];
		for (const { key, endpoint } of SINGLE_READS) {
			const [id] = this.hiddenIds(key);
			const isKnown = outcomes.some(
				({ probe, isFound }) => isFound && probe.endpoint.path === endpoint.path,
			);
			if (isKnown || !id) continue;
			const query = { [endpoint.idParameter ?? 'id']: id };
			outcomes.push(...[(await this.prober.ask({ endpoint, query })) ?? []].flat());
		}
		return outcomes;
	});

	/** The pages of the catalog; most services count all pages alike. */
	readonly catalog = once(async () => {
		const { base, isShown } = await this.projects();
		const guess = isShown ? base : this.client.settings.firstPage;
		return await probePages(this.prober, { endpoint: CATALOG, values: this.catalogId, guess });
	});

	/** The catalog without page number and size. */
	readonly wholeCatalog = once(async () => {
		await this.catalog();
		return await this.prober.ask({ endpoint: OLDER_CATALOG, query: this.catalogId });
	});

	/** The list of projects before and after the records were read. */
	readonly comparison = once(async () => {
		const records = await this.recordsById();
		const { pages } = await this.projects();
		return await compareProjects(this.prober, pages, records);
	});

	/** The records that several IDs were entered for. */
	readonly recordsByIds = once(async () => {
		for (const { key, endpoint } of LIST_READS) {
			const ids = this.hiddenIds(key).slice(0, MAX_IDS);
			if (ids.length > 0) await this.prober.ask({ endpoint, ids });
		}
	});

	/** Something of the service in XML. */
	readonly xml = once(async () => {
		const isAsked = () => this.prober.outcomes.some(({ accept }) => accept === 'xml');
		await this.projects();
		if (isAsked()) return;
		if (!this.prober.found) {
			await this.recordsById();
			if (this.hasId([CATALOG_ID])) await this.catalog();
			await this.recordsByIds();
		}
		const { found } = this.prober;
		if (found && !isAsked()) await this.prober.ask({ ...found.probe, accept: 'xml' });
	});

	/** Every path without its ID, unless reading was seen to mark projects. */
	readonly pathsWithoutId = once(async () => {
		const { changed = [] } = (await this.comparison()) ?? {};
		if (changed.length > 0) return undefined;
		const { prober } = this;
		const outcomes: Outcome[] = [];
		for (const { endpoint } of PATHS_WITH_ID) {
			// The last request is kept for one that succeeds: it tells failures from answers.
			const outcome = prober.left > 1 ? await prober.ask({ endpoint }) : undefined;
			if (outcome) outcomes.push(outcome);
		}
		await this.recordsByIds();
		const { found } = prober;
		if (found && prober.outcomes.at(-1)?.kind !== 'data') await prober.ask(found.probe);
		return outcomes;
	});

	/** What the records showed that were asked for by no ID but those that were entered; to be used when all was asked. */
	get records(): RecordStats {
		if (this.stats) return this.stats;
		const { secrets, settings } = this.client;
		const ids = Object.values(this.ids).flatMap((id) => id ?? []);
		const stats = (this.stats = new RecordStats(settings.timeZone, secrets, ids));
		for (const outcome of this.prober.outcomes) {
			const { idParameter, body } = outcome.probe.endpoint;
			const hasId = body !== undefined || outcome.probe.query?.[idParameter ?? ''] !== undefined;
			if (hasId || idParameter === undefined) stats.add(outcome);
		}
		return stats;
	}

	/** Whether one of these IDs was entered. */
	hasId(keys: readonly string[]): boolean {
		return keys.some((key) => this.hiddenIds(key).length > 0);
	}

	private get catalogId(): ProbeValues {
		return Object.fromEntries(this.hiddenIds(CATALOG_ID).map((id) => ['id', id]));
	}

	private hiddenIds(key: string): HiddenValue[] {
		return [this.ids[key] ?? []].flat().map((value) => ({ value, shown: `<${key}>` }));
	}
}
