import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { withTimeLimit } from "../../../src/values/with-time-limit.ts";

const createError = () => new Error("too late");

test("time in which the process stands still does not exceed the limit", async () => {
	const slow = sleep(20).then(() => sleep(20, "made"));
	const waiting = withTimeLimit(slow, 200, createError);
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
	expect(await waiting).toBe("made");
});
