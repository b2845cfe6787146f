import { expect, test } from "vitest";
import { add, note, type OpenNotes, START, texts } from "./store-notes.ts";

/** A century after the clock, and close to where the last part of the id overflows. */
const LATE = "n_3ZZZZZZZZZZZZZZZZZZZZZZZZX";

const ulidOf = (id: string): string => id.slice(-26);

/** Other records take the place of all there are. */
export function addReplaceCases(open: OpenNotes): void {
	test("puts other records in place of all there are, in their order", async () => {
		await using store = await open();
		await add(store, "a", "gone");
		await store.replace("a", {
			notes: [note("x", "Older", 1), note("y", "Newer", 2)],
		});
		expect(await texts(store)).toEqual(["Newer", "Older"]);
		await add(store, "a", "Newest");
		expect(await texts(store)).toEqual(["Newest", "Newer", "Older"]);
	});

	test("empties a collection that is absent, and has it still", async () => {
		await using store = await open();
		await store.replace("a", { tags: [] });
		expect(await texts(store)).toEqual([]);
		expect(await store.count("a", "notes")).toBe(0);
		await add(store, "a", "First again");
		expect(await texts(store)).toEqual(["First again"]);
	});

	test("leaves other sessions, and snapshots, as they are", async () => {
		await using store = await open();
		const snapshot = await store.snapshot("a");
		await store.replace("a", { notes: [note("x", "Replaced", 1)] });
		expect(await texts(store, "b")).toEqual(["Second", "First"]);
		await store.restore("a", snapshot);
		expect(await texts(store)).toEqual(["Second", "First"]);
	});

	test("keeps the clock, the chance and the counts", async () => {
		await using store = await open();
		for (const session of ["a", "b"]) {
			await add(store, session, "x");
			await store.observe(session, { of: session }, 0);
			await store.drawFractions(session, 1);
		}
		await store.replace("a", { notes: [] });
		expect((await add(store, "a", "y")).at).toBe(START + 1);
		expect(await store.drawFractions("a", 1)).toEqual(
			await store.drawFractions("b", 1),
		);
		expect(await store.observations("a")).toMatchObject([{ count: 1 }]);
	});

	test("gives ids that sort after those that were put, and repeats none", async () => {
		await using store = await open();
		await store.replace("a", {
			notes: [note(LATE, "Late", 1), note("n2", "Plain", 2)],
			tags: [{ id: "t2" }],
		});
		const ids = [LATE];
		for (let count = 0; count < 40; count++)
			ids.push((await add(store, "a", "x")).id);
		const ulids = ids.map(ulidOf);
		expect([...ulids].sort()).toEqual(ulids);
		expect(new Set(ulids).size).toBe(41);
	});

	test("gives ids that sort after those that were put, though the clock went back", async () => {
		await using store = await open();
		await add(store, "a", "First");
		const put = await add(store, "a", "Second");
		await store.reset("a");
		await store.replace("a", { notes: [put] });
		const next = await add(store, "a", "Third");
		expect(ulidOf(next.id) > ulidOf(put.id)).toBe(true);
	});

	test("gives no id again that stands within a record that was put", async () => {
		await using store = await open();
		const put = await store.append("a", (mint) => {
			const parts = { id: mint.id("n_"), steps: [{ id: mint.id("s_") }] };
			return { add: { notes: parts }, result: parts };
		});
		await store.reset("a");
		await store.replace("a", { notes: [put] });
		const next = await add(store, "a", "x");
		expect(ulidOf(next.id) > ulidOf(put.steps[0]?.id ?? "")).toBe(true);
	});

	test("goes on giving ids after the last that there can be", async () => {
		await using store = await open();
		await store.replace("a", {
			notes: [note(`n_7${"Z".repeat(25)}`, "Last", 1)],
		});
		const { id } = await add(store, "a", "x");
		expect(ulidOf(id)).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
		expect((await add(store, "a", "y")).id).not.toBe(id);
	});
}
