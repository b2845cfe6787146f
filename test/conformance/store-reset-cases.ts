import { expect, test } from "vitest";
import { add, type OpenNotes, START, texts } from "./store-notes.ts";

/** What was done is undone. */
export function addResetCases(open: OpenNotes): void {
	test("resets to the dataset, the clock's start and the seed", async () => {
		await using store = await open();
		const first = await add(store, "a", "x");
		await store.observe("a", { of: "a" }, 0);
		await store.reset("a");
		expect(await texts(store)).toEqual(["Second", "First"]);
		expect(await store.observations("a")).toEqual([]);
		expect(await add(store, "a", "x")).toEqual(first);
	});

	test("resets only the session that is named", async () => {
		await using store = await open();
		await add(store, "b", "of b");
		await store.reset("a", { dataset: "others" });
		expect(await texts(store, "b")).toEqual(["of b", "Second", "First"]);
	});

	test("resets to another origin, and from then on to that one", async () => {
		await using store = await open();
		const { id } = await add(store, "a", "x");
		await store.reset("a", { dataset: "others", seed: 7 });
		expect(await texts(store)).toEqual(["Other 7"]);
		const other = await add(store, "a", "x");
		expect(other.at).toBe(START);
		expect(other.id).not.toBe(id);
		await store.reset("a");
		expect(await texts(store)).toEqual(["Other 7"]);
		expect(await add(store, "a", "x")).toEqual(other);
	});

	test("knows what a session began with, or was last reset to", async () => {
		await using store = await open();
		const first = { dataset: "notes", seed: 1 };
		expect(await store.origin("a")).toEqual(first);
		await add(store, "a", "x");
		const snapshot = await store.snapshot("a");
		await store.reset("a", { dataset: "others" });
		await store.reset("a", { seed: 7 });
		expect(await store.origin("a")).toEqual({ dataset: "others", seed: 7 });
		expect(await store.origin("b")).toEqual(first);
		await store.restore("a", snapshot);
		expect(await store.origin("a")).toEqual(first);
	});

	test("resets the dataset or the seed alone", async () => {
		await using store = await open();
		await store.reset("a", { dataset: "others" });
		expect(await texts(store)).toEqual(["Other 1"]);
		await store.reset("a", { seed: 3 });
		expect(await texts(store)).toEqual(["Other 3"]);
		await store.reset("a", { dataset: "notes" });
		expect(await texts(store)).toEqual(["Second", "First"]);
	});

	test("keeps snapshots when it resets", async () => {
		await using store = await open();
		await add(store, "a", "kept");
		const snapshot = await store.snapshot("a");
		await store.reset("a");
		expect(await store.snapshots("a")).toEqual([snapshot]);
		expect(await store.restore("a", snapshot)).toBe(true);
		expect(await texts(store)).toEqual(["kept", "Second", "First"]);
	});

	test("drops a session with its snapshots, its counts and its origin", async () => {
		await using store = await open();
		const first = await add(store, "a", "x");
		await store.observe("a", { of: "a" }, 0);
		const snapshot = await store.snapshot("a");
		await store.reset("a", { dataset: "others", seed: 7 });
		await store.drop("a");
		expect(await store.snapshots("a")).toEqual([]);
		expect(await store.restore("a", snapshot)).toBe(false);
		expect(await store.observations("a")).toEqual([]);
		expect(await texts(store)).toEqual(["Second", "First"]);
		expect(await add(store, "a", "x")).toEqual(first);
	});

	test("drops nothing else, and nothing where there is nothing", async () => {
		await using store = await open();
		await add(store, "b", "of b");
		await store.drop("a");
		await store.drop("a");
		expect(await texts(store, "b")).toEqual(["of b", "Second", "First"]);
	});
}
