import { expect, test } from "vitest";
import type { Json, Open } from "./asking.ts";

const EMOJI = "\u{1f600}";
const ARGS = [
	null,
	0,
	-0.5,
	"",
	"Ünï/cödé \u0000 \u{1f600}",
	[],
	{},
	false,
	[{ a: [null] }],
];

const rawMember = (name: string): string => `{"name":"x","${name}":{"a":1}}`;
const sorted = (ids: readonly string[]): string[] => [...ids].sort();

function addCommandCases(open: Open): void {
	test("accepts a command and returns its args unchanged", async () => {
		await using provider = await open();
		for (const args of ARGS) {
			const command = { command: "zaps.rebuild", args };
			const { status, body } = await provider.post("/v1/command", command);
			expect(status).toBe(202);
			expect(body).toMatchObject({ ...command, status: "accepted" });
		}
	});

	test("returns neither missing args nor unknown properties", async () => {
		await using provider = await open();
		const sent = { command: "a", unknown: 1 };
		const { body } = await provider.post("/v1/command", sent);
		expect(body).not.toHaveProperty("args");
		expect(body).not.toHaveProperty("unknown");
	});

	test("issues ids that sort in the order of creation", async () => {
		await using provider = await open();
		const ids: string[] = [];
		for (let count = 0; count < 20; count++) {
			const { body } = await provider.post("/v1/command", { command: "a" });
			ids.push(String(body.id));
		}
		expect(new Set(ids).size).toBe(20);
		expect(ids).toEqual(sorted(ids));
	});

	test("measures the length of a command and of a name in code points", async () => {
		await using provider = await open();
		const longest = EMOJI.repeat(200);
		for (const [path, member] of [
			["/v1/command", "command"],
			["/v1/zaps", "name"],
		] as const) {
			const accepted = await provider.post(path, { [member]: longest });
			expect(accepted.body[member]).toBe(longest);
			for (const wrong of [`${longest}x`, "x".repeat(201), ""]) {
				const refused = await provider.post(path, { [member]: wrong });
				expect(refused.places).toEqual([{ pointer: `/${member}` }]);
			}
		}
	});
}

function addPipelineCases(open: Open): void {
	test("accepts a pipeline with its steps in the order sent, each with an id", async () => {
		await using provider = await open();
		const steps = [
			{ command: "b", args: { shard: 4 } },
			{ command: "a" },
			{ command: "b", args: null },
		];
		const { status, body } = await provider.post("/v1/pipeline", { steps });
		expect(status).toBe(202);
		expect(body).toMatchObject({ status: "accepted", steps });
		const accepted: Json[] = Array.isArray(body.steps) ? body.steps : [];
		expect(accepted[1]).not.toHaveProperty("args");
		const ids = accepted.map(({ id }) => String(id));
		expect(ids).toEqual(sorted([...new Set(ids)]));
	});

	test("rejects a whole pipeline for one invalid step and stores nothing", async () => {
		await using provider = await open();
		const steps = [{ command: "a" }, { command: 1 }, "b", {}];
		const { places } = await provider.post("/v1/pipeline", { steps });
		expect(places).toEqual([
			{ pointer: "/steps/1/command" },
			{ pointer: "/steps/2" },
			{ pointer: "/steps/3/command" },
		]);
		expect((await provider.search({})).items).toEqual([]);
	});

	test("accepts 1 to 100 steps and rejects 0 and 101", async () => {
		await using provider = await open();
		const submit = (count: number) =>
			provider.post("/v1/pipeline", {
				steps: Array.from({ length: count }, () => ({ command: "a" })),
			});
		expect((await submit(1)).status).toBe(202);
		expect((await submit(100)).status).toBe(202);
		expect((await submit(0)).places).toEqual([{ pointer: "/steps" }]);
		expect((await submit(101)).places).toEqual([{ pointer: "/steps" }]);
	});
}

function addZapCases(open: Open): void {
	test("creates a zap, without Location, and lists it first as it was created", async () => {
		await using provider = await open();
		await provider.post("/v1/zaps", { name: "older" });
		const zap = { name: "newer", enabled: true, revision: [null], status: "x" };
		const created = await provider.post("/v1/zaps", zap);
		expect(created.status).toBe(201);
		expect(created.headers.get("location")).toBeNull();
		expect(created.body).toMatchObject(zap);
		const { items } = await provider.send("/v1/zaps");
		expect(items.map(({ name }) => name)).toEqual(["newer", "older"]);
		expect(items[0]).toEqual(created.body);
	});

	test.each(["__proto__", "constructor", "toString", "then", "a/b", ""])(
		"keeps a member named %j on a zap",
		async (name) => {
			await using provider = await open();
			await provider.post("/v1/zaps", rawMember(name));
			const { items } = await provider.send("/v1/zaps");
			const kept = Object.entries(items[0] ?? {});
			expect(kept).toContainEqual([name, { a: 1 }]);
		},
	);

	test("rejects a zap with its own id and createdAt and names each", async () => {
		await using provider = await open();
		const { status, places } = await provider.post("/v1/zaps", {
			id: null,
			createdAt: "2026-01-01T00:00:00.000Z",
		});
		expect(status).toBe(400);
		expect(new Set(places)).toEqual(
			new Set([
				{ pointer: "/name" },
				{ pointer: "/id" },
				{ pointer: "/createdAt" },
			]),
		);
		expect((await provider.send("/v1/zaps")).items).toEqual([]);
	});
}

/** Adds tests of writes, which are accepted or rejected as a whole. */
export function addWriteCases(open: Open): void {
	addCommandCases(open);
	addPipelineCases(open);
	addZapCases(open);
}
