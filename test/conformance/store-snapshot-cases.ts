import { expect, test } from "vitest";
import { add, type OpenNotes, texts } from "./store-notes.ts";

/** What was kept comes back. */
export function addSnapshotCases(open: OpenNotes): void {
	test("restores records, clock, ids and counts, as often as asked", async () => {
		await using store = await open();
		await add(store, "a", "kept");
		await store.observe("a", { of: "a" }, 0);
		const snapshot = await store.snapshot("a");
		const next = await add(store, "a", "lost");
		await store.observe("a", { of: "a" }, 0);
		for (const text of ["lost", "other"]) {
			expect(await store.restore("a", snapshot)).toBe(true);
			expect(await texts(store)).toEqual(["kept", "Second", "First"]);
			expect(await store.observations("a")).toMatchObject([{ count: 1 }]);
			expect(await add(store, "a", text)).toEqual({ ...next, text });
			expect(await texts(store)).toEqual([text, "kept", "Second", "First"]);
			await store.observe("a", { of: "a" }, 0);
		}
	});

	test("restores no snapshot that is not the session's", async () => {
		await using store = await open();
		const snapshot = await store.snapshot("a");
		expect(await store.restore("b", snapshot)).toBe(false);
		expect(await store.restore("a", "none")).toBe(false);
	});

	test("lists them oldest first, each session its own", async () => {
		await using store = await open();
		expect(await store.snapshots("a")).toEqual([]);
		const [first, second] = [
			await store.snapshot("a"),
			await store.snapshot("a"),
		];
		const other = await store.snapshot("b");
		expect(await store.snapshots("a")).toEqual([first, second]);
		expect(await store.snapshots("b")).toEqual([other]);
	});

	test("gives each an id of its own though they are taken at once", async () => {
		await using store = await open();
		await add(store, "b", "of b");
		const [one, two, other] = await Promise.all([
			store.snapshot("a"),
			store.snapshot("a"),
			store.snapshot("b"),
		]);
		expect(new Set([one, two, other]).size).toBe(3);
		expect(await store.snapshots("a")).toEqual([one, two]);
		expect(await store.restore("b", other)).toBe(true);
		expect(await texts(store, "b")).toEqual(["of b", "Second", "First"]);
	});

	test("forgets one that is discarded, and only that", async () => {
		await using store = await open();
		const [first, second] = [
			await store.snapshot("a"),
			await store.snapshot("a"),
		];
		expect(await store.deleteSnapshot("b", first)).toBe(false);
		expect(await store.deleteSnapshot("a", first)).toBe(true);
		expect(await store.deleteSnapshot("a", first)).toBe(false);
		expect(await store.snapshots("a")).toEqual([second]);
		expect(await store.restore("a", first)).toBe(false);
		expect(await store.restore("a", second)).toBe(true);
	});

	test("goes back and forth between them, whatever is added after each", async () => {
		await using store = await open();
		const short = await store.snapshot("a");
		await add(store, "a", "kept");
		const long = await store.snapshot("a");
		await add(store, "a", "lost");
		for (const text of ["x", "y"]) {
			await store.restore("a", short);
			await add(store, "a", text);
			expect(await texts(store)).toEqual([text, "Second", "First"]);
			await store.restore("a", long);
			await add(store, "a", text);
			expect(await texts(store)).toEqual([text, "kept", "Second", "First"]);
		}
	});

	test("keeps the origin, so that a restored session is reset to what it was", async () => {
		await using store = await open();
		const snapshot = await store.snapshot("a");
		await store.reset("a", { dataset: "others" });
		await store.restore("a", snapshot);
		await store.reset("a");
		expect(await texts(store)).toEqual(["Second", "First"]);
	});
}
