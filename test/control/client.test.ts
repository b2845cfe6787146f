import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import {
	type ControlClientOptions,
	ControlError,
	createControlClient,
} from "../../src/control.ts";
import { listenOnLoopback } from "../../src/verification/pact/listen-on-loopback.ts";
import { startRawStub } from "../support/stub-server.ts";
import { refusal } from "./refusal.ts";
import { serveStage } from "./stages.ts";

test("says that nothing answers, and what to do", async () => {
	const url = await (async () => {
		await using gone = await listenOnLoopback(() => {});
		return gone.url;
	})();
	const control = createControlClient({ url });
	expect(await refusal(control.scenarios())).toEqual({
		status: 0,
		message: `Nothing answers at ${url} (ECONNREFUSED). Start the mock there with \`understudy serve\`, or name the URL where it is.`,
		errors: [],
	});
});

test("does not wait without end for a server that is silent", async () => {
	await using silent = await startRawStub(() => {});
	const control = createControlClient({ url: silent.url, timeoutMs: 50 });
	const message = `What listens at ${silent.url} has not answered within 0.05 s. Start it again, or name the URL where a mock is.`;
	const late = { status: 0, message, errors: [] };
	expect(await refusal(control.scenarios())).toEqual(late);
	const { signal } = new AbortController();
	expect(await refusal(control.events(signal))).toEqual(late);
});

test.each<readonly [string, RequestListener, string]>([
	[
		"a web server",
		(_, response) => {
			response.setHeader("content-type", "text/html");
			response.end("<!doctype html>");
		},
		"200 text/html",
	],
	[
		"a server that sends elsewhere",
		(_, response) => {
			response.writeHead(302, { location: "https://elsewhere.example/" });
			response.end();
		},
		"302 and no content type",
	],
])("says that %s is not a mock", async (_, listener, words) => {
	await using server = await listenOnLoopback(listener);
	const control = createControlClient({ url: server.url });
	expect((await refusal(control.reset())).message).toBe(
		`What answers at ${server.url} is not the control API of Understudy: POST ${server.url}/__mock/reset was answered with ${words}. Name the URL that \`understudy serve\` prints.`,
	);
});

test.each(["", "/api", "/api/", "/__session/mine", "/api/__session/mine"])(
	"takes the URL of a mock whose paths begin with /api where it ends with %j",
	async (end) => {
		await using stage = await serveStage({ basePath: "/api" });
		const control = createControlClient({ url: `${stage.url}${end}` });
		await control.setScenario("broken");
		expect((await control.scenarios()).active).toBe("broken");
		const mine = (await stage.control.session("mine").scenarios()).active;
		expect(mine).toBe(end.endsWith("mine") ? "broken" : "normal");
		expect((await stage.send("/api/v1/zaps")).status).toBe(
			end.endsWith("mine") ? 200 : 500,
		);
	},
);

test.each(["/apix", "/ap", "/v1", "/api/api"])(
	"is not below %s where the paths of the service begin with /api",
	async (end) => {
		await using stage = await serveStage({ basePath: "/api" });
		const control = createControlClient({ url: `${stage.url}${end}` });
		expect((await refusal(control.scenarios())).message).toContain(
			`is not the control API of Understudy: GET ${stage.url}${end}/__mock/scenarios was answered with 404 `,
		);
	},
);

test("says so where the mock wants a token, or another one", async () => {
	await using stage = await serveStage({ token: "right" });
	for (const token of [undefined, "wrong"]) {
		const control = createControlClient({ url: stage.url, token });
		const { status, message } = await refusal(control.state());
		expect(status).toBe(401);
		expect(message).toContain("Send that of --control-token");
	}
	const control = createControlClient({ url: stage.url, token: "right" });
	expect((await control.scenarios()).active).toBe("normal");
});

test("speaks of the session it was made for", async () => {
	await using stage = await serveStage();
	const mine = createControlClient({ url: `${stage.url}/`, session: "mine" });
	await mine.setScenario("slow");
	expect((await mine.scenarios()).active).toBe("slow");
	expect((await stage.control.scenarios()).active).toBe("normal");
	expect((await mine.session("default").scenarios()).active).toBe("normal");
});

type Refused = readonly [Partial<ControlClientOptions>, string];
const FORM = "is no URL of a mock. Pass one like";
test.each<Refused>([
	[{ session: "a b" }, 'No session can be named "a b".'],
	[{ url: "nowhere" }, `"nowhere" ${FORM} http://nowhere:4010.`],
	[{ url: "mock:80/x" }, `"mock:80/x" ${FORM} http://mock:80.`],
	[{ url: "file:///etc" }, `"file:///etc" ${FORM} http://localhost:4010.`],
	[{ url: "" }, `"" ${FORM} http://localhost:4010.`],
	[
		{ url: "http://mock.test/?a=1" },
		"The URL of the mock has a query or a fragment. Pass http://mock.test without it.",
	],
	[{ url: "http://mock.test/a/#" }, "Pass http://mock.test/a without it."],
	...["abc ", "a b", "€uro", "", "a\nb"].map(
		(token): Refused => [{ token }, "The token cannot be sent. Pass one of"],
	),
])("refuses %j before anything is sent", (options, message) => {
	const create = () =>
		createControlClient({ url: "http://localhost", ...options });
	expect(create).toThrow(ControlError);
	expect(create).toThrow(message);
});

test.each([
	"http://kim:s3cret@mock.test",
	"http://kim:s3cret@",
	"x://:s3cret@a",
])("refuses %s, and does not tell the password", (url) => {
	const create = () => createControlClient({ url });
	expect(create).toThrow(ControlError);
	expect(create).not.toThrow("s3cret");
});

test.each(["", ".", ".."])(
	"asks for no session and no snapshot %j, which no URL can name",
	async (id) => {
		await using stage = await serveStage();
		const { control } = stage;
		await control.setScenario("slow");
		for (const asked of [
			() => control.deleteSession(id),
			() => control.restore(id),
			() => control.deleteSnapshot(id),
		])
			expect(await refusal(asked())).toMatchObject({
				status: 404,
				message: expect.stringMatching(/^There can be no (session|snapshot) "/),
			});
		expect((await control.scenarios()).active).toBe("slow");
	},
);

test("sends through the fetch that it is given", async () => {
	await using stage = await serveStage();
	const sent: unknown[] = [];
	const control = createControlClient({
		url: stage.url,
		fetch(input, init) {
			sent.push(input);
			return fetch(input, init);
		},
	});
	await control.snapshots();
	expect(sent).toEqual([`${stage.url}/__mock/snapshots`]);
});

test("says that the connection broke while it listened", async () => {
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
	expect((await refusal(listen())).message).toBe(
		"The connection to the mock broke. Start it again, or ask again.",
	);
});

test("stops listening without a complaint when the mock stops", async () => {
	const stage = await serveStage();
	const events = await stage.control.events(new AbortController().signal);
	await stage[Symbol.asyncDispose]();
	for await (const _ of events) expect.unreachable();
});
