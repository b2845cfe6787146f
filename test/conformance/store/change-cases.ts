import fc from "fast-check";
import { expect, test } from "vitest";
import type { Position, Store } from "../../../src/store/store.ts";
import { countRuns } from "../../support/exhaustive.ts";
import {
	addNote,
	type Note,
	type OpenNotes,
	readTexts,
} from "./store-notes.ts";

/** Updates the text of a note, or removes it if the text is null; undefined if it has another version. */
const changeNote = (
	store: Store,
	id: string,
	version: number,
	text: string | null,
): Promise<{ result: string } | undefined> =>
	store.change("a", { collection: "notes", id, version }, (context) => ({
		to: text === null ? null : ({ id, text, at: 1 } satisfies Note),
		add: { tags: { id: context.id("t_") } },
		result: context.at,
	}));

/** Changes the note whatever its version is. */
async function changeLatest(
	store: Store,
	id: string,
	text: string | null,
): Promise<void> {
	const { version = 0 } = (await store.get("a", "notes", id)) ?? {};
	await changeNote(store, id, version, text);
}

/** A step between two reads of the model test: adds a note, or changes or removes the one at `place`. */
const step = fc.record({
	kind: fc.constantFrom("add", "update", "remove"),
	place: fc.nat({ max: 40 }),
});

/** Adds cases for writes that update and remove records. */
export function addChangeCases(open: OpenNotes): void {
	test("updates and removes only the version that the writer has seen", async () => {
		await using store = await open();
		const get = (id: string) => store.get("a", "notes", id);
		expect(await get("n1")).toMatchObject({ version: 1 });
		expect(await get("n9")).toBeUndefined();
		expect(await changeNote(store, "n1", 1, "one")).toBeDefined();
		expect(await changeNote(store, "n1", 1, "lost")).toBeUndefined();
		expect(await get("n1")).toEqual({
			record: { id: "n1", text: "one", at: 1 },
			version: 2,
			sequence: 0,
		});
		expect(await changeNote(store, "n1", 2, null)).toBeDefined();
		expect(await changeNote(store, "n1", 3, "lost")).toBeUndefined();
		expect(await get("n1")).toBeUndefined();
		expect(await store.count("a", "notes")).toBe(1);
		expect(await store.count("a", "tags")).toBe(3);
		const { notes } = await store.read("a");
		expect([notes?.length, notes?.at(0)?.id]).toEqual([1, "n2"]);
		expect(await readTexts(store, "b")).toEqual(["Second", "First"]);
	});

	test("lets one of several concurrent updates of a version win", async () => {
		await using store = await open();
		const texts = ["x", "y", "z"];
		const results = await Promise.all(
			texts.map((text) => changeNote(store, "n2", 1, text)),
		);
		expect(results.filter(Boolean)).toHaveLength(1);
		expect(await store.count("a", "tags")).toBe(2);
	});

	test("searches records as they are now", async () => {
		await using store = await open();
		for (let index = 0; index < 1_500; index++)
			await addNote(store, "a", `${index}`);
		await changeNote(store, "n1", 1, "7");
		await changeNote(store, "n2", 1, null);
		const search = async (text: string) => {
			const where = { keys: { text } };
			const page = await store.page("a", "notes", { limit: 9, where });
			return page?.items.map(({ id }) => id);
		};
		expect(await search("7")).toEqual([expect.stringMatching(/^n_/), "n1"]);
		expect(await search("First")).toEqual([]);
		expect(await search("Second")).toEqual([]);
	});

	test("restores updated and removed records", async () => {
		await using store = await open();
		await changeNote(store, "n1", 1, "one");
		const snapshot = await store.snapshot("a");
		await changeNote(store, "n1", 2, "two");
		await changeNote(store, "n2", 1, null);
		for (const text of ["three", "four"]) {
			await store.restore("a", snapshot);
			expect(await readTexts(store)).toEqual(["Second", "one"]);
			expect(await changeNote(store, "n1", 2, text)).toBeDefined();
		}
	});

	test("pages show each record that was there all along exactly once", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(step, { maxLength: 30 }),
				fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 20 }),
				fc.integer({ min: 1, max: 4 }),
				async (before, between, limit) => {
					await using store = await open();
					/** The ids that exist, oldest first, as a plain list. */
					let model = ["n1", "n2"];
					const take = async (steps: typeof before) => {
						for (const { kind, place } of steps) {
							const id = model[place % Math.max(1, model.length)];
							if (kind === "add" || id === undefined) {
								const { id: added } = await addNote(store, "a", "added");
								model.push(added);
							} else {
								await changeLatest(store, id, kind === "update" ? kind : null);
								if (kind === "remove")
									model = model.filter((each) => each !== id);
							}
						}
					};
					await take(before);
					let allAlong = [...model];
					const seen: string[] = [];
					let after: Position | null = null;
					let turn = 0;
					do {
						const page = await store.page("a", "notes", {
							limit,
							...(after && { after }),
						});
						seen.push(...(page?.items.map(({ id }) => id) ?? []));
						after = page?.next ?? null;
						await take(between[turn++] ?? []);
						allAlong = allAlong.filter((id) => model.includes(id));
					} while (after);
					expect(new Set(seen).size).toBe(seen.length);
					const kept = seen.filter((id) => allAlong.includes(id));
					expect(kept.reverse()).toEqual(allAlong);
					const { notes } = await store.read("a");
					const ids = [...Array(notes?.length ?? 0).keys()].map(
						(index) => notes?.at(index)?.id,
					);
					expect(ids).toEqual(model);
					expect(await store.count("a", "notes")).toBe(model.length);
				},
			),
			{ numRuns: countRuns(100) },
		);
	});
}
