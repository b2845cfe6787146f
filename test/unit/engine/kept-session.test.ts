import { expect, test } from "vitest";
import {
	fromKeptSession,
	toKeptSession,
} from "../../../src/engine/sessions/kept-session.ts";
import { createTestMock } from "./test-mock.ts";

test("keeps one count for equal assumptions, however often a session was kept before", async () => {
	await using mock = createTestMock();
	const { context } = mock.core;
	const [session] = context.sessions.list();
	if (!session) throw new Error("There is no session.");
	session.usedAssumptions.set(["a", "b"], 2);
	const again = fromKeptSession(toKeptSession(session, undefined), {
		...context,
		initialForward: undefined,
	});
	again.usedAssumptions.set(["a", "b"], 3);
	expect(toKeptSession(again, undefined).kept).toMatchObject({
		usedAssumptions: [[["a", "b"], 5]],
	});
});
