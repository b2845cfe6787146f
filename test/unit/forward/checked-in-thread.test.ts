import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { readForward } from "../../../src/engine/forwarding/read-forward.ts";
import { createForwarder } from "../../../src/forward/create-forwarder.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import {
	array,
	respond,
	saves,
	withOperation,
	withPaths,
} from "../../support/openapi.ts";
import { respondWithJson } from "../../support/respond-with.ts";
import { run } from "../../support/run.ts";
import { startStub } from "../../support/stub-server.ts";
import { loadContent, write } from "../behaviors/write-document.ts";
import { forwardWith, openMock } from "./open-mock.ts";

const LONG = 100_000;

/** Starts a stub that responds with a text of this length. */
const startText = (length: number) =>
	startStub(respondWithJson(["x".repeat(length)]));

/** Writes a document whose operation returns a list of numbers. */
const writeNumbers = () =>
	write({
		"api.json": withOperation(
			respond(array({ $ref: "#/components/schemas/Item" })),
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

/** Returns a schema that tries so many alternatives for each item of an array, of which the last one allows it. */
const tryEach = (alternatives: number) =>
	array({
		anyOf: [
			...Array.from({ length: alternatives }, (_, index) => ({
				maximum: -index - 1,
			})),
			{ minimum: 0 },
		],
	});

test("a response with too many alternatives to check is passed on unchecked", async () => {
	const operation = withOperation(respond(tryEach(200)));
	const document = await loadContent(operation);
	const items = [...Array(140_000).keys()];
	await using mock = await forwardWith({ document }, respondWithJson(items));
	expect((await fetch(`${mock.url}/books`)).status).toBe(200);
	expect(await mock.newest()).toMatchObject({
		violations: [],
		unchecked:
			"The check failed: the response body has so many alternatives or levels that it cannot be checked. Shorten it.",
	});
});

test("a request with too many alternatives to check is no violation", async () => {
	const post = saves({}, tryEach(2_000));
	const loaded = await loadContent(withPaths({ "/books": { post } }));
	await using mock = await forwardWith(
		{ strict: true, document: loaded },
		(req, res) => {
			req.resume();
			res.setHeader("content-type", "application/json").end("{}");
		},
	);
	const { status } = await fetch(`${mock.url}/books`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify([...Array(11_000).keys()]),
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
