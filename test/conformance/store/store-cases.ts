import { once } from "node:events";
import { describe, expect, test, vi } from "vitest";
import type { Origin } from "../../../src/store/store.ts";
import { addModelCases } from "./model-cases.ts";
import { addReadCases } from "./read-cases.ts";
import {
	addNote,
	changeNote,
	createNote,
	createNotesOpener,
	type OpenNotes,
	type OpenStore,
	readNotes,
	readTexts,
	START,
	type StoreCapabilities,
} from "./store-notes.ts";

/** An id a century after the clock, whose random part is about to overflow. */
const LATE = "n_3ZZZZZZZZZZZZZZZZZZZZZZZZX";

const getUlid = (id: string): string => id.slice(-26);

/** Adds cases for ids, which sort after all ids that a session has had. */
function addIdCases(open: OpenNotes): void {
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

const COUNT = 40;

/** Adds cases for concurrent calls. */
function addConcurrencyCases(open: OpenNotes): void {
	test("keeps the writes after the last of several concurrent resets, each once", async () => {
		await using store = await open();
		const written: Promise<unknown>[] = [];
		for (let index = 0; index < COUNT; index++) {
			written.push(addNote(store, "a", `${index}`));
			if (index % 7 === 3) written.push(store.reset("a"));
			if (index % 3 === 0) await Promise.resolve();
		}
		await Promise.all(written);
		const notes = (await readNotes(store)).slice(0, -2).reverse();
		const kept = notes.map(({ text }) => Number(text));
		expect([...new Set(kept)].sort((a, b) => a - b)).toEqual(kept);
		expect(kept.at(-1)).toBe(COUNT - 1);
		expect(new Set(notes.map(({ id }) => id)).size).toBe(kept.length);
	});

	test("adds later writes to the dataset of a completed reset", async () => {
		await using store = await open();
		const before = addNote(store, "a", "before");
		await store.reset("a", { dataset: "others" });
		await before;
		const { at } = await addNote(store, "a", "after");
		expect(at).toBeGreaterThanOrEqual(START);
		const [newest, ...rest] = await readTexts(store);
		expect(newest).toBe("after");
		expect(["Other 1", "before, Other 1"]).toContain(rest.join(", "));
	});

	test("keeps only earlier writes in a snapshot taken during concurrent writes", async () => {
		await using store = await open();
		const writes = Array.from({ length: COUNT }, (_, index) => index);
		let taken: Promise<string> | undefined;
		await Promise.all(
			writes.map((index) => {
				if (index === COUNT / 2) taken = store.snapshot("a");
				return addNote(store, "a", `${index}`);
			}),
		);
		const all = (await readTexts(store)).reverse();
		await store.restore("a", (await taken) ?? "");
		const kept = (await readTexts(store)).reverse();
		expect(all).toEqual(["First", "Second", ...writes.map(String)]);
		expect(all.slice(0, kept.length)).toEqual(kept);
	});

	test("uses the new origin after a reset or drop while a dataset is loading", async () => {
		const loading = new AbortController();
		const slow = once(loading.signal, "abort");
		await using store = await open({
			async load({ dataset, seed }: Origin) {
				if (dataset === "notes") await slow;
				return { notes: [{ id: "n1", text: `${dataset} ${seed}` }] };
			},
		});
		const reading = readTexts(store, "a");
		const adding = addNote(store, "b", "of b");
		await store.reset("a", { dataset: "others", seed: 2 });
		await store.drop("b");
		loading.abort();
		expect(await reading).toEqual(["others 2"]);
		await adding;
		expect(store.hasRecords("b", ["notes"])).toBe(false);
		expect(await readTexts(store)).toEqual(["others 2"]);
	});

	test("loads the dataset again after a failure", async () => {
		const load = vi.fn(async () => ({ notes: [] }));
		await using store = await open({ load });
		load.mockRejectedValueOnce(new Error("no disk"));
		await expect(readTexts(store)).rejects.toThrow("no disk");
		expect(await readTexts(store)).toEqual([]);
	});

	test("lets one of several concurrent updates of a version win", async () => {
		await using store = await open();
		const texts = ["x", "y", "z"];
		const changes = texts.map((text) => changeNote(store, "n2", text));
		const results = await Promise.all(changes);
		expect(results.filter(Boolean)).toHaveLength(1);
		expect(await store.count("a", "tags")).toBe(2);
	});

	test("gives snapshots that are taken concurrently distinct ids", async () => {
		await using store = await open();
		const sessions = ["a", "a", "b"];
		const ids = await Promise.all(sessions.map((id) => store.snapshot(id)));
		expect(new Set(ids).size).toBe(3);
		expect(await store.snapshots("a")).toEqual(ids.slice(0, 2));
	});
}

/** Adds the cases that every store driver must pass. */
export function addStoreCases(
	name: string,
	openStore: OpenStore,
	capabilities: StoreCapabilities = {},
): void {
	const open = createNotesOpener(openStore);
	describe(name, () => {
		addModelCases(open, capabilities);
		addReadCases(open, capabilities);
		addIdCases(open);
		addConcurrencyCases(open);
	});
}
