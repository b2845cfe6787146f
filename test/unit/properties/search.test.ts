import fc from "fast-check";
import { expect, test } from "vitest";
import { createStore } from "../../../src/store/create-store.ts";
import type {
	Position,
	Query,
	Store,
	StoredRecord,
} from "../../../src/store/store.ts";
import { countRuns } from "../../support/exhaustive.ts";

interface Note extends StoredRecord {
	readonly kind: string;
	readonly owner: string;
	readonly at: number;
}

/** More than the number of records up to which a search scans instead of using the index. */
const NOTE_COUNT = 2_600;
const KINDS = ["a", "b", "rare"];

const facetsOf = (record: StoredRecord) => {
	const { kind, owner, at, id } = record as Note;
	return { keys: { kind, owner }, at, texts: [id] };
};

const createNote = (index: number, at: number): Note => ({
	id: `n_${index}`,
	kind: index % 997 === 0 ? "rare" : index % 3 === 0 ? "a" : "b",
	owner: `o${index % 50}`,
	at,
});

function createNotesStore(notes: readonly Note[]): Store {
	return createStore({
		load: async () => ({ notes }),
		originOf: () => ({ dataset: "notes", seed: 1 }),
		facets: { notes: facetsOf },
		start: NOTE_COUNT * 10,
		now: () => NOTE_COUNT * 10,
		buckets: [],
	});
}

/** Returns the expected ids by scanning every record. */
function findByScan(notes: readonly Note[], query: Query): string[] {
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

async function readResults(
	store: Store,
	where: Query,
	limit: number,
	maxIds: number,
): Promise<string[]> {
	const ids: string[] = [];
	let after: Position | undefined;
	do {
		const page = await store.page("s", "notes", {
			limit,
			where,
			...(after && { after }),
		});
		ids.push(...(page?.items ?? []).map(({ id }) => id));
		after = page?.next ?? undefined;
	} while (after && ids.length < maxIds);
	return ids;
}

const time = fc.integer({ min: -5, max: NOTE_COUNT * 10 + 5 });
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
	["in random order", (index: number) => ((index * 7_919) % NOTE_COUNT) * 10],
])(
	"a search finds the same records as a full scan, with times %s",
	async (_, timeOf) => {
		const notes = Array.from({ length: NOTE_COUNT }, (_, index) =>
			createNote(index, timeOf(index)),
		);
		const store = createNotesStore(notes);
		const all: Note[] = [...notes];
		let created = NOTE_COUNT;
		await fc.assert(
			fc.asyncProperty(
				query,
				fc.integer({ min: 1, max: 40 }),
				fc.boolean(),
				async (where, limit, write) => {
					if (write)
						for (let added = 0; added < 30; added++) {
							const note = await store.append("s", (context) => {
								const notes = createNote(created, Date.parse(context.at));
								return { add: { notes }, result: notes };
							});
							created += 1;
							all.push(note);
						}
					const maxIds = limit * 3;
					const ids = await readResults(store, where, limit, maxIds);
					expect(ids.slice(0, maxIds)).toEqual(
						findByScan(all, where).slice(0, maxIds),
					);
				},
			),
			{ numRuns: countRuns(150) },
		);
	},
);
