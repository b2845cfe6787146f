import { expect, test } from "vitest";
import { createRender } from "../../../src/engine/response/response.ts";
import { createTestMock, inSession } from "./test-mock.ts";

test("counts the assumptions that the responses of one or all sessions depend on, most used first", async () => {
	await using mock = createTestMock();
	for (const id of ["a", "b"]) await mock.names(id);
	await mock.get("/v1/health", inSession("a"));
	const { exchanges, assumptions } = await mock.usedAssumptions();
	expect(exchanges).toBe(3);
	const used = assumptions.map((each) => `${each.id} ${each.exchanges}`);
	expect([...used.slice(0, 2).sort(), ...used.slice(2)]).toEqual([
		"zap.fields 2",
		"zaps.page 2",
		"health.body 1",
	]);
	const counts = ["a", "b", "c"].map(
		async (id) => (await mock.session(id).usedAssumptions()).exchanges,
	);
	expect(await Promise.all(counts)).toEqual([2, 1, 0]);
});

test("counts responses without assumptions, but no broken connections", async () => {
	await using mock = createTestMock();
	await mock.get("/v1/health", { prefer: "code=999" });
	await mock.setFaults([{ operation: "getHealth", kind: "reset", times: 1 }]);
	await mock.get("/v1/health").catch(() => undefined);
	expect(await mock.usedAssumptions()).toEqual({
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
