import fc from "fast-check";
import { expect, test } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import type { Query, Store, StoredRecord } from "../../src/store/store.ts";

interface Note extends StoredRecord {
	readonly kind: string;
	readonly owner: string;
	readonly at: number;
}

/** More than are looked at one by one. */
const MANY = 2_600;
const KINDS = ["a", "b", "rare"];

const facetsOf = (record: StoredRecord) => {
	const { kind, owner, at, id } = record as Note;
	return { keys: { kind, owner }, at, texts: [id] };
};

const noteAt = (index: number, at: number): Note => ({
	id: `n_${index}`,
	kind: index % 997 === 0 ? "rare" : index % 3 === 0 ? "a" : "b",
	owner: `o${index % 50}`,
	at,
});

function storeOf(notes: readonly Note[]): Store {
	return createMemoryStore({
		load: async () => ({ notes }),
		originOf: () => ({ dataset: "notes", seed: 1 }),
		facets: { notes: facetsOf },
		start: MANY * 10,
		now: () => MANY * 10,
		buckets: [],
	});
}

/** What a search must find, by looking at every record there is. */
function found(notes: readonly Note[], query: Query): string[] {
	const { keys = {}, from, to, text } = query;
	return notes
		.filter(
			(note) =>
				Object.entries(keys).every(
					([name, value]) => note[name as "kind" | "owner"] === value,
				) &&
				(from === undefined || note.at >= from) &&
				(to === undefined || note.at < to) &&
				(text === undefined || note.id.includes(text)),
		)
		.map(({ id }) => id)
		.reverse();
}

async function search(
	store: Store,
	where: Query,
	limit: number,
	most: number,
): Promise<string[]> {
	const ids: string[] = [];
	let after: { index: number; id: string } | undefined;
	do {
		const page = await store.page("s", "notes", {
			limit,
			where,
			...(after && { after }),
		});
		ids.push(...(page?.items ?? []).map(({ id }) => id));
		after = page?.next ?? undefined;
	} while (after && ids.length < most);
	return ids;
}

const time = fc.integer({ min: -5, max: MANY * 10 + 5 });
const query: fc.Arbitrary<Query> = fc.record(
	{
		keys: fc.record(
			{
				kind: fc.constantFrom(...KINDS, "none"),
				owner: fc.integer({ min: 0, max: 51 }).map((n) => `o${n}`),
			},
			{ requiredKeys: [] },
		),
		from: time,
		to: time,
		text: fc.constantFrom("9", "77", "x"),
	},
	{ requiredKeys: [] },
);

test.each([
	["in order", (index: number) => index * 10],
	["in no order", (index: number) => ((index * 7_919) % MANY) * 10],
])(
	"a search finds what looking at every record finds, times %s",
	async (_, timeOf) => {
		const notes = Array.from({ length: MANY }, (_, index) =>
			noteAt(index, timeOf(index)),
		);
		const store = storeOf(notes);
		const all: Note[] = [...notes];
		let made = MANY;
		await fc.assert(
			fc.asyncProperty(
				query,
				fc.integer({ min: 1, max: 40 }),
				fc.boolean(),
				async (where, limit, write) => {
					if (write)
						for (let added = 0; added < 30; added++) {
							const note = await store.append("s", (mint) => {
								const notes = noteAt(made, Date.parse(mint.at));
								return { add: { notes }, result: notes };
							});
							made += 1;
							all.push(note);
						}
					const most = limit * 3;
					const ids = await search(store, where, limit, most);
					expect(ids.slice(0, most)).toEqual(found(all, where).slice(0, most));
				},
			),
			{ numRuns: 150 },
		);
	},
);
