import { expect, test } from "vitest";
import { service } from "../../handlers/index.ts";
import type { Dataset, StoredRecord } from "../../src/store/store.ts";
import { createStage } from "./stage.ts";

test("resets the state, the clock and the metrics, and no scenario, fault or journal", async () => {
	await using stage = createStage();
	const { control } = stage;
	const first = (await stage.create("x")).body;
	await control.setScenario("unhealthy");
	await control.setFaults([{ operation: "*", kind: "delay", ms: 0 }]);
	await control.reset();
	expect(await stage.names()).toHaveLength(20);
	expect((await stage.get("/metrics")).body).not.toContain("createZap");
	expect((await stage.create("x")).body).toEqual(first);
	expect(await control.scenarios()).toMatchObject({ active: "unhealthy" });
	expect(await control.faults()).toHaveLength(1);
	expect((await control.requests()).total).toBe(4);
});

test("resets to another dataset and seed, and from then on to those", async () => {
	await using stage = createStage();
	const before = await stage.names();
	await stage.control.reset({ dataset: "empty" });
	expect(await stage.names()).toEqual([]);
	const first = (await stage.create("x")).body;
	await stage.control.reset({ seed: 2 });
	expect(await stage.names()).toEqual([]);
	expect((await stage.create("x")).body).not.toEqual(first);
	await stage.control.reset({ dataset: "default" });
	expect(await stage.names()).toHaveLength(20);
	expect(await stage.names()).not.toEqual(before);
	await stage.control.reset({ seed: 1 });
	expect(await stage.names()).toEqual(before);
});

test.each([
	[
		{ dataset: "huge" },
		'There is no dataset "huge". Use one of empty, default, large.',
	],
	[{ dataset: "toString" }, 'There is no dataset "toString".'],
	[{ seed: 1.5 }, "The seed 1.5 cannot be used: it must be a whole number."],
	[{ seed: Number.NaN }, "The seed NaN cannot be used"],
	[{ seed: "1" as never }, "The seed 1 cannot be used"],
])(
	"refuses to reset to %j, and leaves all as it is",
	async (origin, message) => {
		await using stage = createStage();
		await stage.create("Kept");
		await expect(stage.control.reset(origin)).rejects.toMatchObject({
			status: 400,
			message: expect.stringContaining(message),
		});
		expect((await stage.names())[0]).toBe("Kept");
	},
);

test("resets to no dataset that cannot be made, and leaves all as it is", async () => {
	const failing = async (): Promise<Dataset> => {
		throw new Error("no disk");
	};
	const datasets = { ...service.datasets, failing };
	await using stage = createStage({}, { datasets });
	await stage.create("Kept");
	await expect(stage.control.reset({ dataset: "failing" })).rejects.toThrow(
		"no disk",
	);
	expect((await stage.names())[0]).toBe("Kept");
	await stage.control.reset();
	expect(await stage.names()).toHaveLength(20);
});

test("restores, lists and deletes snapshots", async () => {
	await using stage = createStage({ dataset: "empty" });
	const { control } = stage;
	const empty = await control.snapshot();
	await stage.create("One");
	const one = await control.snapshot();
	await stage.create("Two");
	expect(await control.snapshots()).toEqual([empty, one]);
	await control.restore(empty);
	expect(await stage.names()).toEqual([]);
	await control.restore(one);
	expect(await stage.names()).toEqual(["One"]);
	await control.deleteSnapshot(empty);
	expect(await control.snapshots()).toEqual([one]);
	for (const id of [empty, "", "none"]) {
		const missing = {
			status: 404,
			message: `The session has no snapshot "${id}". Use one of ${one}.`,
		};
		await expect(control.restore(id)).rejects.toMatchObject(missing);
		await expect(control.deleteSnapshot(id)).rejects.toMatchObject(missing);
	}
	expect(await stage.names()).toEqual(["One"]);
});

test("says of which state a snapshot is missed", async () => {
	await using stage = createStage();
	const { control } = stage;
	await expect(control.restore("x")).rejects.toMatchObject({
		message: 'The session has no snapshot "x". None was taken.',
	});
	const full = await control.snapshot();
	await control.setScenario("empty");
	await expect(control.restore(full)).rejects.toMatchObject({
		message: `The session has no snapshot "${full}" of its state in the scenario empty, which is one of its own. None was taken.`,
	});
	await control.setScenario("normal");
	await control.restore(full);
});

test("keeps no more snapshots than it says, however many are taken at once", async () => {
	await using stage = createStage();
	const { control } = stage;
	const taken = await Promise.allSettled(
		Array.from({ length: 150 }, () => control.snapshot()),
	);
	const refused = taken.filter(({ status }) => status === "rejected");
	expect(refused).toHaveLength(50);
	expect(await control.snapshots()).toHaveLength(100);
	await expect(control.snapshot()).rejects.toMatchObject({ status: 409 });
});

test("restores no snapshot of another session", async () => {
	await using stage = createStage();
	const [a, b] = [stage.control.session("a"), stage.control.session("b")];
	const id = await a.snapshot();
	await expect(b.restore(id)).rejects.toMatchObject({ status: 404 });
	await expect(b.deleteSnapshot(id)).rejects.toMatchObject({ status: 404 });
	await a.restore(id);
});

test("keeps no more than a hundred snapshots of a session", async () => {
	await using stage = createStage();
	const { control } = stage;
	for (let count = 0; count < 100; count++) await control.snapshot();
	await expect(control.snapshot()).rejects.toMatchObject({
		status: 409,
		message: "The session has 100 snapshots. Delete one first.",
	});
	await control.session("a").snapshot();
	const [oldest = ""] = await control.snapshots();
	await control.deleteSnapshot(oldest);
	await control.snapshot();
});

/** A dataset of so many records that counts how many of them anybody asked for. */
function countingDataset(length: number) {
	const count = { asked: 0, made: 0 };
	const records = {
		length,
		at(index: number): StoredRecord | undefined {
			count.asked += 1;
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
	const make = async (): Promise<Dataset> => {
		count.made += 1;
		return { zaps: records, commands: [], pipelines: [], audit: [] };
	};
	return { count, make };
}

test.each([10, 10_000_000])(
	"touches no record of %i to open a session, reset it, keep it or restore it",
	async (length) => {
		const { count, make } = countingDataset(length);
		const datasets = { ...service.datasets, default: make };
		await using stage = createStage({}, { datasets });
		const { control } = stage;
		const { body } = await stage.create("One");
		const snapshot = await control.snapshot();
		for (const session of ["a", "b"]) await stage.create("One", session);
		await control.restore(snapshot);
		await control.reset();
		expect((await stage.create("One")).body).toEqual(body);
		expect((await stage.get("/metrics")).body).toContain(
			`\nzaps ${length + 1}\n`,
		);
		await control.deleteSession("a");
		await control.deleteSnapshot(snapshot);
		expect(count).toEqual({ asked: 0, made: 1 });
		await stage.get("/v1/zaps?limit=5");
		expect(count.asked).toBeLessThanOrEqual(8);
	},
);
