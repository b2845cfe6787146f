import { expect, test } from "vitest";
import { addNote, type OpenNotes, readTexts, START } from "./store-notes.ts";

/** Adds cases for resetting and dropping sessions. */
export function addResetCases(open: OpenNotes): void {
	test("resets to the dataset, the clock's start and the seed", async () => {
		await using store = await open();
		const first = await addNote(store, "a", "x");
		await store.observe("a", { of: "a" }, 0);
		await store.reset("a");
		expect(await readTexts(store)).toEqual(["Second", "First"]);
		expect(await store.observations("a")).toEqual([]);
		expect(await addNote(store, "a", "x")).toEqual(first);
	});

	test("resets to another origin, and uses it for later resets", async () => {
		await using store = await open();
		const { id } = await addNote(store, "a", "x");
		await store.reset("a", { dataset: "others", seed: 7 });
		expect(await readTexts(store)).toEqual(["Other 7"]);
		const other = await addNote(store, "a", "x");
		expect(other.at).toBe(START);
		expect(other.id).not.toBe(id);
		await store.reset("a");
		expect(await readTexts(store)).toEqual(["Other 7"]);
		expect(await addNote(store, "a", "x")).toEqual(other);
	});

	test("resets only the dataset, or only the seed, and returns the origin", async () => {
		await using store = await open();
		const first = { dataset: "notes", seed: 1 };
		expect(await store.origin("a")).toEqual(first);
		await addNote(store, "a", "x");
		const snapshot = await store.snapshot("a");
		await store.reset("a", { dataset: "others" });
		expect(await readTexts(store)).toEqual(["Other 1"]);
		await store.reset("a", { seed: 7 });
		expect(await readTexts(store)).toEqual(["Other 7"]);
		expect(await store.origin("a")).toEqual({ dataset: "others", seed: 7 });
		expect(await store.origin("b")).toEqual(first);
		await store.reset("a", { dataset: "notes" });
		expect(await readTexts(store)).toEqual(["Second", "First"]);
		await store.restore("a", snapshot);
		expect(await store.origin("a")).toEqual(first);
	});

	test("keeps snapshots on reset", async () => {
		await using store = await open();
		await addNote(store, "a", "kept");
		const snapshot = await store.snapshot("a");
		await store.reset("a");
		expect(await store.snapshots("a")).toEqual([snapshot]);
		expect(await store.restore("a", snapshot)).toBe(true);
		expect(await readTexts(store)).toEqual(["kept", "Second", "First"]);
	});

	test("drops a session with its snapshots, counts and origin", async () => {
		await using store = await open();
		const first = await addNote(store, "a", "x");
		await store.observe("a", { of: "a" }, 0);
		const snapshot = await store.snapshot("a");
		await store.reset("a", { dataset: "others", seed: 7 });
		await store.drop("a");
		expect(await store.snapshots("a")).toEqual([]);
		expect(await store.restore("a", snapshot)).toBe(false);
		expect(await store.observations("a")).toEqual([]);
		expect(await readTexts(store)).toEqual(["Second", "First"]);
		expect(await addNote(store, "a", "x")).toEqual(first);
	});

	test("does not affect other sessions when it resets one, or drops it, even twice", async () => {
		await using store = await open();
		await addNote(store, "b", "of b");
		await store.reset("a", { dataset: "others" });
		expect(await readTexts(store, "b")).toEqual(["of b", "Second", "First"]);
		await store.drop("a");
		await store.drop("a");
		expect(await readTexts(store, "b")).toEqual(["of b", "Second", "First"]);
	});
}
