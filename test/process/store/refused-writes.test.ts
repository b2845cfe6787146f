import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { StoreFile } from "../../../src/store/backing.ts";
import { createStore } from "../../../src/store/create-store.ts";
import { createHistogram } from "../../../src/store/histogram.ts";
import { StoreFullError } from "../../../src/store/sqlite/database.ts";
import { openStoreFile } from "../../../src/store/sqlite/open-store-file.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { listZaps, openMock } from "./stored-mock.ts";

/** Refuses some writes of a file as a full disk does. */
function createDisk() {
	let isFull = false;
	const refusing =
		<Args extends unknown[], Result>(write: (...args: Args) => Result) =>
		(...args: Args): Result => {
			if (isFull) throw new StoreFullError("full");
			return write(...args);
		};
	return {
		setFull(full: boolean): void {
			isFull = full;
		},
		/** Refuses the deletion of states, whose datasets take more room to delete than the rest. */
		refuseDrops: (file: StoreFile): StoreFile => ({
			...file,
			createBacking(histogram) {
				const backing = file.createBacking(histogram);
				const drop = refusing(backing.drop);
				return { ...backing, drop, begin: refusing(backing.begin) };
			},
		}),
		/** Refuses new sessions and their states. */
		refuseSessions: (file: StoreFile): StoreFile => ({
			...file,
			createBacking(histogram) {
				const backing = file.createBacking(histogram);
				return { ...backing, begin: refusing(backing.begin) };
			},
			sessions: {
				...file.sessions,
				keep: refusing(file.sessions.keep),
				keepLater: (id, read, when) =>
					file.sessions.keepLater(id, refusing(read), when),
			},
		}),
	};
}

test.each(["setScenario", "reset"] as const)(
	"%s is complete on a disk without room to delete a dataset, and keeps what follows",
	async (change) => {
		await using scratch = await scratchFolder();
		const path = join(scratch.path, "mock.db");
		const disk = createDisk();
		const options = { scenario: "empty", adapt: disk.refuseDrops };
		await using mock = await openMock(path, options);
		const { control } = mock;
		const create = async (name: string) => (await mock.create(name)).status;
		const names = async (of = mock) =>
			(await listZaps(of)).body.items.map(({ name }: { name: string }) => name);
		await create("old");
		await control.snapshot();
		disk.setFull(true);
		if (change === "reset") await control.reset({ all: true });
		else await control.setScenario("empty");
		expect(await control.snapshots()).toEqual([]);
		disk.setFull(false);
		expect(await create("new")).toBe(201);
		expect(await names()).toEqual(["new"]);
		await mock[Symbol.asyncDispose]();
		await using after = await openMock(path, { scenario: "empty" });
		expect(await names(after)).toEqual(["new"]);
	},
);

test("a damaged session of a file is named", async () => {
	await using scratch = await scratchFolder();
	const path = join(scratch.path, "mock.db");
	const file = await openStoreFile(path);
	file.sessions.keep({ id: "default", lastSeen: 0, kept: {} });
	file.close();
	await expect(openMock(path)).rejects.toThrow(
		'The session "default" in the store is damaged: ',
	);
});

test("a write to a state that the file has lost is refused, also after its counts were kept", async () => {
	await using scratch = await scratchFolder();
	const file = await openStoreFile(join(scratch.path, "store.db"));
	const { sessions } = file;
	const store = createStore(
		{
			load: async () => ({ zaps: [{ id: "base" }] }),
			originOf: () => ({ dataset: "default", seed: 1 }),
			facets: {},
			start: undefined,
			now: Date.now,
			buckets: [1],
		},
		file.createBacking((series) => createHistogram([1], series)),
	);
	const append = (id: string) =>
		store.append("a", () => ({ add: { zaps: { id } }, result: id }));
	await append("kept");
	sessions.keep({ id: "a", lastSeen: 0, kept: {} }, ["a"]);
	await expect(append("lost")).rejects.toThrow('has lost the state "a"');
	await store.observe("a", {}, 1);
	// Makes all writes that are planned.
	sessions.list();
	await expect(append("lost")).rejects.toThrow("Reset the session");
	await expect(store.snapshot("a")).rejects.toThrow("Reset the session");
	expect(await store.count("a", "zaps")).toBe(2);
	await store.reset("a");
	await append("again");
	await store.close();
});

test("the first write of a session that began on a full disk survives a kill right after it", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout"] });
	try {
		await using scratch = await scratchFolder();
		const [path = "", copy = ""] = ["mock.db", "copy.db"].map((name) =>
			join(scratch.path, name),
		);
		const disk = createDisk();
		await using mock = await openMock(path, { adapt: disk.refuseSessions });
		const create = async () =>
			(await mock.send("POST", "/v1/zaps", { name: "a" }, "new")).status;
		disk.setFull(true);
		expect([await create(), await create()]).toEqual([503, 503]);
		disk.setFull(false);
		expect(await create()).toBe(201);
		// The file in the state that a kill leaves behind.
		for (const part of ["", "-wal"]) copyFileSync(path + part, copy + part);
		await using after = await openMock(copy);
		expect((await listZaps(after, "new")).body.items).toHaveLength(21);
	} finally {
		vi.useRealTimers();
	}
});
