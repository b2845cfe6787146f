import { expect, test } from "vitest";
import { addNote, createNote, type OpenNotes } from "./store-notes.ts";

/** An id a century after the clock, whose random part is about to overflow. */
const LATE = "n_3ZZZZZZZZZZZZZZZZZZZZZZZZX";

const getUlid = (id: string): string => id.slice(-26);

/** Adds cases for ids, which sort after all ids that a session has had. */
export function addIdCases(open: OpenNotes): void {
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

	test("creates ids that sort after those of an imported record and its parts, even if the clock was reset", async () => {
		await using store = await open();
		await addNote(store, "a", "First");
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

	test("creates no id of the dataset, even with the same seed and time", async () => {
		await using store = await open();
		const { id } = await addNote(store, "a", "dumped");
		await using again = await open({
			load: async () => ({ notes: [createNote(id, "dumped", 1)] }),
		});
		const first = await addNote(again, "a", "x");
		expect(first.id > id).toBe(true);
		await again.reset("a");
		for (const session of ["a", "b"])
			expect(await addNote(again, session, "x")).toEqual(first);
	});
}
