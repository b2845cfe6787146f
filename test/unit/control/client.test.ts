import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import {
	type ControlClientOptions,
	ControlError,
	createControlClient,
} from "../../../src/entries/control.ts";
import { catchControlError } from "../../support/catch-control-error.ts";
import { serveStage } from "../../support/serve-stage.ts";
import {
	closedPort,
	startRawStub,
	startStub,
} from "../../support/stub-server.ts";
import { testStage } from "../../support/test-stage.ts";

const stage = await testStage({ basePath: "/api" });

/** Returns the error of a client that reads the scenarios. */
const failureOf = (options: ControlClientOptions) =>
	catchControlError(createControlClient(options).scenarios());
const activeOf = async (
	control: Pick<typeof stage.control, "scenarios">,
): Promise<string> => (await control.scenarios()).active;

test("reports that there is no response, and how to fix it", async () => {
	const { url } = await closedPort();
	expect(await failureOf({ url })).toEqual({
		status: 0,
		message: `No response from ${url} (ECONNREFUSED). Start a mock there, or use the URL of a running mock.`,
		errors: [],
	});
});

test("stops waiting for a server that sends no response", async () => {
	const closed: Promise<unknown>[] = [];
	await using silent = await startRawStub((socket) => {
		closed.push(once(socket.resume(), "close"));
	});
	const control = createControlClient({ url: silent.url, timeoutMs: 50 });
	const message = `No response from ${silent.url} within 0.05 s. Restart the mock there, or use the URL of a running mock.`;
	const { signal } = new AbortController();
	const late = { status: 0, message, errors: [] };
	for (const call of [control.scenarios(), control.events(signal)])
		expect(await catchControlError(call)).toEqual(late);
	// An open connection would keep the process alive.
	await Promise.all(closed);
	expect(closed.length).toBeGreaterThan(0);
});

test.each([200, 500])(
	"stops waiting for the rest of a response with status %i",
	async (status) => {
		const closed: Promise<unknown>[] = [];
		await using stalled = await startRawStub((socket) => {
			closed.push(once(socket.resume(), "close"));
			const head = `HTTP/1.1 ${status} Some\r\nmock-control: 1\r\n`;
			socket.write(`${head}content-length: 20\r\n\r\n{`);
		});
		const control = createControlClient({ url: stalled.url, timeoutMs: 50 });
		const message = `No complete response from ${stalled.url} within 0.05 s. Restart the mock there, or use the URL of a running mock.`;
		for (const call of [control.scenarios, control.clearFaults])
			expect(await catchControlError(call())).toEqual({
				status: 0,
				message,
				errors: [],
			});
		await Promise.all(closed);
	},
);

test("waits for a response as long as parts of it arrive", async () => {
	await using slow = await startStub(async (_, response) => {
		response.writeHead(200, { "mock-control": "1" });
		for (const part of '{"now":"2026-01-01"}') {
			response.write(part);
			await wait(20);
		}
		response.end();
	});
	const control = createControlClient({ url: slow.url, timeoutMs: 200 });
	expect(await control.clock()).toEqual({ now: "2026-01-01" });
});

test.each([
	[200, { "content-type": "text/html" }, "200 and text/html"],
	[302, { location: "https://elsewhere.example/" }, "302 and no content type"],
])(
	"recognizes no mock in a response with %i and %j",
	async (status, headers, words) => {
		await using server = await startStub((_, response) => {
			response.writeHead(status, headers).end("<!doctype html>");
		});
		const control = createControlClient({ url: server.url });
		expect((await catchControlError(control.reset())).message).toBe(
			`${server.url} is not the control API of Understudy: POST ${server.url}/__mock/reset returned ${words}. Use the URL that \`npx zaps-understudy serve\` prints.`,
		);
	},
);

test.each(["", "/api", "/api/", "/__session/mine", "/api/__session/mine"])(
	"accepts a URL that ends with %j if the base path is /api",
	async (end) => {
		const control = createControlClient({ url: `${stage.url}${end}` });
		await control.setScenario("broken");
		const isMine = end.endsWith("mine");
		expect(await activeOf(stage.control.session("mine"))).toBe(
			isMine ? "broken" : "normal",
		);
		const { status } = await stage.send("/api/v1/zaps");
		expect(status).toBe(isMine ? 200 : 500);
		await control.reset({ all: true });
	},
);

test.each(["/apix", "/ap", "/v1", "/api/api"])(
	"rejects a URL that ends with %s if the base path is /api",
	async (end) => {
		const url = `${stage.url}${end}`;
		expect((await failureOf({ url })).message).toContain(
			`is not the control API of Understudy: GET ${url}/__mock/scenarios returned 404 `,
		);
	},
);

test("sends the token", async () => {
	await using guarded = await serveStage({ token: "right" });
	const { url } = guarded;
	for (const token of [undefined, "wrong"])
		expect((await failureOf({ url, token })).status).toBe(401);
	expect(await activeOf(guarded.control)).toBe("normal");
});

const invalidUrl = (url: string, example: string) =>
	`Invalid URL of a mock: "${url}". Pass one like ${example}.`;
const withPassword = "contains a user name or a password. Remove them";

test.each<readonly [Partial<ControlClientOptions>, string]>([
	[{ session: "a b" }, 'Invalid session name "a b".'],
	[{ url: "nowhere" }, invalidUrl("nowhere", "http://localhost:4010")],
	[{ url: "mock:80/x" }, invalidUrl("mock:80/x", "http://localhost:4010")],
	[{ url: "file:///a" }, invalidUrl("file:///a", "http://localhost:4010")],
	[{ url: "" }, invalidUrl("", "http://localhost:4010")],
	[
		{ url: "http://mock.test/?a=1" },
		"The URL of the mock contains a query or a fragment. Pass http://mock.test instead.",
	],
	[{ url: "http://mock.test/a/#" }, "Pass http://mock.test/a instead."],
	[{ url: "http://kim:s3cret@mock.test" }, withPassword],
	[{ url: "http://kim:s3cret@" }, "Invalid URL of a mock. Pass one like"],
	[{ url: "x://:s3cret@a" }, withPassword],
	...["abc ", "a b", "€uro", "", "a\nb"].map(
		(token) => [{ token }, "A header cannot carry the token. Pass"] as const,
	),
])("rejects the options %j, and repeats no password", (options, message) => {
	const create = () =>
		createControlClient({ url: "http://localhost", ...options });
	expect(create).toThrow(ControlError);
	expect(create).toThrow(message);
	expect(create).not.toThrow("s3cret");
});

test.each(["", ".", ".."])(
	"sends no request for a session or snapshot %j, which a URL cannot contain",
	async (id) => {
		const control = stage.control.session("mine");
		await control.setScenario("slow");
		const { deleteSession, restore, deleteSnapshot } = control;
		for (const call of [deleteSession, restore, deleteSnapshot])
			expect(await catchControlError(call(id))).toMatchObject({
				status: 404,
				message: expect.stringMatching(/^Unknown (session|snapshot) "/),
			});
		expect(await activeOf(control)).toBe("slow");
	},
);

test("sends requests through the given fetch", async () => {
	const spy = vi.fn(fetch);
	await createControlClient({ url: stage.url, fetch: spy }).snapshots();
	const urls = spy.mock.calls.map(([url]) => url);
	expect(urls).toEqual([`${stage.url}/__mock/snapshots`]);
});

const NO_REASON =
	"The control API responded with 502 and no reason. See the output of the mock.";
const INCOMPLETE =
	"The mock at URL sent no complete JSON in response to GET URL/__mock/scenarios. Start the mock if it stopped, then try again.";
const OTHER_VERSION =
	"The mock at URL has version 2 of the control API, and this client needs version 1. Use the same version of the package for both.";

test.each<[string, number, string, string, object[]?]>([
	["1", 502, "<!doctype html>", NO_REASON],
	["1", 502, "null", NO_REASON],
	["1", 502, '{"detail":7,"errors":{}}', NO_REASON],
	[
		"1",
		502,
		'{"detail":"Wrong.","errors":[{"pointer":"/b","detail":"is required"}]}',
		"Wrong.\n  /b is required",
		[{ pointer: "/b", detail: "is required" }],
	],
	["1", 200, "", INCOMPLETE],
	["1", 200, '{"active":', INCOMPLETE],
	["1", 200, "null", INCOMPLETE],
	["1", 200, "7", INCOMPLETE],
	["2", 200, "{}", OTHER_VERSION],
])(
	"rejects a response of version %s with status %i and the body %j",
	async (version, status, body, message, errors = []) => {
		await using server = await startStub((_, response) => {
			response.writeHead(status, { "mock-control": version }).end(body);
		});
		expect(await failureOf({ url: server.url })).toEqual({
			status: status === 200 ? expect.any(Number) : status,
			message: message.replaceAll("URL", server.url),
			errors,
		});
	},
);

test("ends the event stream without an error when the mock stops", async () => {
	const stopped = await serveStage();
	const events = await stopped.control.events(new AbortController().signal);
	await stopped[Symbol.asyncDispose]();
	for await (const _ of events) expect.unreachable();
});
