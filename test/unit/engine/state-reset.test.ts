import { expect, test } from "vitest";
import { service } from "../../../handlers/index.ts";
import type { Dataset, StoredRecord } from "../../../src/store/store.ts";
import { createTestMock } from "./test-mock.ts";

test("resets the state, clock and metrics, but keeps the scenario, faults and journal", async () => {
	await using mock = createTestMock();
	const { control } = mock;
	const first = (await mock.create("x")).body;
	await control.setScenario("unhealthy");
	await control.setFaults([{ operation: "*", kind: "delay", ms: 0 }]);
	await control.reset();
	expect(await mock.names()).toHaveLength(20);
	expect((await mock.get("/metrics")).body).not.toContain("createZap");
	expect((await mock.create("x")).body).toEqual(first);
	expect(await control.scenarios()).toMatchObject({ active: "unhealthy" });
	expect(await control.faults()).toHaveLength(1);
	expect((await control.requests()).total).toBe(4);
});

test("resets to another dataset and seed, and uses them for later resets", async () => {
	await using mock = createTestMock();
	const before = await mock.names();
	await mock.control.reset({ dataset: "empty" });
	expect(await mock.names()).toEqual([]);
	const first = (await mock.create("x")).body;
	await mock.control.reset({ seed: 2 });
	expect(await mock.names()).toEqual([]);
	expect((await mock.create("x")).body).not.toEqual(first);
	await mock.control.reset({ dataset: "default" });
	expect(await mock.names()).toHaveLength(20);
	expect(await mock.names()).not.toEqual(before);
	await mock.control.reset({ seed: 1 });
	expect(await mock.names()).toEqual(before);
});

test.each([
	[
		{ dataset: "huge" },
		'Unknown dataset "huge". Available: empty, default, large.',
	],
	[{ dataset: "toString" }, 'Unknown dataset "toString".'],
	[{ seed: 1.5 }, "/seed must be a whole number"],
	[{ seed: Number.NaN }, "/seed must be a whole number"],
	[{ seed: "1" as never }, "/seed must be a whole number"],
])("rejects a reset to %j, and changes nothing", async (origin, message) => {
	await using mock = createTestMock();
	await mock.create("Kept");
	await expect(mock.control.reset(origin)).rejects.toMatchObject({
		status: 400,
		message: expect.stringContaining(message),
	});
	expect((await mock.names())[0]).toBe("Kept");
});

test("changes nothing if the dataset of a reset fails to load", async () => {
	const failing = async (): Promise<Dataset> => {
		throw new Error("no disk");
	};
	const datasets = { ...service.datasets, failing };
	await using mock = createTestMock({}, { datasets });
	await mock.create("Kept");
	await expect(mock.control.reset({ dataset: "failing" })).rejects.toThrow(
		"no disk",
	);
	expect((await mock.names())[0]).toBe("Kept");
	await mock.control.reset();
	expect(await mock.names()).toHaveLength(20);
});

test("restores, lists and deletes snapshots", async () => {
	await using mock = createTestMock({ dataset: "empty" });
	const { control } = mock;
	const empty = await control.snapshot();
	await mock.create("One");
	const one = await control.snapshot();
	await mock.create("Two");
	expect(await control.snapshots()).toEqual([empty, one]);
	await control.restore(empty);
	expect(await mock.names()).toEqual([]);
	await control.restore(one);
	expect(await mock.names()).toEqual(["One"]);
	await control.deleteSnapshot(empty);
	expect(await control.snapshots()).toEqual([one]);
	for (const id of [empty, "", "none"]) {
		const missing = {
			status: 404,
			message: `Unknown snapshot "${id}". Available: ${one}.`,
		};
		await expect(control.restore(id)).rejects.toMatchObject(missing);
		await expect(control.deleteSnapshot(id)).rejects.toMatchObject(missing);
	}
	expect(await mock.names()).toEqual(["One"]);
});

test("names the state that has no such snapshot", async () => {
	await using mock = createTestMock();
	const { control } = mock;
	await expect(control.restore("x")).rejects.toMatchObject({
		message: 'Unknown snapshot "x". Take a snapshot first.',
	});
	const full = await control.snapshot();
	await control.setScenario("empty");
	await expect(control.restore(full)).rejects.toMatchObject({
		message: `Unknown snapshot "${full}". The scenario "empty" has its own snapshots. Take a snapshot first.`,
	});
	await control.setScenario("normal");
	await control.restore(full);
});

test("keeps at most 100 snapshots when many are taken at once", async () => {
	await using mock = createTestMock();
	const { control } = mock;
	const taken = await Promise.allSettled(
		Array.from({ length: 150 }, () => control.snapshot()),
	);
	const rejected = taken.filter(({ status }) => status === "rejected");
	expect(rejected).toHaveLength(50);
	expect(await control.snapshots()).toHaveLength(100);
	await expect(control.snapshot()).rejects.toMatchObject({ status: 409 });
});

test("rejects a snapshot of another session", async () => {
	await using mock = createTestMock();
	const [a, b] = [mock.control.session("a"), mock.control.session("b")];
	const id = await a.snapshot();
	await expect(b.restore(id)).rejects.toMatchObject({ status: 404 });
	await expect(b.deleteSnapshot(id)).rejects.toMatchObject({ status: 404 });
	await a.restore(id);
});

test("keeps at most 100 snapshots per session", async () => {
	await using mock = createTestMock();
	const { control } = mock;
	for (let count = 0; count < 100; count++) await control.snapshot();
	await expect(control.snapshot()).rejects.toMatchObject({
		status: 409,
		message:
			"The session already has 100 snapshots, the maximum. Delete one first.",
	});
	await control.session("a").snapshot();
	const [oldest = ""] = await control.snapshots();
	await control.deleteSnapshot(oldest);
	await control.snapshot();
});

/** Creates a dataset of `length` records that counts its loads and how many records were read. */
function createCountingDataset(length: number) {
	const count = { reads: 0, loads: 0 };
	const records = {
		length,
		at(index: number): StoredRecord | undefined {
			count.reads += 1;
			if (index < 0 || index >= length) return undefined;
			const name = `Zap ${index}`;
			const id = `zap_${String(index).padStart(26, "0")}`;
			return {
				id,
				name,
				createdAt: "2025-01-01T00:00:00.000Z",
			} as StoredRecord;
		},
	};
	const load = async (): Promise<Dataset> => {
		count.loads += 1;
		return { zaps: records, commands: [], pipelines: [], audit: [] };
	};
	return { count, load };
}

test.each([10, 10_000_000])(
	"reads none of %i records to open, reset, snapshot or restore a session",
	async (length) => {
		const { count, load } = createCountingDataset(length);
		const datasets = { ...service.datasets, default: load };
		await using mock = createTestMock({}, { datasets });
		const { control } = mock;
		const { body } = await mock.create("One");
		const snapshot = await control.snapshot();
		for (const session of ["a", "b"]) await mock.create("One", session);
		await control.restore(snapshot);
		await control.reset();
		expect((await mock.create("One")).body).toEqual(body);
		expect((await mock.get("/metrics")).body).toContain(
			`\nzaps ${length + 1}\n`,
		);
		await control.deleteSession("a");
		await control.deleteSnapshot(snapshot);
		expect(count).toEqual({ reads: 0, loads: 1 });
		await mock.get("/v1/zaps?limit=5");
		expect(count.reads).toBeLessThanOrEqual(8);
	},
);
