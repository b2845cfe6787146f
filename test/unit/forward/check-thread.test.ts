import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { createCheckThread } from "../../../src/forward/check-thread.ts";
import type {
	CheckedRequest,
	CheckedResponse,
} from "../../../src/forward/find-violations.ts";

const request: CheckedRequest = {
	operation: { id: "listBooks", success: 200, parameters: [], problems: {} },
	...{ method: "GET", path: "/books", search: "", headers: [] },
	body: { bytes: new Uint8Array() },
	target: { headers: {} },
	rejection: undefined,
};
const withBody = (text: string): CheckedResponse => ({
	...{ status: 200, headers: {} },
	body: Buffer.from(text),
});

/** Starts a thread that treats a body as code, and is ready after so many milliseconds. */
const startRunner = (workerData = 0) =>
	new Worker(
		`const { parentPort, workerData } = require("node:worker_threads");
		parentPort.on("message", ({ response }) => {
			const run = new Function(Buffer.from(response.body).toString());
			parentPort.postMessage({ violations: [run()] });
		});
		setTimeout(() => parentPort.postMessage("ready"), workerData);`,
		{
			eval: true,
			workerData,
			resourceLimits: { maxOldGenerationSizeMb: 32 },
			stderr: true,
		},
	);

const ENDLESS = "for (;;);";
const ONE = "return 1";

test("a check that takes too long fails, and so do those that have waited too long behind it, but not the next one", async () => {
	const thread = createCheckThread(() => startRunner(), 2_000);
	const find = (code: string) => thread.findViolations(request, withBody(code));
	expect(await find(ONE)).toEqual([1]);
	const results = await Promise.allSettled([ENDLESS, ONE].map(find));
	for (const result of results)
		expect(result).toMatchObject({
			reason: { message: "it took longer than 2 s" },
		});
	expect(await find(ONE)).toEqual([1]);
	await thread.close();
});

test("a thread that takes long to start fails the first checks, and does not start again for the next one", async () => {
	const starts: Worker[] = [];
	const start = () => {
		const thread = startRunner(2_000);
		starts.push(thread);
		return thread;
	};
	const thread = createCheckThread(start, 1_000);
	const find = () => thread.findViolations(request, withBody(ONE));
	await expect(find()).rejects.toThrow("it took longer than 1 s");
	await vi.waitFor(async () => expect(await find()).toEqual([1]), 20_000);
	expect(starts).toHaveLength(1);
	await thread.close();
});

test.each([
	["throws", 'throw new TypeError("the cause")', "the cause"],
	["ends", "process.exit()", "its thread ended"],
	[
		"needs too much memory",
		"const all = []; for (;;) all.push(new Array(1e5).fill({}));",
		"memory limit",
	],
])(
	"a thread that %s fails the check that it runs, but not the next one",
	async (_, code, message) => {
		const thread = createCheckThread(() => startRunner());
		const find = (text: string) =>
			thread.findViolations(request, withBody(text));
		const [failed, next] = await Promise.allSettled([find(code), find(ONE)]);
		expect(failed).toMatchObject({
			reason: { message: expect.stringContaining(message) },
		});
		expect(next).toMatchObject({ value: [1] });
		await thread.close();
	},
);

test("a thread that cannot start fails the check", async () => {
	const thread = createCheckThread(() => new Worker("/none.js"));
	await expect(thread.findViolations(request, withBody(""))).rejects.toThrow(
		/Cannot find module/,
	);
});

test("closing ends the check in progress and those that wait, but not later ones", async () => {
	let starts = 0;
	const thread = createCheckThread(() => {
		starts += 1;
		return startRunner();
	});
	const find = (code: string) => thread.findViolations(request, withBody(code));
	const ended = Promise.allSettled([ENDLESS, ONE].map(find));
	await setImmediate();
	await thread.close();
	for (const result of await ended)
		expect(result).toMatchObject({
			reason: { message: "the mock has closed" },
		});
	expect(starts).toBe(1);
	expect(await find(ONE)).toEqual([1]);
	await thread.close();
});
