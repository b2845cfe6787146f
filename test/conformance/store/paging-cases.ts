import { expect, test } from "vitest";
import { addNote, type Note, type OpenNotes, START } from "./store-notes.ts";

/** Adds cases for pages and searches. */
export function addPagingCases(open: OpenNotes): void {
	test("pages without repeats or gaps while records are added", async () => {
		await using store = await open();
		for (let index = 0; index < 25; index++)
			await addNote(store, "a", `${index}`);
		const seen: string[] = [];
		let after: { sequence: number; id: string } | undefined;
		do {
			const page = await store.page("a", "notes", {
				limit: 4,
				...(after && { after }),
			});
			seen.push(...(page?.items ?? []).map((record) => (record as Note).text));
			after = page?.next ?? undefined;
			await addNote(store, "a", "meanwhile");
		} while (after);
		const expected = Array.from({ length: 25 }, (_, index) => `${24 - index}`);
		expect(seen).toEqual([...expected, "Second", "First"]);
	});

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
}
