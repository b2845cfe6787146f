import { expect, test } from "vitest";
import type { StoredRecord } from "../../../src/store/store.ts";
import {
	addNote,
	changeNote,
	createNote,
	type Note,
	type OpenNotes,
	readTexts,
	START,
	type StoreCapabilities,
} from "./store-notes.ts";

/** Adds cases for what a session returns: pages, searches, random numbers and counts. */
export function addReadCases(
	open: OpenNotes,
	{ hasOneDocument = false }: StoreCapabilities,
): void {
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
		for (let index = 0; index < 1_050; index++)
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

	test("a search finds a record once the time of the session has come, also after a snapshot was restored", async () => {
		let now = START;
		const facets = {
			notes: (record: object) => {
				const { text, at } = record as Note;
				return { keys: { text }, at, visibleAt: at + 2, texts: [text] };
			},
		};
		const real = { start: undefined, now: () => now };
		for (const clock of [{}, real]) {
			await using store = await open({ facets, ...clock });
			const find = async (where: object) => {
				const page = await store.page("a", "notes", { limit: 9, where });
				return page?.items.map((each) => (each as Note).text);
			};
			const wait = async () => {
				if (clock === real) now++;
				else await addNote(store, "a", "later");
			};
			await addNote(store, "a", "late");
			if (clock === real) await wait();
			const where = { keys: { text: "late" } };
			expect(await find(where)).toEqual([]);
			expect(await find({})).toEqual(["Second", "First"]);
			expect(await readTexts(store)).toContain("late");
			const snapshot = await store.snapshot("a");
			await wait();
			expect(await find(where)).toEqual(["late"]);
			expect(await find({})).toEqual(["late", "Second", "First"]);
			await store.restore("a", snapshot);
			expect(await find(where)).toEqual(clock === real ? ["late"] : []);
		}
	});

	test("a clock that was changed runs on from its new time, also an earlier one, for writes and searches", async () => {
		let now = START;
		const facets = {
			notes: (record: object) => {
				const { text, at } = record as Note;
				return { keys: {}, at, visibleAt: at + 2, texts: [text] };
			},
		};
		await using store = await open({
			...{ facets, start: undefined, now: () => now },
		});
		const move = (by: number) =>
			store.append("a", ({ changeClock }) => {
				changeClock?.(({ time }) => ({ time: time + by, isFrozen: false }));
				return { add: {}, result: undefined };
			});
		const add = (text: string) =>
			store.append("a", ({ id, at }) => {
				const notes = createNote(id("n"), text, Date.parse(at));
				return { add: { notes }, result: notes.at };
			});
		const find = async (text: string) =>
			(await store.page("a", "notes", { limit: 9, where: { text } }))?.items
				.length;
		await move(100);
		expect(await add("ahead")).toBe(START + 100);
		now += 1;
		expect(await find("ahead")).toBe(0);
		now += 1;
		expect(await find("ahead")).toBe(1);
		await move(-1_000);
		expect(await add("back")).toBe(START - 898);
	});

	test("draws distinct numbers from 0 up to, but not including, 1, even concurrently", async () => {
		await using store = await open();
		const drawn = await Promise.all(
			Array.from({ length: 100 }, () => store.drawFractions("a", 2)),
		);
		const sorted = drawn.flat().sort();
		expect(new Set(sorted).size).toBe(200);
		expect(sorted).toEqual([...(await store.drawFractions("b", 200))].sort());
		expect(Math.min(...sorted)).toBeGreaterThanOrEqual(0);
		expect(Math.min(...sorted)).toBeLessThan(0.1);
		expect(Math.max(...sorted)).toBeGreaterThan(0.9);
		expect(Math.max(...sorted)).toBeLessThan(1);
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

	test.skipIf(hasOneDocument)(
		"knows whether a session has records of a collection, without building its dataset",
		async () => {
			await using store = await open();
			const has = (...names: string[]) => store.hasRecords("a", names);
			expect(has("notes")).toBe(false);
			await store.count("a", "notes");
			expect([
				has("notes"),
				has("others", "tags"),
				has("others"),
				has(),
			]).toEqual([true, true, false, false]);
			const snapshot = await store.snapshot("a");
			await store.replace("a", {});
			expect(has("notes")).toBe(true);
			await store.deleteSnapshot("a", snapshot);
			expect(has("notes")).toBe(false);
			await addNote(store, "a", "new");
			expect(has("notes")).toBe(true);
		},
	);

	test("reads records in another way once it is told so, and counts anew by other bounds", async () => {
		await using store = await open();
		await store.observe("a", { status: "200" }, 0.05);
		const counts = async () =>
			(await store.observations("a")).map(({ buckets }) => buckets);
		const facets = {
			tags: ({ id }: StoredRecord) => ({ keys: {}, at: 1, texts: [id] }),
		};
		store.follow({ facets, buckets: [0.1, 1] });
		expect(await counts()).toEqual([[1, 1]]);
		const find = async (name: string, text: string) =>
			(await store.page("a", name, { limit: 9, where: { text } }))?.items;
		expect(await find("tags", "t1")).toHaveLength(1);
		expect(await find("notes", "First")).toHaveLength(1);
		store.follow({ facets, idProperties: { notes: "text" }, buckets: [0.1] });
		expect(await counts()).toEqual([]);
		await store.observe("a", { status: "200" }, 0.05);
		expect(await counts()).toEqual([[1]]);
		expect(await store.get("a", "notes", "Second")).toMatchObject({
			record: { id: "n2" },
		});
	});
}
