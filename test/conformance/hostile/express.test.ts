import { EventEmitter, once } from "node:events";
import { join } from "node:path";
import express from "express";
import { HttpResponse, http } from "msw";
import { describe, expect, test } from "vitest";
import { createExpressMiddleware } from "../../../src/adapters/express/middleware.ts";
import { createMock } from "../../../src/entries/index.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import { EXHAUSTIVE } from "../../support/exhaustive.ts";
import {
	CREATED,
	HOST,
	head,
	JSON_TYPE,
	OK,
	problem,
} from "../../support/raw-request.ts";
import { openSocket } from "../../support/raw-socket.ts";
import { startStub } from "../../support/stub-server.ts";
import type { HostileRequest } from "./hostile-request.ts";
import { expectResponses, listHostileRequests } from "./hostile-requests.ts";
import { mountWatched } from "./watched-servers.ts";

const UNKNOWN = "404 text/html";

/** The responses of an app to requests that Express or the Fetch standard reads differently. */
const DIFFERENCES: Readonly<Record<string, string>> = {
	// Node responds with 100 before Express.
	'"Expect: 100-continue"': `100, ${OK}`,
	// A fetch Request cannot have such a URL.
	"a URL with credentials": UNKNOWN,
	'"/__session//"': UNKNOWN,
	// The URL of a fetch Request is normalized.
	'"/__session/../v1/health"': OK,
};

/** Node passes only the first header to Express, and so to @mswjs/http-middleware. */
const MIDDLEWARE_DIFFERENCES = { "two Content-Types": CREATED, ...DIFFERENCES };

/** Converts the response of `serve` to the response of an app, which handles unmatched requests itself. */
const toAppResponse = (group: string, response: string): string =>
	response === problem(404) ||
	// Without a URL that is valid for a fetch Request, the app handles the request.
	(group === "form of the target" && response === problem(400))
		? UNKNOWN
		: response;

/** Node rejects these requests, and all that `serve` rejects with a closing problem, before Express. */
const REJECTED_BY_NODE = ["no Host", '"Expect: nonsense"'];
const reachesExpress = ([name, , ...responses]: HostileRequest): boolean =>
	!REJECTED_BY_NODE.includes(name) &&
	!responses.some((each) => /problem\+json closing$/.test(each));

/** A document with one operation that takes a form. */
const FORM = join(import.meta.dirname, "form.yaml");

const APPS = [
	{ base: "/api", byEngine: false },
	{ base: "/api", byEngine: true },
	{ base: "", byEngine: false },
	{ base: "", byEngine: true },
];

describe.each(EXHAUSTIVE ? APPS : APPS.slice(0, 2))(
	"mounted at $base, with the engine called directly: $byEngine",
	async ({ base, byEngine }) => {
		const { url } = await mountWatched(base, byEngine);
		const differences: Readonly<Record<string, string>> = byEngine
			? DIFFERENCES
			: MIDDLEWARE_DIFFERENCES;

		test.each(listHostileRequests(base))(
			"survives requests with an unusual %s",
			async (group, requests) => {
				await expectResponses(
					url,
					requests.filter(reachesExpress).map(([name, bytes, ...responses]) => {
						const other = differences[name];
						const expected = responses.map((response) =>
							toAppResponse(group, response),
						);
						return [name, bytes, ...(other?.split(", ") ?? expected)];
					}),
				);
			},
		);

		test.each([
			express.json(),
			express.raw({ type: "*/*" }),
			express.text({ type: "*/*" }),
		])("responds to a request whose body the app has read", async (parser) => {
			const mock = createMock();
			const mounted = createExpressMiddleware(mock, mock.handlers, byEngine);
			await using app = await startStub(express().use(parser, mounted));
			const method = "POST";
			const headers = { "Content-Type": "application/json" };
			const body = JSON.stringify({ name: "A" });
			const init = { method, headers, body };
			const response = await fetch(`${app.url}/v1/zaps`, init);
			expect(await response.json()).toMatchObject({ name: "A" });
		});

		test.each([
			undefined,
			express.urlencoded({ extended: true }),
			express.urlencoded({ extended: false }),
			express.text({ type: "*/*" }),
		])("reads a form, also after the app has read it", async (parser) => {
			const document = await loadDocument(FORM);
			const mock = createMock({ document });
			const mounted = createExpressMiddleware(mock, mock.handlers, byEngine);
			const app = express();
			if (parser) app.use(parser);
			await using served = await startStub(app.use(mounted));
			const send = async (form: string): Promise<number> => {
				const body = new URLSearchParams(form);
				const init = { method: "POST", body };
				return (await fetch(`${served.url}/charges`, init)).status;
			};
			expect(await send("amount=12&tags=a&tags=b%26c")).toBe(201);
			expect(await send("amount=12&tags=a&tags=a")).toBe(400);
			expect(await send("amount=twelve&tags=a&tags=b")).toBe(400);
		});

		test("leaves the body of a request to the app unread", async () => {
			const body = '{"for":"the app"}';
			const length = `Content-Length: ${body.length}`;
			await using socket = await openSocket(url);
			socket.send(head("POST /echo HTTP/1.1", HOST, JSON_TYPE, length) + body);
			const [response] = await socket.responses();
			expect(response?.body).toBe(body);
		});
	},
);

test("an app that responds before the mock does goes on", async () => {
	const rejections: unknown[] = [];
	const keep = (reason: unknown) => void rejections.push(reason);
	process.on("unhandledRejection", keep);
	const events = new EventEmitter();
	const early = once(events, "early");
	const slow = http.get("*/slow", async () => {
		events.emit("begun");
		await early;
		return HttpResponse.json({ late: true });
	});
	const app = express();
	app.use((_, res, next) => {
		events.once("begun", () =>
			res.status(503).end("early", () => events.emit("early")),
		);
		next();
	});
	app.use(createExpressMiddleware(createMock(), [slow], false));
	await using served = await startStub(app);
	const response = await fetch(`${served.url}/slow`);
	expect(await response.text()).toBe("early");
	await new Promise((resolve) => setTimeout(resolve, 200));
	process.off("unhandledRejection", keep);
	expect(rejections).toEqual([]);
});
