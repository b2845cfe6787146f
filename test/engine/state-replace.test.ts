import { expect, test } from "vitest";
import type { StateDump } from "../../src/control/state-control.ts";
import { createStage } from "./stage.ts";

const ID = "01KDVQ2JM00000000000000000";
const zap = {
	id: `zap_${ID}`,
	name: "Put",
	createdAt: "2025-12-31T00:00:00.000Z",
};
const command = {
	id: `cmd_${ID}`,
	command: "run",
	status: "accepted",
	acceptedAt: "2025-12-31T00:00:00.000Z",
};

test("dumps every record, newest first", async () => {
	await using stage = createStage();
	const { body } = await stage.create("Newest");
	const state = await stage.control.state();
	expect(Object.keys(state)).toEqual([
		"zaps",
		"commands",
		"pipelines",
		"audit",
	]);
	expect(state.zaps).toHaveLength(21);
	expect(state.zaps?.[0]).toEqual(body);
	expect(state.audit).toHaveLength(51);
	expect((await stage.names()).slice(0, 21)).toEqual(
		state.zaps?.map((each) => (each as unknown as { name: string }).name),
	);
});

test("takes a dump for the state of another session, in its order", async () => {
	await using stage = createStage();
	await stage.create("One", "a");
	await stage.create("Two", "a");
	const [a, b] = [stage.control.session("a"), stage.control.session("b")];
	await b.setState(await a.state());
	expect(await b.state()).toEqual(await a.state());
	expect(await stage.names("b")).toEqual(await stage.names("a"));
	await stage.create("Three", "b");
	expect((await stage.names("b"))[0]).toBe("Three");
	expect((await stage.names("a"))[0]).toBe("Two");
});

test("puts records in place of all there are; what is absent is empty", async () => {
	await using stage = createStage();
	await stage.control.setState({ zaps: [zap] });
	expect(await stage.control.state()).toEqual({
		zaps: [zap],
		commands: [],
		pipelines: [],
		audit: [],
	});
	expect((await stage.get("/metrics")).body).toContain("\ncommands_total 0\n");
	const { body } = await stage.post("/v1/audit/search", {});
	expect(body).toEqual({ items: [], nextCursor: null });
});

test("gives no id again that was put, not even that of a pipeline's step", async () => {
	await using stage = createStage();
	await stage.post("/v1/pipeline", {
		steps: Array.from({ length: 3 }, () => ({ command: "run" })),
	});
	const { pipelines = [] } = await stage.control.state();
	await stage.control.reset();
	await stage.control.setState({ pipelines: pipelines.slice(0, 1) });
	const { body } = await stage.post("/v1/command", { command: "run" });
	const { id } = body as { id: string };
	expect(JSON.stringify(pipelines)).not.toContain(id.replace("cmd_", ""));
});

test("answers a search that looks into what was put", async () => {
	await using stage = createStage();
	const audit = {
		id: `aud_${ID}`,
		at: "2025-12-31T00:00:00.000Z",
		action: "zap.created",
		subject: { type: "zap", id: zap.id },
		detail: { name: "Needle" },
	};
	await stage.control.setState({ audit: [audit] });
	const { body } = await stage.post("/v1/audit/search", { text: "NEEDLE" });
	expect(body).toMatchObject({ items: [audit] });
});

test("keeps of records what would have come of them over HTTP", async () => {
	await using stage = createStage();
	const owner = new Proxy({ since: new Date(0), until: undefined }, {});
	await stage.control.setState({ zaps: [{ ...zap, owner }] });
	const { zaps } = await stage.control.state();
	const kept = { ...zap, owner: { since: "1970-01-01T00:00:00.000Z" } };
	expect(zaps).toStrictEqual([kept]);
});

test("is not changed by what is done later with the records that were put, or dumped", async () => {
	await using stage = createStage();
	const mine = structuredClone(zap);
	await stage.control.setState({ zaps: [mine] });
	mine.name = "changed";
	const { zaps } = await stage.control.state();
	Object.assign(zaps?.[0] ?? {}, { name: "changed" });
	expect(await stage.names()).toEqual(["Put"]);
});

const REFUSED: readonly [given: unknown, errors: readonly object[]][] = [
	[null, [{ pointer: "", detail: expect.stringContaining("an object with") }]],
	[[], [{ pointer: "" }]],
	["{}", [{ pointer: "" }]],
	[
		{ zap: [] },
		[
			{
				pointer: "/zap",
				detail: "is no collection; use zaps, commands, pipelines, audit",
			},
		],
	],
	[{ "a/b": [] }, [{ pointer: "/a~1b" }]],
	[{ zaps: {} }, [{ pointer: "/zaps", detail: "must be an array" }]],
	[{ zaps: null }, [{ pointer: "/zaps", detail: "must be an array" }]],
	[
		{ zaps: [1] },
		[{ pointer: "/zaps/0", detail: "must be of the type object" }],
	],
	[
		{ zaps: [zap, { ...zap, id: "mine", name: 1 }] },
		[
			{ pointer: "/zaps/1/id", detail: expect.stringContaining("must match") },
			{ pointer: "/zaps/1/name", detail: "must be of the type string" },
		],
	],
	[
		{ zaps: [{ id: zap.id }] },
		[
			{ pointer: "/zaps/0/name", detail: "must be there" },
			{ pointer: "/zaps/0/createdAt", detail: "must be there" },
		],
	],
	[
		{ zaps: [{ ...zap, createdAt: "2026-02-30T00:00:00.000Z" }] },
		[{ pointer: "/zaps/0/createdAt" }],
	],
	[
		{ zaps: [zap, zap] },
		[{ pointer: "/zaps/1/id", detail: "is that of /zaps/0 too" }],
	],
	[
		{ zaps: [{ ...zap, id: command.id }], commands: [command] },
		[{ pointer: "/zaps/0/id" }],
	],
	[
		{ zaps: [zap], commands: [{ ...command, status: "done" }] },
		[{ pointer: "/commands/0/status" }],
	],
];

test.each<[what: string, given: object, errors: readonly object[]]>([
	[
		"a bigint",
		{ zaps: [zap, { ...zap, deep: [{ "a/b": 1n }] }] },
		[
			{
				pointer: "/zaps/1/deep/0/a~1b",
				detail: "is a bigint, which JSON does not have",
			},
		],
	],
	[
		"a function, and a symbol",
		{ zaps: [{ ...zap, act() {} }], commands: [Symbol("x")] },
		[
			{ pointer: "/zaps/0/act", detail: expect.stringContaining("a function") },
			{ pointer: "/commands/0", detail: expect.stringContaining("a symbol") },
		],
	],
	[
		"a hole",
		{ zaps: new Array(1) },
		[{ pointer: "/zaps/0", detail: "must be of the type object" }],
	],
])("refuses records with %s", async (_, given, errors) => {
	await using stage = createStage();
	await expect(stage.control.setState(given as never)).rejects.toMatchObject({
		status: 400,
		errors,
	});
	expect(await stage.names()).toHaveLength(20);
});

test.each(REFUSED)(
	"refuses %j, and replaces nothing",
	async (given, errors) => {
		await using stage = createStage();
		const before = await stage.control.state();
		const refused = stage.control.setState(given as never);
		await expect(refused).rejects.toMatchObject({
			status: 400,
			message: expect.stringContaining("stays as it is."),
			errors,
		});
		expect(await stage.control.state()).toEqual(before);
	},
);

test("names no more places than a person mends at a time", async () => {
	await using stage = createStage();
	const zaps = Array.from({ length: 100_000 }, () => ({}));
	const error = await stage.control
		.setState({ zaps } as unknown as StateDump)
		.catch((reason: { errors: unknown[] }) => reason);
	expect(error?.errors.length).toBeGreaterThan(0);
	expect(error?.errors.length).toBeLessThanOrEqual(25);
});
