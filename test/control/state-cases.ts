import { expect, test } from "vitest";
import { refusal } from "./refusal.ts";
import type { Stage, stages } from "./stages.ts";

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
	test("tells every record, by collection, newest first", async () => {
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

	test("puts a state in place of all there is; what is not named becomes empty", async () => {
		await using stage = await open();
		await stage.control.setState({ zaps: [ZAP] });
		expect(await names(stage)).toEqual(["Mine"]);
		expect(await stage.control.state()).toEqual({
			zaps: [ZAP],
			commands: [],
			pipelines: [],
			audit: [],
		});
	});

	test("puts back what it told", async () => {
		await using stage = await open();
		const before = await stage.control.state();
		await stage.control.setState({});
		expect(await names(stage)).toEqual([]);
		await stage.control.setState(before);
		expect(await stage.control.state()).toEqual(before);
	});

	test("refuses a state that is not as the document describes it, and replaces nothing", async () => {
		await using stage = await open();
		const before = await stage.control.state();
		const wrong = { zaps: [ZAP, { ...ZAP, name: "" }], zap: [] };
		expect(await refusal(stage.control.setState(wrong))).toEqual({
			status: 400,
			message: [
				"The state cannot be replaced, and stays as it is.",
				"/zap is no collection; use zaps, commands, pipelines, audit",
				"/zaps/1/name must have at least 1 character",
				"/zaps/1/id is that of /zaps/0 too",
			].join("\n  "),
			errors: [
				{
					pointer: "/zap",
					detail: "is no collection; use zaps, commands, pipelines, audit",
				},
				{
					pointer: "/zaps/1/name",
					detail: "must have at least 1 character",
				},
				{ pointer: "/zaps/1/id", detail: "is that of /zaps/0 too" },
			],
		});
		expect(await stage.control.state()).toEqual(before);
	});

	test("resets to what it began with, or to another dataset and seed", async () => {
		await using stage = await open();
		const before = await names(stage);
		await stage.createZap("A");
		await stage.control.reset();
		expect(await names(stage)).toEqual(before);
		await stage.control.reset({ dataset: "empty" });
		expect(await names(stage)).toEqual([]);
		await stage.createZap("B");
		await stage.control.reset();
		expect(await names(stage)).toEqual([]);
		await stage.control.reset({ dataset: "default", seed: 2 });
		const others = await names(stage);
		expect(others).toHaveLength(before.length);
		expect(others).not.toEqual(before);
	});

	test.each([
		[{ all: true }, 20],
		[{ all: true, dataset: "empty" }, 0],
	])(
		"resets with %j everything that was set or received",
		async (origin, zaps) => {
			await using stage = await open();
			const { control } = stage;
			const before = await control.state();
			await control.reset({ dataset: "empty", seed: 7 });
			await stage.createZap("A");
			await control.snapshot();
			await control.setScenario("empty");
			await stage.createZap("B");
			await control.setFaults([{ operation: "*", kind: "reset" }]);
			await control.reset(origin);
			expect((await control.scenarios()).active).toBe("normal");
			expect(await control.faults()).toEqual([]);
			expect(await control.snapshots()).toEqual([]);
			expect((await control.requests()).total).toBe(0);
			expect((await control.state()).zaps).toHaveLength(zaps);
			if (zaps > 0) expect(await control.state()).toEqual(before);
		},
	);

	test("resets everything of its own session only", async () => {
		await using stage = await open({ dataset: "empty" });
		const [mine, yours] = ["mine", "yours"].map((id) =>
			stage.control.session(id),
		);
		for (const id of ["mine", "yours"]) {
			await stage.createZap("A", id);
			await stage.control.session(id).setScenario("slow");
		}
		await mine?.reset({ all: true });
		expect((await mine?.state())?.zaps).toEqual([]);
		expect((await mine?.scenarios())?.active).toBe("normal");
		expect((await mine?.requests())?.total).toBe(0);
		expect((await yours?.state())?.zaps).toHaveLength(1);
		expect((await yours?.scenarios())?.active).toBe("slow");
		expect((await yours?.requests())?.total).toBe(1);
	});

	test.each([
		[
			{ dataset: "huge" },
			'There is no dataset "huge". Use one of empty, default, large.',
		],
		[{ seed: 1.5 }, "The seed 1.5 cannot be used: it must be a whole number."],
	])("refuses to reset to %j", async (origin, message) => {
		await using stage = await open({ dataset: "empty" });
		await stage.createZap("A");
		expect(await refusal(stage.control.reset(origin))).toEqual({
			status: 400,
			message,
			errors: [],
		});
		expect(await names(stage)).toEqual(["A"]);
	});

	test("keeps the state as it is, brings it back as often as asked, and forgets it when told", async () => {
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
		const gone = {
			status: 404,
			message: `The session has no snapshot "${id}". Use one of ${later}.`,
			errors: [],
		};
		expect(await refusal(control.restore(id))).toEqual(gone);
		expect(await refusal(control.deleteSnapshot(id))).toEqual(gone);
	});

	test("refuses more than 100 snapshots, and says what to do", async () => {
		await using stage = await open({ dataset: "empty" });
		for (let taken = 0; taken < 100; taken += 1) await stage.control.snapshot();
		expect(await refusal(stage.control.snapshot())).toEqual({
			status: 409,
			message: "The session has 100 snapshots. Delete one first.",
			errors: [],
		});
	});
}
