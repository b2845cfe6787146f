import fc from "fast-check";
import { expect, test } from "vitest";
import { createStore } from "../../../src/store/create-store.ts";
import type {
	Position,
	Query,
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
const END = NOTE_COUNT * 10;

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

const time = fc.integer({ min: -5, max: END + 5 });
const query: fc.Arbitrary<Query> = fc.record(
	{
		keys: fc.record(
			{
				kind: fc.constantFrom("a", "b", "rare", "none"),
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

/** Whether a full scan finds the note. */
const matches = (
	note: Note,
	{ keys: { kind, owner } = {}, from, to, text = "" }: Query,
): boolean =>
	(kind ?? note.kind) === note.kind &&
	(owner ?? note.owner) === note.owner &&
	(from === undefined || note.at >= from) &&
	(to === undefined || note.at < to) &&
	note.id.includes(text);

test.each([
	["in order", (index: number) => index * 10],
	["in random order", (index: number) => ((index * 7_919) % NOTE_COUNT) * 10],
])(
	"a search finds the same records as a full scan, with times %s",
	async (_, timeOf) => {
		const all = Array.from({ length: NOTE_COUNT }, (_, index) =>
			createNote(index, timeOf(index)),
		);
		const notes = [...all];
		const store = createStore({
			load: async () => ({ notes }),
			originOf: () => ({ dataset: "notes", seed: 1 }),
			facets: { notes: facetsOf },
			start: END,
			now: () => END,
			buckets: [],
		});
		const addNote = () =>
			store.append("s", (context) => {
				const notes = createNote(all.length, Date.parse(context.at));
				return { add: { notes }, result: notes };
			});
		/** Reads three pages, with fewer than three at the end. */
		async function readIds(where: Query, limit: number): Promise<string[]> {
			const ids: string[] = [];
			let after: Position | null | undefined;
			for (let pages = 0; pages < 3 && after !== null; pages++) {
				const request = { limit, where, ...(after && { after }) };
				const page = await store.page("s", "notes", request);
				ids.push(...(page?.items ?? []).map(({ id }) => id));
				after = page?.next ?? null;
			}
			return ids;
		}
		await fc.assert(
			fc.asyncProperty(
				query,
				fc.integer({ min: 1, max: 40 }),
				fc.boolean(),
				async (where, limit, write) => {
					for (let added = 0; write && added < 30; added++)
						all.push(await addNote());
					const expected = all.filter((note) => matches(note, where));
					expect(await readIds(where, limit)).toEqual(
						expected
							.map(({ id }) => id)
							.reverse()
							.slice(0, limit * 3),
					);
				},
			),
			{ numRuns: countRuns(150) },
		);
	},
);
