import {
	type Collection,
	collectionOf,
	recordAt,
	sizeOf,
	withRecord,
} from "./collection.ts";
import { matches } from "./matches.ts";
import { createMint, initialMint, type MintState } from "./mint.ts";
import type {
	Dataset,
	Facets,
	Page,
	PageRequest,
	Store,
	StoredRecord,
	StoreOptions,
} from "./store.ts";
import { createTally, type Tally } from "./tally.ts";

interface Session {
	mint: MintState;
	tally: Tally;
	/** Absent until a request needs them, since the dataset may be costly to make. */
	collections?: Readonly<Record<string, Collection>>;
}

/** Keeps everything in this process; gone when it ends. */
export function createMemoryStore(options: StoreOptions): Store {
	const sessions = new Map<string, Session>();
	const snapshots = new Map<string, Session>();
	const facetsOf = new WeakMap<StoredRecord, Facets>();
	let dataset: Promise<Dataset> | undefined;
	let taken = 0;

	function open(name: string): Session {
		const session = sessions.get(name) ?? {
			mint: initialMint(options.seed, options.start),
			tally: createTally(options.buckets),
		};
		sessions.set(name, session);
		return session;
	}

	async function openFilled(name: string): Promise<Required<Session>> {
		dataset ??= options.load();
		const loaded = await dataset;
		const session = open(name);
		session.collections ??= Object.fromEntries(
			Object.entries(loaded).map(([collection, base]) => [
				collection,
				collectionOf(base),
			]),
		);
		return session as Required<Session>;
	}

	const copy = (session: Session): Session => ({
		...session,
		tally: session.tally.copy(),
	});

	function facets(collection: string, record: StoredRecord): Facets {
		const known = facetsOf.get(record);
		if (known) return known;
		const read = options.facets[collection];
		if (!read)
			throw new Error(
				`The collection ${collection} cannot be searched: the service gives no facets for it.`,
			);
		const made = read(record);
		facetsOf.set(record, made);
		return made;
	}

	function readPage(
		name: string,
		collection: Collection,
		{ limit, after, where }: PageRequest,
	): Page<StoredRecord> | undefined {
		if (after && recordAt(collection, after.index)?.id !== after.id)
			return undefined;
		const items: StoredRecord[] = [];
		let last = -1;
		for (
			let index = (after?.index ?? sizeOf(collection)) - 1;
			index >= 0;
			index--
		) {
			const record = recordAt(collection, index);
			if (!record || (where && !matches(facets(name, record), where))) continue;
			if (items.length === limit)
				return { items, next: { index: last, id: items.at(-1)?.id ?? "" } };
			items.push(record);
			last = index;
		}
		return { items, next: null };
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
				collection,
				collections[collection] ?? collectionOf([]),
				request,
			);
		},
		async count(name, collection) {
			const { collections } = await openFilled(name);
			return sizeOf(collections[collection] ?? collectionOf([]));
		},
		async observe(name, labels, seconds) {
			open(name).tally.observe(labels, seconds);
		},
		async observations(name) {
			return open(name).tally.observations();
		},
		async snapshot(name) {
			taken += 1;
			snapshots.set(`${name}/${taken}`, copy(await openFilled(name)));
			return `${taken}`;
		},
		async restore(name, snapshot) {
			const kept = snapshots.get(`${name}/${snapshot}`);
			if (kept) sessions.set(name, copy(kept));
			return kept !== undefined;
		},
		async reset(name) {
			sessions.delete(name);
		},
		async close() {
			sessions.clear();
			snapshots.clear();
		},
	};
}
