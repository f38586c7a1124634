// The reads of one check, each made once, whichever questions it answers.
import { CHECK_FIELDS } from '../../api/checkedFields';
import { changeOrderProject } from '../../api/resources/changeOrderProject';
import { productCatalog } from '../../api/resources/productCatalog';
import { firstPageNumber } from '../serviceSettings';
import type { ServiceClient } from '../transport/serviceClient';
import { CATALOG_ID, type IdsToTry, LIST_READS, PATHS_WITH_ID, SINGLE_READS } from './idsToTry';
import { compareProjects } from './importedByReading';
import type { Outcome } from './outcome';
import { probePages } from './pageProbe';
import { Prober } from './prober';
import { RecordStats } from './recordStats';

const PROJECTS = changeOrderProject.operations.getAll;
const CATALOG = productCatalog.operations.get;
const OLDER_CATALOG = productCatalog.operations.getOlderVariant;

/** With those that were imported, so that the list stays the same where reading it marks them. */
const ALL_PROJECTS = { [CHECK_FIELDS.importedQuery]: true };
/** How many of the IDs of a list are sent. */
const MAX_IDS = 3;

/** A read that is made when it is asked for, and once. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
	let known: Promise<T> | undefined;
	return async () => await (known ??= read());
}

export class CheckSession {
	readonly prober: Prober;

	constructor(
		private readonly client: ServiceClient,
		private readonly ids: IdsToTry,
		maxRequests: number,
		readonly hasCredential: boolean,
	) {
		this.prober = new Prober(client, maxRequests);
	}

	/** The IDs that were entered under a key: trimmed, and none that is empty. */
	idsOf(key: string): string[] {
		const texts = [this.ids[key] ?? []].flat().map((text) => text.trim());
		return texts.filter((text) => text !== '');
	}

	/** The pages of the list of change order projects, which needs no ID. */
	readonly projects = once(async () => {
		const guess = firstPageNumber(this.client.settings);
		const list = { endpoint: PROJECTS, values: ALL_PROJECTS, guess, inXml: true };
		return await probePages(this.prober, list);
	});

	/** The records that IDs were entered for, after the list of projects: reading may change that. */
	readonly recordsById = once(async () => {
		await this.projects();
		const outcomes: Outcome[] = [];
		for (const { key, endpoint } of SINGLE_READS) {
			const [id] = this.idsOf(key);
			const isKnown = outcomes.some(
				({ probe, records }) => records && probe.endpoint.path === endpoint.path,
			);
			if (isKnown || id === undefined) continue;
			const query = { [endpoint.idParameter ?? 'id']: id };
			const outcome = await this.prober.ask({ endpoint, query });
			if (outcome) outcomes.push(outcome);
		}
		return outcomes;
	});

	/** The records that several IDs were entered for. */
	readonly recordsByIds = once(async () => {
		for (const { key, endpoint } of LIST_READS) {
			const ids = this.idsOf(key).slice(0, MAX_IDS);
			if (ids.length > 0) await this.prober.ask({ endpoint, ids });
		}
	});

	/** The pages of the catalog; most services count all pages alike. */
	readonly catalog = once(async () => {
		const { base, shownBy } = await this.projects();
		const guess = shownBy ? base : firstPageNumber(this.client.settings);
		const [id] = this.idsOf(CATALOG_ID);
		return await probePages(this.prober, { endpoint: CATALOG, values: { id }, guess });
	});

	/** The catalog without page number and size. */
	readonly wholeCatalog = once(async () => {
		await this.catalog();
		const [id] = this.idsOf(CATALOG_ID);
		return await this.prober.ask({ endpoint: OLDER_CATALOG, query: { id } });
	});

	/** The list of projects before and after the records were read. */
	readonly comparison = once(async () => {
		const records = await this.recordsById();
		const { pages } = await this.projects();
		return await compareProjects(this.prober, pages, records);
	});

	/** Something of the service in XML: a page of the list may have been asked for so, else what was found first. */
	readonly xml = once(async () => {
		const { prober } = this;
		const isAsked = () => prober.outcomes.some(({ probe }) => probe.accept === 'xml');
		await this.projects();
		if (isAsked()) return;
		if (!prober.found) {
			await this.recordsById();
			if (this.idsOf(CATALOG_ID).length > 0) await this.catalog();
			await this.recordsByIds();
		}
		const { found } = prober;
		if (found && !isAsked()) await prober.ask({ ...found.probe, accept: 'xml' });
	});

	/** Every path without its ID; undefined where reading was seen to mark projects. */
	readonly pathsWithoutId = once(async () => {
		const comparison = await this.comparison();
		if (comparison && comparison.changed.length > 0) return undefined;
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

	/** What the records showed that came so far; a path without its ID may give those of another application. */
	recordStats(): RecordStats {
		const { secrets, settings } = this.client;
		const ids = Object.keys(this.ids).flatMap((key) => this.idsOf(key));
		const stats = new RecordStats(settings.timeZone, secrets, ids);
		for (const outcome of this.prober.outcomes) {
			const { endpoint, query = {} } = outcome.probe;
			const { body, idParameter = '' } = endpoint;
			if (body || idParameter === '' || query[idParameter] !== undefined) stats.add(outcome);
		}
		return stats;
	}
}
