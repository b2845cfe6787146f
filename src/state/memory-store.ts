import {
	asSequence,
	type Collection,
	collectionOf,
	sizeOf,
	withRecord,
} from "./collection.ts";
import {
	afterIds,
	createMint,
	draw,
	initialMint,
	type MintState,
} from "./mint.ts";
import { readPage } from "./read-page.ts";
import type {
	Dataset,
	Facets,
	Origin,
	Store,
	StoredRecord,
	StoreOptions,
} from "./store.ts";
import { createTally, type Tally } from "./tally.ts";

type Collections = Readonly<Record<string, Collection>>;

interface Kept {
	readonly origin: Origin;
	mint: MintState;
	readonly tally: Tally;
	/** Absent until a request needs them, since the dataset may be costly to make. */
	collections?: Collections;
}

const NONE = collectionOf([]);

const collectionsOf = (dataset: Dataset): Collections =>
	Object.fromEntries(
		Object.entries(dataset).map(([name, base]) => [name, collectionOf(base)]),
	);

const copy = (kept: Kept): Kept => ({ ...kept, tally: kept.tally.copy() });

function* idsOf(dataset: Dataset): Iterable<string> {
	for (const records of Object.values(dataset))
		for (let index = 0; index < records.length; index++) {
			const record = records.at(index);
			if (record) yield record.id;
		}
}

/** Keeps everything in this process; gone when it ends. */
export function createMemoryStore(options: StoreOptions): Store {
	const sessions = new Map<string, Kept>();
	/** By session, then by id. */
	const snapshots = new Map<string, Map<string, Kept>>();
	const facetsOf = new WeakMap<StoredRecord, Facets>();
	let taken = 0;

	const begin = (origin: Origin): Kept => ({
		origin,
		mint: initialMint(origin.seed, options.start),
		tally: createTally(options.buckets),
	});

	function open(name: string): Kept {
		const known = sessions.get(name);
		if (known) return known;
		const session = begin(options.originOf(name));
		sessions.set(name, session);
		return session;
	}

	/** Loading takes a while, in which the session may have been reset: then the one that is there now is filled. */
	async function openFilled(name: string): Promise<Required<Kept>> {
		const session = open(name);
		if (!session.collections) {
			const dataset = await options.load(session.origin);
			session.collections ??= collectionsOf(dataset);
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
			const session = await openFilled(name);
			const { mint, after } = createMint(session.mint, options.now());
			const { add, result } = compose(mint);
			const collections = { ...session.collections };
			for (const [collection, record] of Object.entries(add))
				if (record)
					collections[collection] = withRecord(
						collections[collection] ?? collectionOf([]),
						record,
					);
			session.collections = collections;
			session.mint = after();
			return result;
		},
		async page(name, collection, request) {
			const { collections } = await openFilled(name);
			return readPage(
				collections[collection] ?? NONE,
				facetsReader(collection),
				request,
			);
		},
		async count(name, collection) {
			const { collections } = await openFilled(name);
			return sizeOf(collections[collection] ?? NONE);
		},
		async observe(name, labels, seconds) {
			open(name).tally.observe(labels, seconds);
		},
		async observations(name) {
			return open(name).tally.observations();
		},
		async draw(name, count) {
			const session = open(name);
			const { fractions, after } = draw(session.mint, count);
			session.mint = after;
			return fractions;
		},
		async read(name) {
			const { collections } = await openFilled(name);
			return Object.fromEntries(
				Object.entries(collections).map(([collection, records]) => [
					collection,
					asSequence(records),
				]),
			);
		},
		async replace(name, dataset) {
			const session = await openFilled(name);
			session.collections = collectionsOf(dataset);
			session.mint = afterIds(session.mint, idsOf(dataset));
		},
		async snapshot(name) {
			taken += 1;
			const kept = snapshots.get(name) ?? new Map<string, Kept>();
			snapshots.set(name, kept);
			kept.set(`${taken}`, copy(await openFilled(name)));
			return `${taken}`;
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
