import { expect, test, vi } from "vitest";
import {
	type ControlClientOptions,
	ControlError,
	createControlClient,
} from "../../../src/control.ts";
import { listenOnLoopback } from "../../../src/verification/pact/listen-on-loopback.ts";
import { catchControlError } from "../../support/catch-control-error.ts";
import { serveStage } from "../../support/serve-stage.ts";
import { closedPort, startRawStub } from "../../support/stub-server.ts";

test("reports that there is no response, and how to fix it", async () => {
	const { url } = await closedPort();
	const control = createControlClient({ url });
	expect(await catchControlError(control.scenarios())).toEqual({
		status: 0,
		message: `No response from ${url} (ECONNREFUSED). Start the mock there with \`npx zaps-understudy serve\`, or use the URL of a running mock.`,
		errors: [],
	});
});

test("stops waiting for a server that sends no response", async () => {
	await using silent = await startRawStub(() => {});
	const control = createControlClient({ url: silent.url, timeoutMs: 50 });
	const message = `No response from ${silent.url} within 0.05 s. Restart the mock there, or use the URL of a running mock.`;
	const late = { status: 0, message, errors: [] };
	expect(await catchControlError(control.scenarios())).toEqual(late);
	const { signal } = new AbortController();
	expect(await catchControlError(control.events(signal))).toEqual(late);
});

test.each([
	[200, { "content-type": "text/html" }, "200 and text/html"],
	[302, { location: "https://elsewhere.example/" }, "302 and no content type"],
])(
	"reports that a server is not a mock if it responds with %i and the headers %j",
	async (status, headers, words) => {
		await using server = await listenOnLoopback((_, response) => {
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
		await using stage = await serveStage({ basePath: "/api" });
		const control = createControlClient({ url: `${stage.url}${end}` });
		await control.setScenario("broken");
		expect((await control.scenarios()).active).toBe("broken");
		const isMine = end.endsWith("mine");
		const mine = (await stage.control.session("mine").scenarios()).active;
		expect(mine).toBe(isMine ? "broken" : "normal");
		const { status } = await stage.send("/api/v1/zaps");
		expect(status).toBe(isMine ? 200 : 500);
	},
);

test.each(["/apix", "/ap", "/v1", "/api/api"])(
	"rejects a URL that ends with %s if the base path is /api",
	async (end) => {
		await using stage = await serveStage({ basePath: "/api" });
		const control = createControlClient({ url: `${stage.url}${end}` });
		expect((await catchControlError(control.scenarios())).message).toContain(
			`is not the control API of Understudy: GET ${stage.url}${end}/__mock/scenarios returned 404 `,
		);
	},
);

test("reports a missing or wrong token", async () => {
	await using stage = await serveStage({ token: "right" });
	for (const token of [undefined, "wrong"]) {
		const control = createControlClient({ url: stage.url, token });
		const { status, message } = await catchControlError(control.state());
		expect(status).toBe(401);
		expect(message).toContain("Send the --control-token");
	}
	const control = createControlClient({ url: stage.url, token: "right" });
	expect((await control.scenarios()).active).toBe("normal");
});

test("controls the session it was created for", async () => {
	await using stage = await serveStage();
	const mine = createControlClient({ url: `${stage.url}/`, session: "mine" });
	await mine.setScenario("slow");
	expect((await mine.scenarios()).active).toBe("slow");
	expect((await stage.control.scenarios()).active).toBe("normal");
	expect((await mine.session("default").scenarios()).active).toBe("normal");
});

const invalidUrl = (url: string, example: string) =>
	`Invalid URL of a mock: "${url}". Pass one like ${example}.`;

test.each<readonly [Partial<ControlClientOptions>, string]>([
	[{ session: "a b" }, 'Invalid session name "a b".'],
	[{ url: "nowhere" }, invalidUrl("nowhere", "http://nowhere:4010")],
	[{ url: "mock:80/x" }, invalidUrl("mock:80/x", "http://mock:80")],
	[{ url: "file:///a" }, invalidUrl("file:///a", "http://localhost:4010")],
	[{ url: "" }, invalidUrl("", "http://localhost:4010")],
	[
		{ url: "http://mock.test/?a=1" },
		"The URL of the mock contains a query or a fragment. Pass http://mock.test instead.",
	],
	[{ url: "http://mock.test/a/#" }, "Pass http://mock.test/a instead."],
	...["abc ", "a b", "€uro", "", "a\nb"].map(
		(token) => [{ token }, "A header cannot carry the token. Pass"] as const,
	),
])("rejects %j before it sends a request", (options, message) => {
	const create = () =>
		createControlClient({ url: "http://localhost", ...options });
	expect(create).toThrow(ControlError);
	expect(create).toThrow(message);
});

test.each([
	"http://kim:s3cret@mock.test",
	"http://kim:s3cret@",
	"x://:s3cret@a",
])("rejects %s without repeating the password", (url) => {
	const create = () => createControlClient({ url });
	expect(create).toThrow(ControlError);
	expect(create).not.toThrow("s3cret");
});

test.each(["", ".", ".."])(
	"sends no request for a session or snapshot %j, which a URL cannot contain",
	async (id) => {
		await using stage = await serveStage();
		const { control } = stage;
		await control.setScenario("slow");
		const { deleteSession, restore, deleteSnapshot } = control;
		for (const call of [deleteSession, restore, deleteSnapshot])
			expect(await catchControlError(call(id))).toMatchObject({
				status: 404,
				message: expect.stringMatching(/^Unknown (session|snapshot) "/),
			});
		expect((await control.scenarios()).active).toBe("slow");
	},
);

test("sends requests through the given fetch", async () => {
	await using stage = await serveStage();
	const spy = vi.fn(fetch);
	await createControlClient({ url: stage.url, fetch: spy }).snapshots();
	const urls = spy.mock.calls.map(([url]) => url);
	expect(urls).toEqual([`${stage.url}/__mock/snapshots`]);
});

const NO_REASON =
	"The control API responded with 502 and no reason. See the output of the mock.";
const INCOMPLETE =
	"The mock at URL sent no complete JSON in response to GET URL/__mock/scenarios. Start the mock if it stopped, then try again.";

test.each<[string, number, string, string, object[]?]>([
	["1", 502, "<!doctype html>", NO_REASON],
	["1", 502, "null", NO_REASON],
	["1", 502, '{"detail":7,"errors":{}}', NO_REASON],
	[
		"1",
		502,
		'{"detail":"Wrong.","errors":[null,{"pointer":"/a"},{"pointer":"/b","detail":"is required"}]}',
		"Wrong.\n  /b is required",
		[{ pointer: "/b", detail: "is required" }],
	],
	["1", 200, "", INCOMPLETE],
	["1", 200, '{"active":', INCOMPLETE],
	["1", 200, "null", INCOMPLETE],
	["1", 200, "7", INCOMPLETE],
	[
		"2",
		200,
		"{}",
		"The mock at URL has version 2 of the control API, and this client needs version 1. Use the same version of the package for both.",
	],
])(
	"rejects a response with version %s of the control API, status %i and the body %j",
	async (version, status, body, message, errors = []) => {
		await using server = await listenOnLoopback((_, response) => {
			response.writeHead(status, { "mock-control": version }).end(body);
		});
		const control = createControlClient({ url: server.url });
		expect(await catchControlError(control.scenarios())).toEqual({
			status: status === 200 ? expect.any(Number) : status,
			message: message.replaceAll("URL", server.url),
			errors,
		});
	},
);

test("reports that the connection of an event stream broke", async () => {
	await using server = await listenOnLoopback((_, response) => {
		response.setHeader("mock-control", "1");
		response.write("retry: 1000\n\n");
		setTimeout(() => response.destroy(), 20);
	});
	const control = createControlClient({ url: server.url });
	const listen = async () => {
		const events = await control.events(new AbortController().signal);
		for await (const _ of events) expect.unreachable();
	};
	expect((await catchControlError(listen())).message).toBe(
		"The connection to the mock broke. Start the mock if it stopped, then try again.",
	);
});

test("ends the event stream without an error when the mock stops", async () => {
	const stage = await serveStage();
	const events = await stage.control.events(new AbortController().signal);
	await stage[Symbol.asyncDispose]();
	for await (const _ of events) expect.unreachable();
});
