import { expect, test } from "vitest";
import { addNote, type OpenNotes, readTexts } from "./store-notes.ts";

/** Adds cases for snapshots. */
export function addSnapshotCases(open: OpenNotes): void {
	test("restores records, clock, ids and counts, any number of times", async () => {
		await using store = await open();
		await addNote(store, "a", "kept");
		await store.observe("a", { of: "a" }, 0);
		const snapshot = await store.snapshot("a");
		const next = await addNote(store, "a", "lost");
		await store.observe("a", { of: "a" }, 0);
		for (const text of ["lost", "other"]) {
			expect(await store.restore("a", snapshot)).toBe(true);
			expect(await readTexts(store)).toEqual(["kept", "Second", "First"]);
			expect(await store.observations("a")).toMatchObject([{ count: 1 }]);
			expect(await addNote(store, "a", text)).toEqual({ ...next, text });
			expect(await readTexts(store)).toEqual([text, "kept", "Second", "First"]);
			await store.observe("a", { of: "a" }, 0);
		}
	});

	test("lists the snapshots of each session, oldest first, under distinct ids, even if taken concurrently", async () => {
		await using store = await open();
		expect(await store.snapshots("a")).toEqual([]);
		await addNote(store, "b", "of b");
		const [one, two, other] = await Promise.all([
			store.snapshot("a"),
			store.snapshot("a"),
			store.snapshot("b"),
		]);
		const later = await store.snapshot("a");
		expect(new Set([one, two, later, other]).size).toBe(4);
		expect(await store.snapshots("a")).toEqual([one, two, later]);
		expect(await store.snapshots("b")).toEqual([other]);
		expect(await store.restore("b", other)).toBe(true);
		expect(await readTexts(store, "b")).toEqual(["of b", "Second", "First"]);
	});

	test("restores and discards only a snapshot of the session", async () => {
		await using store = await open();
		const first = await store.snapshot("a");
		const second = await store.snapshot("a");
		expect(await store.restore("b", first)).toBe(false);
		expect(await store.restore("a", "none")).toBe(false);
		expect(await store.deleteSnapshot("b", first)).toBe(false);
		expect(await store.deleteSnapshot("a", first)).toBe(true);
		expect(await store.deleteSnapshot("a", first)).toBe(false);
		expect(await store.snapshots("a")).toEqual([second]);
		expect(await store.restore("a", first)).toBe(false);
		expect(await store.restore("a", second)).toBe(true);
	});

	test("switches between snapshots, whatever is added after each", async () => {
		await using store = await open();
		const short = await store.snapshot("a");
		await addNote(store, "a", "kept");
		const long = await store.snapshot("a");
		await addNote(store, "a", "lost");
		for (const text of ["x", "y"]) {
			await store.restore("a", short);
			await addNote(store, "a", text);
			expect(await readTexts(store)).toEqual([text, "Second", "First"]);
			await store.restore("a", long);
			await addNote(store, "a", text);
			expect(await readTexts(store)).toEqual([text, "kept", "Second", "First"]);
		}
	});
}
