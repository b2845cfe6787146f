import { expect, test } from "vitest";
import {
	addNote,
	createNote,
	type OpenNotes,
	readTexts,
	START,
} from "./store-notes.ts";

/** An id a century after the clock, whose random part is about to overflow. */
const LATE = "n_3ZZZZZZZZZZZZZZZZZZZZZZZZX";

const getUlid = (id: string): string => id.slice(-26);

/** Adds cases for replacing all records. */
export function addReplaceCases(open: OpenNotes): void {
	test("replaces all records, in the given order", async () => {
		await using store = await open();
		await addNote(store, "a", "gone");
		await store.replace("a", {
			notes: [createNote("x", "Older", 1), createNote("y", "Newer", 2)],
		});
		expect(await readTexts(store)).toEqual(["Newer", "Older"]);
		await addNote(store, "a", "Newest");
		expect(await readTexts(store)).toEqual(["Newest", "Newer", "Older"]);
	});

	test("empties an omitted collection, which stays usable", async () => {
		await using store = await open();
		await store.replace("a", { tags: [] });
		expect(await readTexts(store)).toEqual([]);
		expect(await store.count("a", "notes")).toBe(0);
		await addNote(store, "a", "First again");
		expect(await readTexts(store)).toEqual(["First again"]);
	});

	test("does not affect other sessions and snapshots", async () => {
		await using store = await open();
		const snapshot = await store.snapshot("a");
		await store.replace("a", { notes: [createNote("x", "Replaced", 1)] });
		expect(await readTexts(store, "b")).toEqual(["Second", "First"]);
		await store.restore("a", snapshot);
		expect(await readTexts(store)).toEqual(["Second", "First"]);
	});

	test("keeps the clock, the random state and the counts", async () => {
		await using store = await open();
		for (const session of ["a", "b"]) {
			await addNote(store, session, "x");
			await store.observe(session, { of: session }, 0);
			await store.drawFractions(session, 1);
		}
		await store.replace("a", { notes: [] });
		expect((await addNote(store, "a", "y")).at).toBe(START + 1);
		expect(await store.drawFractions("a", 1)).toEqual(
			await store.drawFractions("b", 1),
		);
		expect(await store.observations("a")).toMatchObject([{ count: 1 }]);
	});

	test("creates distinct ids that sort after the imported ones", async () => {
		await using store = await open();
		await store.replace("a", {
			notes: [createNote(LATE, "Late", 1), createNote("n2", "Plain", 2)],
			tags: [{ id: "t2" }],
		});
		const ids = [LATE];
		for (let count = 0; count < 40; count++)
			ids.push((await addNote(store, "a", "x")).id);
		const ulids = ids.map(getUlid);
		expect([...ulids].sort()).toEqual(ulids);
		expect(new Set(ulids).size).toBe(41);
	});

	test("creates ids that sort after the imported ones, even if the clock was reset", async () => {
		await using store = await open();
		await addNote(store, "a", "First");
		const imported = await addNote(store, "a", "Second");
		await store.reset("a");
		await store.replace("a", { notes: [imported] });
		const next = await addNote(store, "a", "Third");
		expect(getUlid(next.id) > getUlid(imported.id)).toBe(true);
	});

	test("reuses no id that is nested in an imported record", async () => {
		await using store = await open();
		const imported = await store.append("a", (context) => {
			const parts = { id: context.id("n_"), steps: [{ id: context.id("s_") }] };
			return { add: { notes: parts }, result: parts };
		});
		await store.reset("a");
		await store.replace("a", { notes: [imported] });
		const next = await addNote(store, "a", "x");
		expect(getUlid(next.id) > getUlid(imported.steps[0]?.id ?? "")).toBe(true);
	});

	test("keeps creating ids after the highest possible one", async () => {
		await using store = await open();
		await store.replace("a", {
			notes: [createNote(`n_7${"Z".repeat(25)}`, "Last", 1)],
		});
		const { id } = await addNote(store, "a", "x");
		expect(getUlid(id)).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
		expect((await addNote(store, "a", "y")).id).not.toBe(id);
	});
}
