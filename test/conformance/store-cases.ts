import { describe, expect, test } from "vitest";
import type {
	Store,
	StoredRecord,
	StoreOptions,
} from "../../src/state/store.ts";

export type OpenStore = (options: StoreOptions) => Promise<Store>;

interface Note extends StoredRecord {
	readonly text: string;
	readonly at: number;
}

const START = Date.UTC(2026, 0, 1);

const note = (id: string, text: string, at: number): Note => ({ id, text, at });

const options: StoreOptions = {
	load: async () => ({
		notes: [note("n1", "First", 1), note("n2", "Second", 2)],
	}),
	facets: {
		notes: (record) => {
			const { text, at } = record as Note;
			return { keys: { text }, at, texts: [text] };
		},
	},
	originOf: () => ({ dataset: "notes", seed: 1 }),
	start: START,
	now: () => START,
	buckets: [0.1, 1],
};

const add = (store: Store, session: string, text: string): Promise<Note> =>
	store.append(session, (mint) => {
		const notes = note(mint.id("n_"), text, Date.parse(mint.at));
		return { add: { notes }, result: notes };
	});

async function texts(store: Store, session = "a"): Promise<string[]> {
	const page = await store.page(session, "notes", { limit: 100 });
	return (page?.items ?? []).map((record) => (record as Note).text);
}

function addPagingCases(open: () => Promise<Store>): void {
	test("starts every session from the dataset, newest first", async () => {
		const store = await open();
		expect(await texts(store, "a")).toEqual(["Second", "First"]);
		expect(await texts(store, "b")).toEqual(["Second", "First"]);
		await store.close();
	});

	test("pages without a repeat or a gap while records are added", async () => {
		const store = await open();
		for (let index = 0; index < 25; index++) await add(store, "a", `${index}`);
		const seen: string[] = [];
		let after: { index: number; id: string } | undefined;
		do {
			const page = await store.page("a", "notes", {
				limit: 4,
				...(after && { after }),
			});
			seen.push(...(page?.items ?? []).map((record) => (record as Note).text));
			after = page?.next ?? undefined;
			await add(store, "a", "meanwhile");
		} while (after);
		const expected = Array.from({ length: 25 }, (_, index) => `${24 - index}`);
		expect(seen).toEqual([...expected, "Second", "First"]);
		await store.close();
	});

	test("gives no page after a record that does not stand there", async () => {
		const store = await open();
		const after = (index: number, id: string) =>
			store.page("a", "notes", { limit: 1, after: { index, id } });
		expect(await after(1, "n2")).toMatchObject({ items: [{ id: "n1" }] });
		expect(await after(0, "n2")).toBeUndefined();
		expect(await after(2, "n3")).toBeUndefined();
		await store.close();
	});

	test("meets every condition of a search, and knows the last page", async () => {
		const store = await open();
		await add(store, "a", "first again");
		const search = (where: object, limit = 10) =>
			store.page("a", "notes", { limit, where });
		expect(await search({ text: "FIRST" })).toMatchObject({
			items: [{ text: "first again" }, { text: "First" }],
			next: null,
		});
		expect(await search({ text: "first" }, 1)).toMatchObject({
			items: [{ text: "first again" }],
			next: { index: 2 },
		});
		expect(await search({ from: 2, to: START })).toMatchObject({
			items: [{ text: "Second" }],
		});
		expect(await search({ keys: { text: "First" }, from: 2 })).toEqual({
			items: [],
			next: null,
		});
		await store.close();
	});
}

function addSessionCases(open: () => Promise<Store>): void {
	test("keeps sessions apart", async () => {
		const store = await open();
		await add(store, "a", "only in a");
		await store.observe("a", { of: "a" }, 0);
		expect(await texts(store, "b")).toEqual(["Second", "First"]);
		expect(await store.observations("b")).toEqual([]);
		expect(await store.count("a", "notes")).toBe(3);
		expect(await store.count("b", "notes")).toBe(2);
		await store.close();
	});

	test("gives every session the same ids, times and chance", async () => {
		const store = await open();
		const first = await add(store, "a", "x");
		expect(await add(store, "b", "x")).toEqual(first);
		const second = await add(store, "a", "x");
		expect(second.at).toBe(first.at + 1);
		expect(second.id > first.id).toBe(true);
		await store.close();
	});

	test("adds nothing where composing fails", async () => {
		const store = await open();
		const failing = store.append("a", (mint) => {
			mint.id("n_");
			throw new Error("no");
		});
		await expect(failing).rejects.toThrow("no");
		expect(await store.count("a", "notes")).toBe(2);
		expect(await add(store, "a", "x")).toEqual(await add(store, "b", "x"));
		await store.close();
	});

	test("gives no id twice when writes come at once", async () => {
		const store = await open();
		const added = await Promise.all(
			Array.from({ length: 50 }, () => add(store, "a", "x")),
		);
		expect(new Set(added.map(({ id }) => id)).size).toBe(50);
		expect(await store.count("a", "notes")).toBe(52);
		await store.close();
	});

	test("counts what was observed, by label and bucket", async () => {
		const store = await open();
		for (const seconds of [0.05, 0.5, 5]) {
			await store.observe("a", { status: "200" }, seconds);
		}
		await store.observe("a", { status: "400" }, 0);
		expect(await store.observations("a")).toEqual([
			{ labels: { status: "200" }, count: 3, sum: 5.55, buckets: [1, 2] },
			{ labels: { status: "400" }, count: 1, sum: 0, buckets: [1, 1] },
		]);
		await store.close();
	});
}

function addSnapshotCases(open: () => Promise<Store>): void {
	test("restores records, clock, ids and counts, as often as asked", async () => {
		const store = await open();
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
		await store.close();
	});

	test("restores no snapshot that is not the session's", async () => {
		const store = await open();
		const snapshot = await store.snapshot("a");
		expect(await store.restore("b", snapshot)).toBe(false);
		expect(await store.restore("a", "none")).toBe(false);
		await store.close();
	});

	test("resets to the dataset, the clock's start and the seed", async () => {
		const store = await open();
		const first = await add(store, "a", "x");
		await store.observe("a", { of: "a" }, 0);
		await store.reset("a");
		expect(await texts(store)).toEqual(["Second", "First"]);
		expect(await store.observations("a")).toEqual([]);
		expect(await add(store, "a", "x")).toEqual(first);
		await store.close();
	});
}

/** The cases that every driver has to pass. */
export function addStoreCases(name: string, openStore: OpenStore): void {
	const open = (): Promise<Store> => openStore(options);
	describe(name, () => {
		addPagingCases(open);
		addSessionCases(open);
		addSnapshotCases(open);
	});
}
