import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { readForward } from "../../../src/engine/forwarding/read-forward.ts";
import { createCheckThread } from "../../../src/forward/check-thread.ts";
import { createForwarder } from "../../../src/forward/create-forwarder.ts";
import type {
	CheckedRequest,
	CheckedResponse,
} from "../../../src/forward/find-violations.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import { run } from "../../support/run.ts";
import { startStub } from "../../support/stub-server.ts";
import { respond, withOperation, write } from "../behaviors/write-document.ts";
import { openMock } from "./open-mock.ts";

const LONG = 100_000;

/** Starts a stub that responds with a text of this length. */
const startText = (length: number) =>
	startStub((_, res) => {
		res.setHeader("content-type", "application/json");
		res.end(JSON.stringify(["x".repeat(length)]));
	});

/** Writes a document whose operation returns a list of numbers. */
const writeNumbers = () =>
	write({
		"api.json": withOperation(
			respond({ type: "array", items: { $ref: "#/components/schemas/Item" } }),
			{ components: { schemas: { Item: { type: "number" } } } },
		),
	});

test.each([
	["short", 1],
	["long", LONG],
])(
	"a %s response is checked against the document of the mock",
	async (_, length) => {
		const document = await loadDocument(await writeNumbers());
		const { loadForwarder } = document;
		await using service = await startText(length);
		await using mock = await openMock(
			{ url: service.url },
			{ document, loadForwarder },
		);
		const response = await fetch(`${mock.url}/books`);
		expect(response.headers.get("mock-violations")).toBe("1");
		const newest = await mock.newest();
		expect(newest).not.toHaveProperty("unchecked");
		expect(newest?.violations).toMatchObject([
			{ where: "$[*]", expected: "a value of type number" },
		]);
	},
);

test.each([
	["short", 1],
	["long", LONG],
])(
	"a %s response is checked against the document of the package, with its request",
	async (_, length) => {
		await using service = await startText(length);
		await using mock = await openMock({ url: service.url });
		await fetch(`${mock.url}/v1/zaps?limit=-1`);
		expect((await mock.newest())?.violations).toMatchObject([
			{ where: "request query limit", actual: '"-1"' },
			{ where: "status", expected: expect.stringContaining("400") },
		]);
	},
);

test("a response with too many alternatives to check is passed on unchecked", async () => {
	const oneOf = Array.from({ length: 60 }, (_, index) => ({ const: index }));
	const operation = withOperation(respond({ type: "array", items: { oneOf } }));
	const document = await loadDocument(await write({ "api.json": operation }));
	const { loadForwarder } = document;
	const items = Array.from({ length: 200_000 }, () => 59);
	await using service = await startStub((_, res) => {
		res.setHeader("content-type", "application/json");
		res.end(JSON.stringify(items));
	});
	await using mock = await openMock(
		{ url: service.url },
		{ document, loadForwarder },
	);
	expect((await fetch(`${mock.url}/books`)).status).toBe(200);
	expect(await mock.newest()).toMatchObject({
		violations: [],
		unchecked:
			"The check failed: the response body has so many alternatives that it cannot be checked. Shorten it.",
	});
});

test("a request with too many alternatives to check is no violation", async () => {
	const oneOf = Array.from({ length: 300 }, (_, index) => ({ const: index }));
	const schema = { type: "array", items: { oneOf } };
	const content = { "application/json": { schema } };
	const document = {
		...{ openapi: "3.1.0", info: { title: "Books", version: "1" } },
		paths: {
			"/books": { post: { requestBody: { content }, ...respond({}) } },
		},
	};
	const loaded = await loadDocument(await write({ "api.json": document }));
	const { loadForwarder } = loaded;
	await using service = await startStub((req, res) => {
		req.resume();
		res.setHeader("content-type", "application/json").end("{}");
	});
	await using mock = await openMock(
		{ url: service.url, strict: true },
		{ document: loaded, loadForwarder },
	);
	const { status } = await fetch(`${mock.url}/books`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(Array(20_000).fill(299)),
	});
	expect(status).toBe(200);
	expect(await mock.newest()).toMatchObject({
		violations: [],
		unchecked: expect.stringContaining("so many alternatives"),
	});
});

test("the thread does not run what the process runs first", async () => {
	await using service = await startText(LONG);
	const script = `
		import { setupMock } from "zaps-understudy/node";
		const baseUrl = "http://zaps.test";
		const mock = setupMock({ baseUrl, forward: { url: "${service.url}" } });
		mock.listen();
		const { headers } = await fetch(baseUrl + "/v1/zaps");
		console.log(headers.get("mock-violations"));`;
	const print = (text: string) => `data:text/javascript,console.log("${text}")`;
	const args = [
		"--import",
		print("b"),
		"--input-type=module",
		"--eval",
		script,
	];
	const { stdout } = await run(process.execPath, args, {
		env: {
			...process.env,
			NODE_OPTIONS: `--import=${print("a").replaceAll('"', "'")}`,
		},
	});
	expect(stdout.trim().split("\n")).toEqual(["a", "b", "2"]);
});

test("the mock responds to others while a long response is checked", async () => {
	const document = await loadDocument(await writeNumbers());
	const gate = new Int32Array(new SharedArrayBuffer(4));
	const code = `
		const { parentPort, workerData } = require("node:worker_threads");
		parentPort.on("message", () => {
			Atomics.wait(workerData, 0, 0);
			parentPort.postMessage({ violations: [] });
		});
		parentPort.postMessage("ready");`;
	const start = () => new Worker(code, { eval: true, workerData: gate });
	const loadForwarder = Object.assign(
		async () => createForwarder(document.describe(), start),
		{ read: readForward },
	);
	await using service = await startText(LONG);
	await using mock = await openMock(
		{ url: service.url },
		{ document, loadForwarder },
	);
	let isChecked = false;
	const long = fetch(`${mock.url}/books`).then((response) => {
		isChecked = true;
		return response.headers.get("mock-violations");
	});
	await fetch(`${mock.url}/none`);
	expect(isChecked).toBe(false);
	Atomics.store(gate, 0, 1);
	Atomics.notify(gate, 0);
	expect(await long).toBeNull();
});

const request: CheckedRequest = {
	operation: { id: "listBooks", success: 200, problems: {} },
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

test("at most eight idle threads of a process stay", async () => {
	const ends: number[] = [];
	const threads = Array.from({ length: 10 }, (_, index) =>
		createCheckThread(() => startRunner().once("exit", () => ends.push(index))),
	);
	for (const each of threads) await each.findViolations(request, withBody(ONE));
	await vi.waitFor(() => expect(ends).toEqual([0, 1]));
	for (const each of threads) await each.close();
	expect(ends).toHaveLength(10);
});
