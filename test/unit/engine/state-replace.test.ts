import { expect, test } from "vitest";
import type { StateDump } from "../../../src/control/state-control.ts";
import { createTestMock } from "./test-mock.ts";

const ID = "01KDVQ2JM00000000000000000";
const zap = {
	id: `zap_${ID}`,
	name: "Imported",
	createdAt: "2025-12-31T00:00:00.000Z",
};
const command = {
	id: `cmd_${ID}`,
	command: "run",
	status: "accepted",
	acceptedAt: "2025-12-31T00:00:00.000Z",
};

test("exports every record, newest first", async () => {
	await using mock = createTestMock();
	const { body } = await mock.create("Newest");
	const state = await mock.control.state();
	expect(Object.keys(state)).toEqual([
		"zaps",
		"commands",
		"pipelines",
		"audit",
	]);
	expect(state.zaps).toHaveLength(21);
	expect(state.zaps?.[0]).toEqual(body);
	expect(state.audit).toHaveLength(51);
	expect((await mock.names()).slice(0, 21)).toEqual(
		state.zaps?.map((each) => (each as unknown as { name: string }).name),
	);
});

test("imports an exported state into another session, in the same order", async () => {
	await using mock = createTestMock();
	await mock.create("One", "a");
	await mock.create("Two", "a");
	const [a, b] = [mock.control.session("a"), mock.control.session("b")];
	await b.setState(await a.state());
	expect(await b.state()).toEqual(await a.state());
	expect(await mock.names("b")).toEqual(await mock.names("a"));
	await mock.create("Three", "b");
	expect((await mock.names("b"))[0]).toBe("Three");
	expect((await mock.names("a"))[0]).toBe("Two");
});

test("replaces all records, and empties omitted collections", async () => {
	await using mock = createTestMock();
	await mock.control.setState({ zaps: [zap] });
	expect(await mock.control.state()).toEqual({
		zaps: [zap],
		commands: [],
		pipelines: [],
		audit: [],
	});
	expect((await mock.get("/metrics")).body).toContain("\ncommands_total 0\n");
	const { body } = await mock.post("/v1/audit/search", {});
	expect(body).toEqual({ items: [], nextCursor: null });
});

test("reuses no imported id, not even that of a pipeline's step", async () => {
	await using mock = createTestMock();
	await mock.post("/v1/pipeline", {
		steps: Array.from({ length: 3 }, () => ({ command: "run" })),
	});
	const { pipelines = [] } = await mock.control.state();
	await mock.control.reset();
	await mock.control.setState({ pipelines: pipelines.slice(0, 1) });
	const { body } = await mock.post("/v1/command", { command: "run" });
	const { id } = body as { id: string };
	expect(JSON.stringify(pipelines)).not.toContain(id.replace("cmd_", ""));
});

test("finds imported records by search", async () => {
	await using mock = createTestMock();
	const audit = {
		id: `aud_${ID}`,
		at: "2025-12-31T00:00:00.000Z",
		action: "zap.created",
		subject: { type: "zap", id: zap.id },
		detail: { name: "Needle" },
	};
	await mock.control.setState({ audit: [audit] });
	const { body } = await mock.post("/v1/audit/search", { text: "NEEDLE" });
	expect(body).toMatchObject({ items: [audit] });
});

test("stores records as if they were sent as JSON", async () => {
	await using mock = createTestMock();
	const owner = new Proxy({ since: new Date(0), until: undefined }, {});
	await mock.control.setState({ zaps: [{ ...zap, owner }] });
	const { zaps } = await mock.control.state();
	const kept = { ...zap, owner: { since: "1970-01-01T00:00:00.000Z" } };
	expect(zaps).toStrictEqual([kept]);
});

test("is not affected by later changes to imported or exported records", async () => {
	await using mock = createTestMock();
	const input = structuredClone(zap);
	await mock.control.setState({ zaps: [input] });
	input.name = "changed";
	const { zaps } = await mock.control.state();
	Object.assign(zaps?.[0] ?? {}, { name: "changed" });
	expect(await mock.names()).toEqual(["Imported"]);
});

const INVALID: readonly [state: unknown, errors: readonly object[]][] = [
	[null, [{ pointer: "", detail: expect.stringContaining("an object with") }]],
	[[], [{ pointer: "" }]],
	["{}", [{ pointer: "" }]],
	[
		{ zap: [] },
		[
			{
				pointer: "/zap",
				detail:
					'is an unknown collection. Did you mean "zaps"? Available: zaps, commands, pipelines, audit',
			},
		],
	],
	[{ "a/b": [] }, [{ pointer: "/a~1b" }]],
	[{ zaps: {} }, [{ pointer: "/zaps", detail: "must be an array" }]],
	[{ zaps: null }, [{ pointer: "/zaps", detail: "must be an array" }]],
	[{ zaps: [1] }, [{ pointer: "/zaps/0", detail: "must be an object" }]],
	[
		{ zaps: [zap, { ...zap, id: "mine", name: 1 }] },
		[
			{ pointer: "/zaps/1/id", detail: expect.stringContaining("must match") },
			{ pointer: "/zaps/1/name", detail: "must be a string" },
		],
	],
	[
		{ zaps: [{ id: zap.id }] },
		[
			{ pointer: "/zaps/0/name", detail: "is required" },
			{ pointer: "/zaps/0/createdAt", detail: "is required" },
		],
	],
	[
		{ zaps: [{ ...zap, createdAt: "2026-02-30T00:00:00.000Z" }] },
		[{ pointer: "/zaps/0/createdAt" }],
	],
	[
		{ zaps: [zap, zap] },
		[{ pointer: "/zaps/1/id", detail: "is also the id of /zaps/0" }],
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

test.each<[description: string, state: object, errors: readonly object[]]>([
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
		"a function and a symbol",
		{ zaps: [{ ...zap, act() {} }], commands: [Symbol("x")] },
		[
			{ pointer: "/zaps/0/act", detail: expect.stringContaining("a function") },
			{ pointer: "/commands/0", detail: expect.stringContaining("a symbol") },
		],
	],
	[
		"a sparse array",
		{ zaps: new Array(1) },
		[{ pointer: "/zaps/0", detail: "must be an object" }],
	],
])("rejects records with %s", async (_, state, errors) => {
	await using mock = createTestMock();
	await expect(mock.control.setState(state as never)).rejects.toMatchObject({
		status: 400,
		errors,
	});
	expect(await mock.names()).toHaveLength(20);
});

test.each(INVALID)(
	"rejects %j, and replaces nothing",
	async (state, errors) => {
		await using mock = createTestMock();
		const before = await mock.control.state();
		const setting = mock.control.setState(state as never);
		await expect(setting).rejects.toMatchObject({
			status: 400,
			message: expect.stringContaining("The current state is unchanged."),
			errors,
		});
		expect(await mock.control.state()).toEqual(before);
	},
);

test("reports at most 25 errors", async () => {
	await using mock = createTestMock();
	const zaps = Array.from({ length: 100_000 }, () => ({}));
	const error = await mock.control
		.setState({ zaps } as unknown as StateDump)
		.catch((reason: { errors: unknown[] }) => reason);
	expect(error?.errors.length).toBeGreaterThan(0);
	expect(error?.errors.length).toBeLessThanOrEqual(25);
});
