import { expect, test } from "vitest";
import {
	addNote,
	createNote,
	type OpenNotes,
	readTexts,
} from "./store-notes.ts";

/** Adds cases for the separate state of each session. */
export function addSessionCases(open: OpenNotes): void {
	test("isolates sessions", async () => {
		await using store = await open();
		await addNote(store, "a", "only in a");
		await store.observe("a", { of: "a" }, 0);
		expect(await readTexts(store, "b")).toEqual(["Second", "First"]);
		expect(await store.observations("b")).toEqual([]);
		expect(await store.count("a", "notes")).toBe(3);
		expect(await store.count("b", "notes")).toBe(2);
	});

	test("creates the same ids and times in every session", async () => {
		await using store = await open();
		const first = await addNote(store, "a", "x");
		expect(await addNote(store, "b", "x")).toEqual(first);
		const second = await addNote(store, "a", "x");
		expect(second.at).toBe(first.at + 1);
		expect(second.id > first.id).toBe(true);
	});

	test("adds nothing if composing a record fails", async () => {
		await using store = await open();
		const failing = store.append("a", (context) => {
			context.id("n_");
			throw new Error("no");
		});
		await expect(failing).rejects.toThrow("no");
		expect(await store.count("a", "notes")).toBe(2);
		expect(await addNote(store, "a", "x")).toEqual(
			await addNote(store, "b", "x"),
		);
	});

	test("creates no id of the dataset, even with the same seed and time", async () => {
		await using store = await open();
		const { id } = await addNote(store, "a", "dumped");
		await using again = await open({
			load: async () => ({ notes: [createNote(id, "dumped", 1)] }),
		});
		const ids = [
			(await addNote(again, "a", "x")).id,
			(await addNote(again, "b", "x")).id,
		];
		expect(ids[0]).toBe(ids[1]);
		expect(String(ids[0]) > id).toBe(true);
		await again.reset("a");
		expect((await addNote(again, "a", "x")).id).toBe(ids[0]);
	});

	test("counts observations by label and bucket, and adds no later ones to a returned result", async () => {
		await using store = await open();
		for (const seconds of [0.05, 0.5, 5]) {
			await store.observe("a", { status: "200" }, seconds);
		}
		await store.observe("a", { status: "400" }, 0);
		const observed = await store.observations("a");
		await store.observe("a", { status: "400" }, 0.5);
		expect(observed).toEqual([
			{ labels: { status: "200" }, count: 3, sum: 5.55, buckets: [1, 2] },
			{ labels: { status: "400" }, count: 1, sum: 0, buckets: [1, 1] },
		]);
	});

	test("does not add later records to a returned result", async () => {
		await using store = await open();
		await addNote(store, "a", "Third");
		const { notes, tags } = await store.read("a");
		await addNote(store, "a", "later");
		expect([notes?.length, tags?.length]).toEqual([3, 1]);
		expect(notes?.at(0)).toMatchObject({ text: "First" });
		expect(notes?.at(2)).toMatchObject({ text: "Third" });
		expect(notes?.at(3)).toBeUndefined();
	});
}
