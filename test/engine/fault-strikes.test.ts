import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Fault } from "../../src/faults/fault.ts";
import { createStage, onZaps, type Stage } from "./stage.ts";

const status = (code: number, more: object = {}): Fault =>
	onZaps({ kind: "status", status: code, force: true, ...more });

/** The status of so many requests for the zaps, 0 for a broken connection; a body that broke off as text. */
async function ask(stage: Stage, count: number): Promise<(number | string)[]> {
	const seen: (number | string)[] = [];
	for (let index = 0; index < count; index++)
		seen.push(
			await stage.get("/v1/zaps?limit=1").then(
				(answer) => answer.status,
				(error: Error) => (error.message.includes("body") ? "cut" : 0),
			),
		);
	return seen;
}

/** What the journal says has struck, oldest first. */
const struck = async ({ control }: Stage): Promise<(string | null)[]> =>
	(await control.requests()).requests.map(({ fault }) => fault).reverse();

test("counts down how often a fault may strike, and then it is gone", async () => {
	await using stage = createStage();
	const { control } = stage;
	await control.setFaults([status(500, { times: 2 })]);
	expect(await control.faults()).toEqual([status(500, { times: 2 })]);
	expect(await ask(stage, 1)).toEqual([500]);
	expect(await control.faults()).toEqual([status(500, { times: 1 })]);
	expect(await ask(stage, 2)).toEqual([500, 200]);
	expect(await control.faults()).toEqual([]);
	expect(await struck(stage)).toEqual(["status", "status", null]);
});

test("strikes no more often than it may though requests come at once", async () => {
	await using stage = createStage();
	await stage.control.setFaults([status(500, { times: 3 })]);
	const answers = await Promise.all(
		Array.from({ length: 10 }, () => stage.get("/v1/zaps")),
	);
	const failed = answers.filter((answer) => answer.status === 500);
	expect(failed).toHaveLength(3);
});

test("lets the first of several that replace the answer strike, and keeps the others for later", async () => {
	await using stage = createStage();
	await stage.control.setFaults([
		status(500, { times: 1 }),
		status(501, { times: 1 }),
		onZaps({ kind: "reset", times: 1 }),
		status(502, { times: 1 }),
	]);
	expect(await ask(stage, 5)).toEqual([500, 501, 0, 502, 200]);
	expect(await struck(stage)).toEqual([
		"status",
		"status",
		"reset",
		"status",
		null,
	]);
});

test.each([
	["before", 1],
	["after", -1],
])(
	"keeps what would break a body that never comes for one that does, listed %s",
	async (_, order) => {
		await using stage = createStage();
		const faults = [
			onZaps({ kind: "truncate", times: 1 }),
			status(500, { times: 1 }),
		];
		await stage.control.setFaults(order === 1 ? faults : faults.reverse());
		expect(await ask(stage, 3)).toEqual([500, "cut", 200]);
		expect(await struck(stage)).toEqual(["status", "truncate", null]);
		expect(await stage.control.faults()).toEqual([]);
	},
);

test("adds up delays, beside whatever else befalls the answer", async () => {
	await using stage = createStage();
	await stage.control.setFaults([
		onZaps({ kind: "delay", ms: 20 }),
		status(500),
		onZaps({ kind: "delay", min: 20, max: 30 }),
	]);
	const begun = performance.now();
	expect(await ask(stage, 1)).toEqual([500]);
	expect(performance.now() - begun).toBeGreaterThanOrEqual(39);
	expect(await struck(stage)).toEqual(["delay, status, delay"]);
});

test("keeps what befalls a body for an answer that has one", async () => {
	await using stage = createStage();
	await stage.control.setFaults([
		onZaps({ kind: "truncate", times: 1 }),
		onZaps({ kind: "drip", bytesPerSecond: 1, times: 1 }),
	]);
	const head = new Request("http://zaps.test/v1/zaps", { method: "HEAD" });
	expect((await stage.core.fetch(head)).status).toBe(200);
	expect(await stage.control.faults()).toHaveLength(2);
	expect((await stage.control.requests()).requests[0]?.fault).toBeNull();
});

test("leaves no listener behind, however many wait at once", async () => {
	await using stage = createStage();
	await stage.control.setFaults([onZaps({ kind: "delay", ms: 20 })]);
	const warned: Error[] = [];
	const listen = (warning: Error): void => void warned.push(warning);
	process.on("warning", listen);
	await Promise.all(Array.from({ length: 20 }, () => stage.names()));
	await setImmediate();
	process.off("warning", listen);
	expect(warned).toEqual([]);
});

test("can befall every operation at once, but none with a status that it does not list", async () => {
	await using stage = createStage();
	await stage.control.setFaults([
		{ operation: "*", kind: "status", status: 401, times: 3 },
	]);
	expect((await stage.get("/v1/health")).status).toBe(200);
	expect((await stage.get("/metrics")).status).toBe(200);
	expect((await stage.get("/v1/zaps")).status).toBe(401);
	expect((await stage.create("No")).status).toBe(401);
	expect(await stage.control.faults()).toMatchObject([{ times: 1 }]);
});

test("can answer any operation with a status that none lists, where it is forced", async () => {
	await using stage = createStage();
	await stage.control.setFaults([
		{ operation: "*", kind: "status", status: 418, force: true },
	]);
	for (const path of ["/v1/health", "/metrics", "/v1/zaps"]) {
		const { status, headers, body } = await stage.get(path);
		expect(status).toBe(418);
		expect(headers.get("mock-assumptions")).toBeNull();
		expect(body).toMatchObject({
			status: 418,
			detail: "A fault of the mock answers with 418 in place of the service.",
		});
	}
});

test("comes before credentials, limits and validation, as a proxy in front of the service would", async () => {
	await using stage = createStage({ auth: "bearer", rateLimit: 0.001 });
	await stage.control.setFaults([
		{ operation: "createZap", kind: "status", status: 503, force: true },
	]);
	for (let count = 0; count < 3; count++)
		expect((await stage.post("/v1/zaps", "no JSON")).status).toBe(503);
});

test("is cleared in its session alone", async () => {
	await using stage = createStage();
	const [a, b] = [stage.control.session("a"), stage.control.session("b")];
	for (const each of [a, b]) await each.setFaults([status(500)]);
	await a.clearFaults();
	expect(await a.faults()).toEqual([]);
	expect(await b.faults()).toEqual([status(500)]);
});

test("outlives a reset of the state, and starts with it the chance anew", async () => {
	await using stage = createStage();
	await stage.control.setFaults([status(500, { probability: 0.5 })]);
	const first = await ask(stage, 20);
	await stage.control.reset();
	expect(await ask(stage, 20)).toEqual(first);
	expect(new Set(first)).toEqual(new Set([200, 500]));
});
