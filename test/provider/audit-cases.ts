import { expect, test } from "vitest";
import type { Asked, Heard, Json, Open } from "./asking.ts";

const idsOf = ({ items }: Heard): unknown[] => items.map(({ id }) => id);
const actionsOf = ({ items }: Heard): unknown[] =>
	items.map(({ action }) => action);

/** Creates a zap, a command and a pipeline, in this order, and returns their ids. */
async function writeOneOfEach(
	provider: Asked,
): Promise<Readonly<Record<"zap" | "command" | "pipeline", string>>> {
	const idFor = async (path: string, body: Json): Promise<string> =>
		String((await provider.post(path, body)).body.id);
	return {
		zap: await idFor("/v1/zaps", { name: "ΟΔΟΣ Straße 50%_" }),
		command: await idFor("/v1/command", { command: "Zaps.\u0000 Rebuild" }),
		pipeline: await idFor("/v1/pipeline", {
			steps: Array.from({ length: 73 }, () => ({ command: "x" })),
		}),
	};
}

function addTrailCases(open: Open): void {
	test("records each write so that a search finds it at once, newest first", async () => {
		await using provider = await open();
		const { zap, command, pipeline } = await writeOneOfEach(provider);
		const { status, items } = await provider.search({});
		expect(status).toBe(200);
		expect(items).toMatchObject([
			{
				action: "pipeline.submitted",
				subject: { type: "pipeline", id: pipeline },
			},
			{
				action: "command.submitted",
				subject: { type: "command", id: command },
			},
			{
				action: "zap.created",
				subject: { type: "zap", id: zap },
				detail: { name: "ΟΔΟΣ Straße 50%_" },
			},
		]);
	});

	test("records nothing about rejected requests", async () => {
		await using provider = await open();
		await provider.post("/v1/command", {});
		await provider.post("/v1/zaps", '{"name":"x"');
		await provider.post("/v1/pipeline", { steps: [] });
		expect((await provider.search({})).items).toEqual([]);
	});
}

function addFilterCases(open: Open): void {
	test("finds by action, subject type and subject id, each exactly", async () => {
		await using provider = await open();
		const { zap, command } = await writeOneOfEach(provider);
		const find = async (query: Json) => actionsOf(await provider.search(query));
		expect(await find({ action: "zap.created" })).toEqual(["zap.created"]);
		expect(await find({ subjectType: "command" })).toEqual([
			"command.submitted",
		]);
		expect(await find({ subjectId: zap })).toEqual(["zap.created"]);
		for (const query of [
			{ action: "zap.create" },
			{ action: "Zap.created" },
			{ action: "zap.created\u0000" },
			{ subjectType: "ZAP" },
			{ subjectId: command.toLowerCase() },
		])
			expect(await find(query)).toEqual([]);
	});

	test("finds only records that match every filter", async () => {
		await using provider = await open();
		const { zap, command } = await writeOneOfEach(provider);
		const find = async (query: Json) => actionsOf(await provider.search(query));
		expect(
			await find({ action: "zap.created", subjectId: zap, text: "odo" }),
		).toEqual([]);
		expect(
			await find({ action: "zap.created", subjectId: zap, text: "οδο" }),
		).toEqual(["zap.created"]);
		expect(await find({ subjectType: "zap", subjectId: command })).toEqual([]);
	});

	test("finds a text in action, subject id and detail, ignoring case", async () => {
		await using provider = await open();
		const { zap } = await writeOneOfEach(provider);
		const find = async (text: string) =>
			actionsOf(await provider.search({ text }));
		expect(await find("SUBMITTED")).toHaveLength(2);
		expect(await find(zap.slice(3).toLowerCase())).toEqual(["zap.created"]);
		expect(await find("οδος")).toEqual(["zap.created"]);
		expect(await find("οδοσ")).toEqual(["zap.created"]);
		expect(await find("STRASSE")).toEqual(["zap.created"]);
		expect(await find("%_")).toEqual(["zap.created"]);
		expect(await find(".\u0000 rEB")).toEqual(["command.submitted"]);
		expect(await find("73")).toContain("pipeline.submitted");
		for (const text of ["%", "nowhere", "createdzap_", "\uffff"])
			expect(await find(text)).toEqual(text === "%" ? ["zap.created"] : []);
	});

	test("pages through the matching records, newest first", async () => {
		await using provider = await open();
		for (let index = 0; index < 5; index++) {
			await provider.post("/v1/zaps", { name: `zap ${index}` });
			await provider.post("/v1/command", { command: "noise" });
		}
		const query = { action: "zap.created", text: "ZAP " };
		const all = idsOf(await provider.search(query));
		const first = await provider.search({ ...query, limit: 3 });
		await provider.post("/v1/zaps", { name: "zap of another page" });
		const second = await provider.search({
			...query,
			limit: 2,
			cursor: first.body.nextCursor,
		});
		expect([...idsOf(first), ...idsOf(second)]).toEqual(all);
		expect(second.body.nextCursor).toBeNull();
	});
}

/** Adds tests that every accepted write creates a record, and that searches find it by each filter. */
export function addAuditCases(open: Open): void {
	addTrailCases(open);
	addFilterCases(open);

	test("rejects invalid filters and names each", async () => {
		await using provider = await open();
		for (const wrong of [
			{ action: "", subjectType: 1, subjectId: null, text: [] },
			{ from: 1, to: null, limit: "1", cursor: "" },
			{ limit: 0 },
			{ limit: 101 },
			{ limit: 1.5 },
			{ limit: null },
			{ cursor: "never-issued" },
		]) {
			const { places } = await provider.search(wrong);
			expect(new Set(places)).toEqual(
				new Set(Object.keys(wrong).map((name) => ({ pointer: `/${name}` }))),
			);
		}
	});

	test("ignores unknown filters", async () => {
		await using provider = await open();
		await provider.post("/v1/zaps", { name: "x" });
		const { items } = await provider.search({ Action: "none", page: 9 });
		expect(items).toHaveLength(1);
	});
}
