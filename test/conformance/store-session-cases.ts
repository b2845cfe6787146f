import { expect, test } from "vitest";
import { add, note, type OpenNotes, texts } from "./store-notes.ts";

/** Each session has its own. */
export function addSessionCases(open: OpenNotes): void {
	test("keeps sessions apart", async () => {
		await using store = await open();
		await add(store, "a", "only in a");
		await store.observe("a", { of: "a" }, 0);
		expect(await texts(store, "b")).toEqual(["Second", "First"]);
		expect(await store.observations("b")).toEqual([]);
		expect(await store.count("a", "notes")).toBe(3);
		expect(await store.count("b", "notes")).toBe(2);
	});

	test("gives every session the same ids, times and chance", async () => {
		await using store = await open();
		const first = await add(store, "a", "x");
		expect(await add(store, "b", "x")).toEqual(first);
		const second = await add(store, "a", "x");
		expect(second.at).toBe(first.at + 1);
		expect(second.id > first.id).toBe(true);
	});

	test("adds nothing where composing fails", async () => {
		await using store = await open();
		const failing = store.append("a", (mint) => {
			mint.id("n_");
			throw new Error("no");
		});
		await expect(failing).rejects.toThrow("no");
		expect(await store.count("a", "notes")).toBe(2);
		expect(await add(store, "a", "x")).toEqual(await add(store, "b", "x"));
	});

	test("gives no id twice when writes come at once", async () => {
		await using store = await open();
		const added = await Promise.all(
			Array.from({ length: 50 }, () => add(store, "a", "x")),
		);
		expect(new Set(added.map(({ id }) => id)).size).toBe(50);
		expect(await store.count("a", "notes")).toBe(52);
	});

	test("gives no id that stands in the dataset, though it is of the same seed and time", async () => {
		await using store = await open();
		const { id } = await add(store, "a", "dumped");
		await using again = await open({
			load: async () => ({ notes: [note(id, "dumped", 1)] }),
		});
		const ids = [
			(await add(again, "a", "x")).id,
			(await add(again, "b", "x")).id,
		];
		expect(ids[0]).toBe(ids[1]);
		expect(String(ids[0]) > id).toBe(true);
		await again.reset("a");
		expect((await add(again, "a", "x")).id).toBe(ids[0]);
	});

	test("counts what was observed, by label and bucket", async () => {
		await using store = await open();
		for (const seconds of [0.05, 0.5, 5]) {
			await store.observe("a", { status: "200" }, seconds);
		}
		await store.observe("a", { status: "400" }, 0);
		expect(await store.observations("a")).toEqual([
			{ labels: { status: "200" }, count: 3, sum: 5.55, buckets: [1, 2] },
			{ labels: { status: "400" }, count: 1, sum: 0, buckets: [1, 1] },
		]);
	});

	test("tells what was observed until then, whatever is observed later", async () => {
		await using store = await open();
		await store.observe("a", { status: "200" }, 0.5);
		const told = await store.observations("a");
		await store.observe("a", { status: "200" }, 0.5);
		expect(told).toMatchObject([{ count: 1, sum: 0.5, buckets: [0, 1] }]);
	});

	test("reads everything there is until then, whatever is added later", async () => {
		await using store = await open();
		await add(store, "a", "Third");
		const { notes, tags } = await store.read("a");
		await add(store, "a", "later");
		expect([notes?.length, tags?.length]).toEqual([3, 1]);
		expect(notes?.at(0)).toMatchObject({ text: "First" });
		expect(notes?.at(2)).toMatchObject({ text: "Third" });
		expect(notes?.at(3)).toBeUndefined();
	});
}
