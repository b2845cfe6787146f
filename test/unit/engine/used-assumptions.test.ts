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
	const ofPage = { status: "assumed", exchanges: 2 };
	expect(assumptions).toMatchObject([
		ofPage,
		ofPage,
		{ id: "health.body", assumes: expect.any(String), exchanges: 1 },
	]);
	const ids = assumptions.slice(0, 2).map(({ id }) => id);
	expect(ids.sort()).toEqual(["zap.fields", "zaps.page"]);
});

test("counts the responses of one session, or of all sessions", async () => {
	await using mock = createTestMock();
	await mock.get("/v1/health", inSession("a"));
	await mock.get("/v1/health", inSession("b"));
	const counts = ["a", "b", "c"].map(
		async (id) => (await mock.control.session(id).usedAssumptions()).exchanges,
	);
	expect(await Promise.all(counts)).toEqual([1, 1, 0]);
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
