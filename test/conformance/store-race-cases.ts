import { expect, test } from "vitest";
import type { Origin } from "../../src/store/store.ts";
import { add, type OpenNotes, START, texts } from "./store-notes.ts";

const COUNT = 40;

/** Much happens at once. */
export function addRaceCases(open: OpenNotes): void {
	test("keeps of writes amid resets those that came after the last, each once", async () => {
		await using store = await open();
		const written: Promise<unknown>[] = [];
		for (let index = 0; index < COUNT; index++) {
			written.push(add(store, "a", `${index}`));
			if (index % 7 === 3) written.push(store.reset("a"));
			if (index % 3 === 0) await Promise.resolve();
		}
		await Promise.all(written);
		const kept = (await texts(store)).reverse().slice(2).map(Number);
		expect([...new Set(kept)].sort((a, b) => a - b)).toEqual(kept);
		expect(kept.at(-1)).toBe(COUNT - 1);
		const { notes } = await store.read("a");
		const ids = new Set(kept.map((_, index) => notes?.at(index + 2)?.id));
		expect(ids.size).toBe(kept.length);
	});

	test("writes after a reset that has ended into what was reset", async () => {
		await using store = await open();
		const before = add(store, "a", "before");
		await store.reset("a", { dataset: "others" });
		await before;
		expect((await add(store, "a", "after")).at).toBeGreaterThanOrEqual(START);
		const [newest, ...rest] = await texts(store);
		expect(newest).toBe("after");
		expect(["Other 1", "before, Other 1"]).toContain(rest.join(", "));
	});

	test("keeps in a snapshot taken amid writes what was written until then", async () => {
		await using store = await open();
		const writes = Array.from({ length: COUNT }, (_, index) => index);
		let taken: Promise<string> | undefined;
		await Promise.all(
			writes.map((index) => {
				if (index === COUNT / 2) taken = store.snapshot("a");
				return add(store, "a", `${index}`);
			}),
		);
		const all = (await texts(store)).reverse();
		await store.restore("a", (await taken) ?? "");
		const kept = (await texts(store)).reverse();
		expect(all).toEqual(["First", "Second", ...writes.map(String)]);
		expect(all.slice(0, kept.length)).toEqual(kept);
	});

	test("starts from the new origin where it is reset or dropped while the dataset is made", async () => {
		let finish = (): void => {};
		const slow = new Promise<void>((resolve) => {
			finish = resolve;
		});
		await using store = await open({
			async load({ dataset, seed }: Origin) {
				if (dataset === "notes") await slow;
				return { notes: [{ id: "n1", text: `${dataset} ${seed}` }] };
			},
		});
		const reading = texts(store, "a");
		const other = add(store, "b", "of b");
		await store.reset("a", { dataset: "others", seed: 2 });
		await store.drop("b");
		finish();
		expect(await reading).toEqual(["others 2"]);
		await other;
		expect(await texts(store)).toEqual(["others 2"]);
	});

	test("makes the dataset again where it could not be made", async () => {
		let failures = 1;
		await using store = await open({
			async load() {
				if (failures-- > 0) throw new Error("no disk");
				return { notes: [] };
			},
		});
		await expect(texts(store)).rejects.toThrow("no disk");
		expect(await texts(store)).toEqual([]);
	});
}
