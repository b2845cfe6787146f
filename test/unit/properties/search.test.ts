import fc from "fast-check";
import { expect, test } from "vitest";
import { createStore } from "../../../src/store/create-store.ts";
import { createTextSearch } from "../../../src/store/create-text-search.ts";
import type { Position, Query } from "../../../src/store/store.ts";
import {
	addNote,
	createNote,
	createNotesOpener,
	type Note,
} from "../../conformance/store/store-notes.ts";
import { countRuns } from "../../support/exhaustive.ts";

/** More than the number of records up to which a search scans instead of using the index. */
const NOTE_COUNT = 2_600;
const END = NOTE_COUNT * 10;

const createText = (index: number): string =>
	`${index % 997 === 0 ? "rare" : index % 3 === 0 ? "a" : "b"} o${index % 50} ${index}`;

/** Returns what a search sees of a note, whose text has its kind, owner and index. */
function readFacets({ text, at }: Note) {
	const [kind = "", owner = "", index = ""] = text.split(" ");
	return { keys: { kind, owner }, at, texts: [index] };
}

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
function matches(note: Note, { keys = {}, from, to, text = "" }: Query) {
	const { keys: own, at, texts } = readFacets(note);
	return (
		(keys.kind ?? own.kind) === own.kind &&
		(keys.owner ?? own.owner) === own.owner &&
		(from === undefined || at >= from) &&
		(to === undefined || at < to) &&
		texts.join().includes(text)
	);
}

test.each([
	["in order", (index: number) => index * 10],
	["in random order", (index: number) => ((index * 7_919) % NOTE_COUNT) * 10],
])(
	"a search finds the same records as a full scan, with times %s",
	async (_, timeOf) => {
		const all = Array.from({ length: NOTE_COUNT }, (_, index) =>
			createNote(`n_${index}`, createText(index), timeOf(index)),
		);
		const notes = [...all];
		const open = createNotesOpener(async (options) => createStore(options));
		await using store = await open({
			load: async () => ({ notes }),
			facets: { notes: (record) => readFacets(record as Note) },
			start: END,
			now: () => END,
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
						all.push(await addNote(store, "s", createText(all.length)));
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

const piece = fc.string({ unit: fc.constantFrom("a", "b", "C"), maxLength: 9 });
const repetitive = fc
	.tuple(piece, fc.integer({ min: 1, max: 120 }), piece)
	.map(([part, count, end]) => part.repeat(count) + end);

test("a search finds a text wherever it is, also a long and repetitive one", () => {
	fc.assert(
		fc.property(repetitive, repetitive, repetitive, fc.nat(), (...given) => {
			const [before, sought, after, removed] = given;
			const search = createTextSearch(sought.toLowerCase());
			expect(search(before + sought + after)).toBe(true);
			const start = before + sought.slice(0, removed % (sought.length + 1));
			const other = (start + sought + after).toUpperCase().slice(1);
			expect(search(other)).toBe(other.includes(sought.toUpperCase()));
			const short = start + after;
			expect(search(short)).toBe(
				short.toUpperCase().includes(sought.toUpperCase()),
			);
		}),
		{ numRuns: countRuns(300) },
	);
});
