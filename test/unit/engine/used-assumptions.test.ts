import { expect, test } from "vitest";
import { createRender } from "../../../src/engine/response/render.ts";
import { createTestMock, inSession } from "./test-mock.ts";

test("counts the assumptions that responses depend on, most used first", async () => {
	await using mock = createTestMock();
	await mock.names();
	await mock.names();
	await mock.get("/v1/health");
	const { exchanges, assumptions } = await mock.control.usedAssumptions();
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

test("counts the responses of one session, or of all sessions", async () => {
	await using mock = createTestMock();
	await mock.get("/v1/health", inSession("a"));
	await mock.get("/v1/health", inSession("b"));
	const countExchanges = async (id: string) =>
		(await mock.control.session(id).usedAssumptions()).exchanges;
	expect([
		await countExchanges("a"),
		await countExchanges("b"),
		await countExchanges("c"),
	]).toEqual([1, 1, 0]);
	expect((await mock.control.usedAssumptions()).exchanges).toBe(2);
});

test("counts responses without assumptions, but no broken connections", async () => {
	await using mock = createTestMock();
	await mock.get("/v1/health", { prefer: "code=999" });
	await mock.control.setFaults([
		{ operation: "getHealth", kind: "reset", times: 1 },
	]);
	await mock.get("/v1/health").catch(() => undefined);
	expect(await mock.control.usedAssumptions()).toEqual({
		exchanges: 1,
		assumptions: [],
	});
});

test("returns the same list of assumptions for the same response, so that memory use does not grow", () => {
	const render = createRender({}, []);
	const spec = { mediaType: "application/json", reason: "X", assumptions: [] };
	const reply = { status: 418, body: {}, spec };
	expect(render(reply, "GET").assumptions).toBe(
		render(reply, "GET").assumptions,
	);
});
