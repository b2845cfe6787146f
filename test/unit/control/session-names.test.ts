import { expect, test } from "vitest";
import { serveStage } from "../../support/serve-stage.ts";
import { testStage } from "../../support/test-stage.ts";

test("accepts the session in the header, in the path and in the query, even twice", async () => {
	await using stage = await serveStage({ dataset: "empty" });
	await stage.createZap("A", "mine");
	const inHeader = { "mock-session": "mine" };
	for (const [path, headers, zaps] of [
		["/__mock/state", {}, 0],
		["/__mock/state", inHeader, 1],
		["/__session/mine/__mock/state", {}, 1],
		["/__session/mine/__mock/state", inHeader, 1],
		["/__mock/state?session=mine", {}, 1],
		["/__mock/state?session=mine", inHeader, 1],
	] as const) {
		const response = await stage.send(path, { headers });
		expect((await response.json()).zaps).toHaveLength(zaps);
	}
	await stage.send("/__mock/requests?session=theirs", { method: "DELETE" });
	expect((await stage.control.requests()).total).toBe(1);
});

const stage = await testStage();
const two = (one: string, other: string) =>
	`The request names two sessions, "${one}" and "${other}". Name only one.`;

test.each<[path: string, headers: HeadersInit, detail: string]>([
	["/__session/a/__mock/state", { "mock-session": "b" }, two("b", "a")],
	["/__mock/requests?session=a", { "mock-session": "b" }, two("b", "a")],
	["/__session/a/__mock/requests?session=b", {}, two("a", "b")],
	["/__session/a/__mock/events?session=b", {}, two("a", "b")],
	["/__session/a/__mock/state?session=b", {}, two("a", "b")],
	["/__session/a%20b/__mock/state", {}, 'Invalid session name "a%20b".'],
	["/__session//__mock/state", {}, 'Invalid session name "".'],
	["/__mock/state", { "mock-session": "a b" }, 'Invalid session name "a b".'],
	["/__mock/events?session=a b", {}, 'Invalid session name "a b".'],
])("rejects %s with the headers %j", async (path, headers, detail) => {
	const response = await stage.send(path, { headers });
	expect(response.status).toBe(400);
	expect((await response.json()).detail).toContain(detail);
});
