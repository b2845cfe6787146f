import { expect, test } from "vitest";
import type { Stage, stages } from "../../support/serve-stage.ts";

type Open = (typeof stages)[string];

const ZAP = {
	id: "zap_01KDTQ3T0ZFG5NQB2V9WG94VEE",
	name: "Mine",
	createdAt: "2026-01-01T00:00:00.000Z",
};

const names = async ({ send }: Stage): Promise<string[]> => {
	const { items }: { items: { name: string }[] } = await (
		await send("/v1/zaps")
	).json();
	return items.map(({ name }) => name);
};

export function addStateCases(open: Open): void {
	test("returns all records by collection, newest first", async () => {
		await using stage = await open({ dataset: "empty" });
		await stage.createZap("A");
		await stage.createZap("B");
		expect(await stage.control.state()).toMatchObject({
			zaps: [{ name: "B" }, { name: "A" }],
			commands: [],
			pipelines: [],
			audit: [{ detail: { name: "B" } }, { detail: { name: "A" } }],
		});
	});

	test("replaces the whole state, empties missing collections, and restores a state that it returned", async () => {
		await using stage = await open();
		const before = await stage.control.state();
		await stage.control.setState({ zaps: [ZAP] });
		expect(await names(stage)).toEqual(["Mine"]);
		expect(await stage.control.state()).toEqual({
			zaps: [ZAP],
			commands: [],
			pipelines: [],
			audit: [],
		});
		await stage.control.setState(before);
		expect(await stage.control.state()).toEqual(before);
	});

	test("resets to the first dataset and seed, or to others", async () => {
		await using stage = await open();
		const { control } = stage;
		const before = await names(stage);
		await stage.createZap("A");
		await control.reset();
		expect(await names(stage)).toEqual(before);
		await control.reset({ dataset: "empty" });
		expect(await names(stage)).toEqual([]);
		await control.reset({ dataset: "default", seed: 2 });
		const others = await names(stage);
		expect(others).toHaveLength(before.length);
		expect(others).not.toEqual(before);
	});

	test.each([
		[{ all: true }, 20],
		[{ all: true, dataset: "empty" }, 0],
	])(
		"resets everything that was set or received in a session with %j",
		async (origin, zaps) => {
			await using stage = await open();
			const mine = stage.control.session("mine");
			const yours = stage.control.session("yours");
			const before = await mine.state();
			for (const [id, control] of [
				["mine", mine],
				["yours", yours],
			] as const) {
				await control.reset({ dataset: "empty", seed: 7 });
				await stage.createZap("A", id);
				await control.snapshot();
				await control.setScenario("empty");
				await stage.createZap("B", id);
				await control.setFaults([{ operation: "*", kind: "reset" }]);
			}
			const others = await yours.state();
			await mine.reset(origin);
			expect((await mine.scenarios()).active).toBe("normal");
			expect(await mine.faults()).toEqual([]);
			expect(await mine.snapshots()).toEqual([]);
			expect((await mine.requests()).total).toBe(0);
			expect((await mine.state()).zaps).toHaveLength(zaps);
			if (zaps > 0) expect(await mine.state()).toEqual(before);
			expect((await yours.scenarios()).active).toBe("empty");
			expect(await yours.faults()).toHaveLength(1);
			expect((await yours.requests()).total).toBe(2);
			expect(await yours.state()).toEqual(others);
		},
	);

	test("saves a snapshot, restores it any number of times, and deletes it", async () => {
		await using stage = await open({ dataset: "empty" });
		const { control } = stage;
		await stage.createZap("A");
		const id = await control.snapshot();
		const later = await control.snapshot();
		expect(await control.snapshots()).toEqual([id, later]);
		for (const name of ["B", "C"]) {
			await stage.createZap(name);
			await control.restore(id);
			expect(await names(stage)).toEqual(["A"]);
		}
		await control.deleteSnapshot(id);
		expect(await control.snapshots()).toEqual([later]);
	});
}
