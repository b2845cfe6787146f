import { expect, test } from "vitest";
import type { Stage, stages } from "../../support/serve-stage.ts";
import { summarize } from "./summarize.ts";

const ZAP = {
	id: "zap_01KDTQ3T0ZFG5NQB2V9WG94VEE",
	name: "Mine",
	createdAt: "2026-01-01T00:00:00.000Z",
};

const names = async ({ send }: Stage): Promise<string[]> => {
	const { items } = await (await send("/v1/zaps")).json();
	return items.map(({ name }: { name: string }) => name);
};

export function addStateCases(open: (typeof stages)[string]): void {
	test("returns all records newest first, and replaces the whole state with some or with all of them", async () => {
		await using stage = await open({ dataset: "empty" });
		const { control } = stage;
		const empty = { zaps: [], commands: [], pipelines: [], audit: [] };
		for (const name of ["A", "B"]) await stage.createZap(name);
		const before = await control.state();
		expect(before).toMatchObject({
			...empty,
			zaps: [{ name: "B" }, { name: "A" }],
			audit: [{ detail: { name: "B" } }, { detail: { name: "A" } }],
		});
		await control.setState({ zaps: [ZAP] });
		expect(await names(stage)).toEqual(["Mine"]);
		expect(await control.state()).toEqual({ ...empty, zaps: [ZAP] });
		await control.setState(before);
		expect(await control.state()).toEqual(before);
	});

	test("reads the records of a collection in pages, filtered and counted", async () => {
		await using stage = await open({ dataset: "empty" });
		const { control } = stage;
		const empty = { records: [], total: 0 };
		expect(await control.records("zaps")).toEqual(empty);
		for (const name of ["A1", "b2", "A3"]) await stage.createZap(name);
		const [last, , first] = (await control.state()).zaps ?? [];
		expect(await control.records("zaps", { limit: 1 })).toEqual({
			records: [last],
			total: 3,
		});
		expect(await control.records("zaps", { offset: 2, limit: 5 })).toEqual({
			records: [first],
			total: 3,
		});
		const ofText = { text: '"NAME":"a', offset: 1 };
		expect(await control.records("zaps", ofText)).toEqual({
			records: [first],
			total: 2,
		});
		const id = first?.id ?? "";
		expect((await control.records("zaps", { id })).records).toEqual([first]);
		expect(await control.records("zaps", { id, text: "b2" })).toEqual(empty);
		expect(await control.session("other").records("zaps")).toEqual(empty);
		await control.removeRecord("zaps", id);
		expect(await control.records("zaps", { id })).toEqual(empty);
		const collection = { idProperty: "id", isAddable: false };
		expect(await control.collections()).toEqual([
			{ ...collection, name: "zaps", count: 2, isAddable: true },
			{ ...collection, name: "commands", count: 0 },
			{ ...collection, name: "pipelines", count: 0 },
			{ ...collection, name: "audit", count: 3 },
		]);
		let text = "";
		for await (const part of await control.exportState()) text += part;
		expect(text).toBe(JSON.stringify(await control.state()));
	});

	test("returns where the state started from, and the operations", async () => {
		await using stage = await open({ dataset: "empty" });
		const { control } = stage;
		expect(await control.datasets()).toEqual({
			dataset: "empty",
			seed: 1,
			available: ["empty", "default", "large"],
		});
		await control.reset({ dataset: "default", seed: 2 });
		expect(await control.datasets()).toMatchObject({
			dataset: "default",
			seed: 2,
		});
		const operations = await control.operations();
		expect(operations).toHaveLength(7);
		expect(operations[3]).toEqual({
			id: "listZaps",
			method: "GET",
			path: "/v1/zaps",
			summary: "List zaps",
			statuses: [200, 400, 401, 429],
			isOwn: false,
		});
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
			for (const id of ["mine", "yours"]) {
				const control = stage.control.session(id);
				await control.reset({ dataset: "empty", seed: 7 });
				await stage.createZap("A", id);
				await control.snapshot();
				await control.setScenario("empty");
				await stage.createZap("B", id);
				await control.setFaults([{ operation: "*", kind: "reset" }]);
			}
			const others = await yours.state();
			await mine.reset(origin);
			expect(await summarize(mine)).toBe(
				`normal, 0 faults, 0 snapshots, 0 requests, ${zaps} zaps`,
			);
			if (zaps > 0) expect(await mine.state()).toEqual(before);
			expect(await summarize(yours)).toBe(
				"empty, 1 faults, 0 snapshots, 2 requests, 1 zaps",
			);
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

	test("adds, replaces and removes single records, even concurrently, and writes no audit record", async () => {
		await using stage = await open({ dataset: "empty" });
		const { control } = stage;
		const [a, b, c] = await Promise.all([
			control.addRecord("zaps", { name: "A", color: "red" }),
			control.addRecord("zaps", JSON.parse('{"name":"B","__proto__":{"x":1}}')),
			control.addRecord("zaps", {
				name: "C",
				createdAt: "2020-01-01T00:00:00Z",
			}),
		]);
		expect(a).toEqual({
			id: expect.stringMatching(/^zap_[0-9A-Z]{26}$/),
			name: "A",
			createdAt: expect.stringMatching(/^2026-01-01T/),
			color: "red",
		});
		expect(JSON.stringify(b)).toContain('"__proto__":{"x":1}');
		const edited = { ...a, name: "A2", color: undefined };
		await control.updateRecord("zaps", a.id, edited);
		await Promise.allSettled([
			control.updateRecord("zaps", b.id, { ...b }),
			control.removeRecord("zaps", b.id),
		]);
		const listed = await stage.send("/v1/zaps");
		expect(await listed.json()).toEqual({
			items: [c, JSON.parse(JSON.stringify(edited))],
			nextCursor: null,
		});
		await stage.createZap("D");
		const { audit = [] } = await control.state();
		expect(audit).toMatchObject([{ detail: { name: "D" } }]);
		await control.removeRecord("audit", audit[0]?.id ?? "");
		const found = await stage.send("/v1/audit/search", {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: "{}",
		});
		expect(await found.json()).toEqual({ items: [], nextCursor: null });
	});
}
