import { expect, test } from "vitest";
import { addNote, changeNote, type OpenNotes, START } from "./store-notes.ts";

/** Adds cases for pages and searches. */
export function addPagingCases(open: OpenNotes): void {
	test("returns no page if the record of the cursor is at another place", async () => {
		await using store = await open();
		const after = (sequence: number, id: string) =>
			store.page("a", "notes", { limit: 1, after: { sequence, id } });
		expect(await after(1, "n2")).toMatchObject({ items: [{ id: "n1" }] });
		expect(await after(0, "n2")).toBeUndefined();
		expect(await after(2, "n3")).toBeUndefined();
	});

	test("applies every search condition, and marks the last page", async () => {
		await using store = await open();
		await addNote(store, "a", "first again");
		const search = (where: object, limit = 10) =>
			store.page("a", "notes", { limit, where });
		expect(await search({ text: "FIRST" })).toMatchObject({
			items: [{ text: "first again" }, { text: "First" }],
			next: null,
		});
		expect(await search({ text: "first" }, 1)).toMatchObject({
			items: [{ text: "first again" }],
			next: { sequence: 2 },
		});
		expect(await search({ from: 2, to: START })).toMatchObject({
			items: [{ text: "Second" }],
		});
		expect(await search({ keys: { text: "First" }, from: 2 })).toEqual({
			items: [],
			next: null,
		});
	});

	test("searches records as they are now", async () => {
		await using store = await open();
		for (let index = 0; index < 1_500; index++)
			await addNote(store, "a", `${index}`);
		await changeNote(store, "n1", "7");
		await changeNote(store, "n2", null);
		const search = async (text: string) => {
			const where = { keys: { text } };
			const page = await store.page("a", "notes", { limit: 9, where });
			return page?.items.map(({ id }) => id);
		};
		const [[seventh = ""] = [], [later = ""] = []] = [
			await search("7"),
			await search("20"),
		];
		await changeNote(store, seventh, "7");
		await changeNote(store, later, "7");
		expect(await search("7")).toEqual([later, seventh, "n1"]);
		expect(await search("First")).toEqual([]);
		expect(await search("Second")).toEqual([]);
	});
}
