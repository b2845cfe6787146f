import {
	asSequence,
	type Collection,
	collectionOf,
	sizeOf,
	withRecord,
} from "./collection.ts";
import { createHistogram, type Histogram } from "./histogram.ts";
import { idsOf, idsPresent } from "./ids-of.ts";
import { readPage } from "./read-page.ts";
import type {
	Dataset,
	Facets,
	Origin,
	Page,
	Store,
	StoredRecord,
	StoreOptions,
} from "./store.ts";
import {
	afterUlid,
	createWriteContext,
	drawFractions,
	initialWriteContextState,
	lastUlidOf,
	type WriteContextState,
} from "./write-context.ts";

type Collections = Readonly<Record<string, Collection>>;

type ReadPage = Page<StoredRecord> | undefined;

interface Kept {
	readonly origin: Origin;
	mint: WriteContextState;
	readonly tally: Histogram;
	/** Absent until a request needs them, since the dataset may be costly to make. */
	collections?: Collections;
}

const NONE = collectionOf([]);

const collectionsOf = (dataset: Dataset): Collections =>
	Object.fromEntries(
		Object.entries(dataset).map(([name, base]) => [name, collectionOf(base)]),
	);

const copy = (kept: Kept): Kept => ({ ...kept, tally: kept.tally.copy() });

/** Keeps everything in this process; gone when it ends. */
export function createMemoryStore(options: StoreOptions): Store {
	const sessions = new Map<string, Kept>();
	/** By session, then by id. */
	const snapshots = new Map<string, Map<string, Kept>>();
	const facetsOf = new WeakMap<StoredRecord, Facets>();
	const lastIds = new WeakMap<Dataset, string>();
	let taken = 0;

	/** Pages that begin at the newest record, by limit; a collection that is added to is another one. */
	const firstPages = new WeakMap<Collection, Map<number, ReadPage>>();

	function firstPage(
		records: Collection,
		limit: number,
		read: () => ReadPage,
	): ReadPage {
		const pages = firstPages.get(records) ?? new Map<number, ReadPage>();
		const page = pages.get(limit) ?? read();
		pages.set(limit, page);
		firstPages.set(records, pages);
		return page;
	}

	/** Of the records that are there already: to make those of a large dataset would take long. */
	function lastIn(dataset: Dataset): string {
		const last = lastIds.get(dataset) ?? lastUlidOf(idsPresent(dataset));
		lastIds.set(dataset, last);
		return last;
	}

	const begin = (origin: Origin): Kept => ({
		origin,
		mint: initialWriteContextState(origin.seed, options.start),
		tally: createHistogram(options.buckets),
	});

	function open(name: string): Kept {
		const known = sessions.get(name);
		if (known) return known;
		const session = begin(options.originOf(name));
		sessions.set(name, session);
		return session;
	}

	/** Without waiting, where there is nothing to wait for. */
	function filled(name: string): Required<Kept> | undefined {
		const session = open(name);
		return session.collections ? (session as Required<Kept>) : undefined;
	}

	/** Loading takes a while, in which the session may have been reset: then the one that is there now is filled. */
	async function openFilled(name: string): Promise<Required<Kept>> {
		const session = open(name);
		if (!session.collections) {
			const dataset = await options.load(session.origin);
			if (!session.collections) {
				session.collections = collectionsOf(dataset);
				session.mint = afterUlid(session.mint, lastIn(dataset));
			}
			if (sessions.get(name) !== session) return openFilled(name);
		}
		return session as Required<Kept>;
	}

	function facetsReader(name: string): (record: StoredRecord) => Facets {
		return (record) => {
			const known = facetsOf.get(record);
			if (known) return known;
			const read = options.facets[name];
			if (!read)
				throw new Error(
					`The collection ${name} cannot be searched: the service gives no facets for it.`,
				);
			const made = read(record);
			facetsOf.set(record, made);
			return made;
		};
	}

	return {
		async append(name, compose) {
			const session = filled(name) ?? (await openFilled(name));
			const { mint, after } = createWriteContext(session.mint, options.now());
			const { add, result } = compose(mint);
			const collections = { ...session.collections };
			for (const collection in add) {
				const record = add[collection];
				if (!record) continue;
				const records = collections[collection] ?? collectionOf([]);
				collections[collection] = withRecord(records, record);
			}
			session.collections = collections;
			session.mint = after();
			return result;
		},
		async page(name, collection, request) {
			const { collections } = filled(name) ?? (await openFilled(name));
			const records = collections[collection] ?? NONE;
			const facets = facetsReader(collection);
			// What filters or goes on from somewhere is hardly ever asked twice.
			return request.after || request.where
				? readPage(records, facets, request)
				: firstPage(records, request.limit, () =>
						readPage(records, facets, request),
					);
		},
		async count(name, collection) {
			const { collections } = filled(name) ?? (await openFilled(name));
			return sizeOf(collections[collection] ?? NONE);
		},
		observe(name, labels, seconds) {
			open(name).tally.observe(labels, seconds);
			return undefined;
		},
		async observations(name) {
			return open(name).tally.observations();
		},
		async draw(name, count) {
			const session = open(name);
			const { fractions, after } = drawFractions(session.mint, count);
			session.mint = after;
			return fractions;
		},
		async read(name) {
			const { collections } = filled(name) ?? (await openFilled(name));
			return Object.fromEntries(
				Object.entries(collections).map(([collection, records]) => [
					collection,
					asSequence(records),
				]),
			);
		},
		async replace(name, dataset) {
			const session = filled(name) ?? (await openFilled(name));
			session.collections = collectionsOf(dataset);
			session.mint = afterUlid(session.mint, lastUlidOf(idsOf(dataset)));
		},
		async snapshot(name) {
			taken += 1;
			// Another may be taken before this one is filled.
			const id = `${taken}`;
			const kept = snapshots.get(name) ?? new Map<string, Kept>();
			snapshots.set(name, kept);
			kept.set(id, copy(await openFilled(name)));
			return id;
		},
		async snapshots(name) {
			return [...(snapshots.get(name)?.keys() ?? [])];
		},
		async restore(name, snapshot) {
			const kept = snapshots.get(name)?.get(snapshot);
			if (kept) sessions.set(name, copy(kept));
			return kept !== undefined;
		},
		async discard(name, snapshot) {
			return snapshots.get(name)?.delete(snapshot) ?? false;
		},
		async origin(name) {
			return sessions.get(name)?.origin ?? options.originOf(name);
		},
		async reset(name, origin) {
			sessions.set(name, begin({ ...open(name).origin, ...origin }));
		},
		async drop(name) {
			sessions.delete(name);
			snapshots.delete(name);
		},
		async close() {
			sessions.clear();
			snapshots.clear();
		},
	};
}
