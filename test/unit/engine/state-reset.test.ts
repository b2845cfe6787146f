import { expect, test, vi } from "vitest";
import { service } from "../../../handlers/index.ts";
import type { StoredRecord } from "../../../src/store/store.ts";
import { createTestMock, NO_RECORDS, withDefault } from "./test-mock.ts";

test("resets the state, clock and metrics, but keeps the scenario, faults and journal", async () => {
	await using mock = createTestMock();
	const first = (await mock.create("x")).body;
	await mock.setScenario("unhealthy");
	await mock.setFaults([{ operation: "*", kind: "delay", ms: 0 }]);
	await mock.reset();
	expect(await mock.names()).toHaveLength(20);
	expect((await mock.get("/metrics")).body).not.toContain("createZap");
	expect((await mock.create("x")).body).toEqual(first);
	expect(await mock.scenarios()).toMatchObject({ active: "unhealthy" });
	expect(await mock.faults()).toHaveLength(1);
	expect((await mock.requests()).total).toBe(4);
});

test.each([{}, { dataset: "default" }])(
	"a request under way does not change the state after a whole reset to %j",
	async (origin) => {
		await using mock = createTestMock();
		await mock.setFaults([
			{ operation: "createZap", kind: "delay", ms: 300, times: 1 },
		]);
		const creating = mock.create("Late");
		await vi.waitFor(async () => expect(await mock.faults()).toEqual([]), {
			interval: 1,
		});
		await mock.reset({ all: true, ...origin });
		expect((await creating).status).toBe(201);
		expect(await mock.names()).not.toContain("Late");
	},
);

test("builds a dataset once for all mocks with the same clock, and shares no changes", async () => {
	const builtWith: unknown[] = [];
	const parts = withDefault((origin) => {
		builtWith.push(origin.seed);
		return service.datasets.default?.(origin) ?? Promise.reject();
	});
	await using first = createTestMock({}, parts);
	await using second = createTestMock({}, parts);
	const initial = await first.names();
	const { zaps } = await first.state();
	for (const zap of zaps ?? []) Object.assign(zap, { name: "Changed" });
	await first.create("Created");
	await first.reset();
	await first.create("Created again");
	expect(await second.names()).toEqual(initial);
	await second.reset();
	expect(await second.names("other")).toEqual(initial);
	expect(builtWith).toEqual([1]);
	// With nine seeds, the one used longest ago is dropped.
	for (const seed of [2, 3, 4, 5, 6, 7, 8, 1, 9, 1, 2])
		await second.reset({ seed });
	expect(builtWith).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 2]);
	await using inRealTime = createTestMock({ clock: "system" }, parts);
	await inRealTime.names();
	expect(builtWith).toHaveLength(11);
});

test.each([
	[{ dataset: "toString" }, 'Unknown dataset "toString".'],
	[{ seed: 1.5 }, "/seed must be a whole number"],
	[{ seed: Number.NaN }, "/seed must be a whole number"],
])("rejects a reset to %j, and changes nothing", async (origin, message) => {
	await using mock = createTestMock();
	await mock.create("Kept");
	await expect(mock.reset(origin)).rejects.toMatchObject({
		status: 400,
		message: expect.stringContaining(message),
	});
	expect((await mock.names())[0]).toBe("Kept");
});

test("changes nothing if the dataset of a reset fails to load", async () => {
	const failing = () => Promise.reject(new Error("no disk"));
	const datasets = { ...service.datasets, failing };
	await using mock = createTestMock({}, { datasets });
	await mock.create("Kept");
	const snapshot = await mock.snapshot();
	await mock.setScenario("unhealthy");
	for (const all of [false, true]) {
		const resetting = mock.reset({ dataset: "failing", all });
		await expect(resetting).rejects.toThrow("no disk");
		expect((await mock.names())[0]).toBe("Kept");
		expect(await mock.snapshots()).toEqual([snapshot]);
		expect(await mock.scenarios()).toMatchObject({ active: "unhealthy" });
	}
	await mock.reset();
	expect(await mock.names()).toHaveLength(20);
});

test("names the state that has no such snapshot", async () => {
	await using mock = createTestMock();
	await expect(mock.restore("x")).rejects.toThrow(
		'Unknown snapshot "x". Take a snapshot first.',
	);
	const full = await mock.snapshot();
	await mock.setScenario("empty");
	await expect(mock.restore(full)).rejects.toThrow(
		`Unknown snapshot "${full}". The scenario "empty" has its own snapshots. Take a snapshot first.`,
	);
});

test("keeps at most 100 snapshots per session, even of many that are taken at once", async () => {
	await using mock = createTestMock();
	const taking = Array.from({ length: 150 }, () => mock.snapshot());
	await Promise.allSettled(taking);
	const ids = await mock.snapshots();
	expect(ids).toHaveLength(100);
	await expect(mock.snapshot()).rejects.toMatchObject({
		status: 409,
		message: "The session has 100 snapshots, the maximum. Delete one first.",
	});
	await mock.session("a").snapshot();
	await mock.deleteSnapshot(ids[0] ?? "");
	await mock.snapshot();
});

test("reads no record to open, reset, snapshot or restore a session", async () => {
	const length = 10_000_000;
	const count = { reads: 0, loads: 0 };
	const zaps = {
		length,
		at(index: number): StoredRecord & Record<string, string> {
			count.reads += 1;
			const id = `zap_${String(index).padStart(26, "0")}`;
			return { id, name: "Zap", createdAt: "2025-01-01T00:00:00.000Z" };
		},
	};
	const load = async () => {
		count.loads += 1;
		return { ...NO_RECORDS, zaps };
	};
	await using mock = createTestMock({}, withDefault(load));
	const { body } = await mock.create("One");
	const snapshot = await mock.snapshot();
	for (const session of ["a", "b"]) await mock.create("One", session);
	await mock.restore(snapshot);
	await mock.reset();
	expect((await mock.create("One")).body).toEqual(body);
	expect((await mock.get("/metrics")).body).toContain(`\nzaps ${length + 1}\n`);
	await mock.deleteSession("a");
	await mock.deleteSnapshot(snapshot);
	expect(count).toEqual({ reads: 0, loads: 1 });
	await mock.get("/v1/zaps?limit=5");
	expect(count.reads).toBeLessThanOrEqual(8);
});
