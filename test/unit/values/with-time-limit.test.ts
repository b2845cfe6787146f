import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { withTimeLimit } from "../../../src/values/with-time-limit.ts";

const createError = () => new Error("too late");

test("a promise that never settles is rejected at the limit", async () => {
	const start = performance.now();
	const waiting = withTimeLimit(new Promise(() => {}), 100, createError);
	await expect(waiting).rejects.toThrow("too late");
	expect(performance.now() - start).toBeGreaterThan(90);
});

test("time in which the process stands still does not exceed the limit", async () => {
	const slow = sleep(20).then(() => sleep(20, "made"));
	const waiting = withTimeLimit(slow, 200, createError);
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
	expect(await waiting).toBe("made");
});
