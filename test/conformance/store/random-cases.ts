import { expect, test } from "vitest";
import type { Store } from "../../../src/store/store.ts";
import { createNote, type OpenNotes } from "./store-notes.ts";

/** Appends a record that uses a timestamp, an id and a random number. */
const write = (store: Store, session: string): Promise<unknown> =>
	store.append(session, (context) => {
		const notes = createNote(context.id("n_"), "x", Date.parse(context.at));
		return { add: { notes }, result: [notes, context.fraction()] };
	});

/** Adds cases for random numbers, which each session draws separately from those of its records. */
export function addRandomCases(open: OpenNotes): void {
	test("draws distinct numbers from 0 up to, but not including, 1", async () => {
		await using store = await open();
		const drawn = await store.drawFractions("a", 200);
		expect(new Set(drawn).size).toBe(200);
		expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
		expect(Math.min(...drawn)).toBeLessThan(0.1);
		expect(Math.max(...drawn)).toBeGreaterThan(0.9);
		expect(Math.max(...drawn)).toBeLessThan(1);
	});

	test("draws the same numbers for the same seed, however many at a time", async () => {
		await using store = await open();
		const six = await store.drawFractions("a", 6);
		expect(await store.drawFractions("a", 0)).toEqual([]);
		const parts = [
			await store.drawFractions("b", 1),
			await store.drawFractions("b", 0),
			await store.drawFractions("b", 5),
		];
		expect(parts.flat()).toEqual(six);
		expect(await store.drawFractions("a", 2)).toEqual(
			await store.drawFractions("b", 2),
		);
	});

	test("does not affect the ids, times and random numbers of records", async () => {
		await using store = await open();
		const written = [await write(store, "a"), await write(store, "a")];
		await store.drawFractions("b", 3);
		const first = await write(store, "b");
		await store.drawFractions("b", 1);
		expect([first, await write(store, "b")]).toEqual(written);
	});

	test("draws the same numbers, whatever is written in between", async () => {
		await using store = await open();
		const drawn = await store.drawFractions("a", 2);
		const first = await store.drawFractions("b", 1);
		await write(store, "b");
		expect([...first, ...(await store.drawFractions("b", 1))]).toEqual(drawn);
	});

	test("draws no number twice in concurrent draws", async () => {
		await using store = await open();
		const drawn = await Promise.all(
			Array.from({ length: 20 }, () => store.drawFractions("a", 2)),
		);
		expect(drawn.flat().sort()).toEqual(
			[...(await store.drawFractions("b", 40))].sort(),
		);
	});

	test("repeats the numbers drawn after a snapshot once restored, and starts over after a reset", async () => {
		await using store = await open();
		const first = await store.drawFractions("a", 2);
		const snapshot = await store.snapshot("a");
		const next = await store.drawFractions("a", 2);
		await store.restore("a", snapshot);
		expect(await store.drawFractions("a", 2)).toEqual(next);
		await store.reset("a");
		expect(await store.drawFractions("a", 2)).toEqual(first);
		await store.reset("a", { seed: 2 });
		expect(await store.drawFractions("a", 2)).not.toEqual(first);
	});
}
