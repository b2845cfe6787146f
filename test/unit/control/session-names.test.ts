import { expect, test } from "vitest";
import { serveStage } from "../../support/serve-stage.ts";

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

const twoSessions = (one: string, other: string) =>
	`The request names two sessions, "${one}" and "${other}". Name only one.`;

test.each([
	["/__session/a/__mock/state", "b", twoSessions("b", "a")],
	["/__mock/requests?session=a", "b", twoSessions("b", "a")],
	...["requests", "events", "state"].map((route) => [
		`/__session/a/__mock/${route}?session=b`,
		undefined,
		twoSessions("a", "b"),
	]),
	["/__session/a%20b/__mock/state", undefined, 'Invalid session name "a%20b".'],
	["/__session//__mock/state", undefined, 'Invalid session name "".'],
	["/__mock/state", "a b", 'Invalid session name "a b".'],
	["/__mock/events?session=a b", undefined, 'Invalid session name "a b".'],
])("rejects %s with Mock-Session %s", async (path, session, detail) => {
	await using stage = await serveStage();
	const headers = session === undefined ? {} : { "mock-session": session };
	const response = await stage.send(path ?? "", { headers });
	expect(response.status).toBe(400);
	expect((await response.json()).detail).toContain(detail);
});
