import { expect, test } from "vitest";
import type { Store } from "../../src/store/store.ts";
import { note, type OpenNotes } from "./store-notes.ts";

/** A write that takes time, identity and chance. */
const write = (store: Store, session: string): Promise<unknown> =>
	store.append(session, (mint) => {
		const notes = note(mint.id("n_"), "x", Date.parse(mint.at));
		return { add: { notes }, result: [notes, mint.fraction()] };
	});

/** Each session has chance of its own, beside that of its records. */
export function addChanceCases(open: OpenNotes): void {
	test("draws numbers from 0 to below 1, no two alike", async () => {
		await using store = await open();
		const drawn = await store.drawFractions("a", 200);
		expect(new Set(drawn).size).toBe(200);
		expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
		expect(Math.min(...drawn)).toBeLessThan(0.1);
		expect(Math.max(...drawn)).toBeGreaterThan(0.9);
		expect(Math.max(...drawn)).toBeLessThan(1);
	});

	test("draws the same for the same seed, however many at a time", async () => {
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

	test("draws others for another seed", async () => {
		await using store = await open();
		await using other = await open({
			originOf: () => ({ dataset: "notes", seed: 2 }),
		});
		expect(await store.drawFractions("a", 3)).not.toEqual(
			await other.drawFractions("a", 3),
		);
	});

	test("changes no id, time or chance of a record by drawing", async () => {
		await using store = await open();
		const written = [await write(store, "a"), await write(store, "a")];
		await store.drawFractions("b", 3);
		const first = await write(store, "b");
		await store.drawFractions("b", 1);
		expect([first, await write(store, "b")]).toEqual(written);
	});

	test("draws the same whatever is written between", async () => {
		await using store = await open();
		const drawn = await store.drawFractions("a", 2);
		const first = await store.drawFractions("b", 1);
		await write(store, "b");
		expect([...first, ...(await store.drawFractions("b", 1))]).toEqual(drawn);
	});

	test("gives no number twice when they are drawn at once", async () => {
		await using store = await open();
		const drawn = await Promise.all(
			Array.from({ length: 20 }, () => store.drawFractions("a", 2)),
		);
		expect(drawn.flat().sort()).toEqual(
			[...(await store.drawFractions("b", 40))].sort(),
		);
	});

	test("draws again what it drew after a snapshot, and from the start after a reset", async () => {
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
