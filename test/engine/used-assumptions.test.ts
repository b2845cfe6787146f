import { expect, test } from "vitest";
import { createRender } from "../../src/engine/response/render.ts";
import { createStage, inSession } from "./stage.ts";

test("counts what the answers rested on, the most used first", async () => {
	await using stage = createStage();
	await stage.names();
	await stage.names();
	await stage.get("/v1/health");
	const { exchanges, assumptions } = await stage.control.usedAssumptions();
	expect(exchanges).toBe(3);
	expect(assumptions).toMatchObject([
		{ id: expect.any(String), status: "assumed", exchanges: 2 },
		{ exchanges: 2 },
		{ id: "health.body", assumes: expect.any(String), exchanges: 1 },
	]);
	expect(
		assumptions
			.map(({ id }) => id)
			.slice(0, 2)
			.sort(),
	).toEqual(["zap.fields", "zaps.page"]);
});

test("counts a session's answers by themselves, and all together", async () => {
	await using stage = createStage();
	await stage.get("/v1/health", inSession("a"));
	await stage.get("/v1/health", inSession("b"));
	const of = async (id: string) =>
		(await stage.control.session(id).usedAssumptions()).exchanges;
	expect([await of("a"), await of("b"), await of("c")]).toEqual([1, 1, 0]);
	expect((await stage.control.usedAssumptions()).exchanges).toBe(2);
});

test("counts answers that rest on nothing, and no broken connections", async () => {
	await using stage = createStage();
	await stage.get("/v1/health", { prefer: "code=999" });
	await stage.control.setFaults([
		{ operation: "getHealth", kind: "reset", times: 1 },
	]);
	await stage.get("/v1/health").catch(() => undefined);
	expect(await stage.control.usedAssumptions()).toEqual({
		exchanges: 1,
		assumptions: [],
	});
});

test("keeps one list for the same answer, however often it is given, so that nothing grows", () => {
	const render = createRender({}, []);
	const spec = { mediaType: "application/json", reason: "X", assumptions: [] };
	const reply = { status: 418, body: {}, spec };
	expect(render(reply, "GET").assumptions).toBe(
		render(reply, "GET").assumptions,
	);
});
