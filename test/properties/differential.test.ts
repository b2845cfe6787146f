import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createMiddleware } from "@mswjs/http-middleware";
import express from "express";
import fc from "fast-check";
import { getResponse, type RequestHandler } from "msw";
import { expect, test } from "vitest";
import { serve } from "../../src/adapters/http/serve.ts";
import { createMock } from "../../src/index.ts";
import { type Parts, toRequest } from "./parts.ts";
import { operations } from "./requests.ts";

const REQUESTS = 10_000;
const TIMEOUT_MS = 240_000;

/** What an answer comes to; other headers belong to the way it came. */
interface Told {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | null>>;
	readonly body: string;
}

/** One way to the operations, over a mock of its own. */
interface Way extends AsyncDisposable {
	send(parts: Parts, headers: Readonly<Record<string, string>>): Promise<Told>;
}

const HEADERS = [
	"content-type",
	"mock-assumptions",
	"preference-applied",
	"retry-after",
	"www-authenticate",
	"mock-session-restarted",
];

async function tell(response: Response): Promise<Told> {
	const headers = HEADERS.map((name) => [name, response.headers.get(name)]);
	return {
		status: response.status,
		headers: Object.fromEntries(headers),
		body: await response.text(),
	};
}

const wayTo = (
	origin: string,
	answer: (request: Request) => Promise<Response>,
	close: () => Promise<void>,
): Way => ({
	async send(parts, headers) {
		const request = toRequest(parts, origin);
		for (const [name, value] of Object.entries(headers))
			request.headers.set(name, value);
		return tell(await answer(request));
	},
	[Symbol.asyncDispose]: close,
});

const ORIGIN = "http://zaps.test";

function byFetch(): Way {
	const mock = createMock();
	return wayTo(ORIGIN, mock.fetch, mock.close);
}

function byHandlers(): Way {
	const mock = createMock();
	const handlers: RequestHandler[] = [...mock.handlers];
	const answer = async (request: Request): Promise<Response> =>
		(await getResponse(handlers, request)) ?? Response.error();
	return wayTo(ORIGIN, answer, mock.close);
}

async function byMiddleware(): Promise<Way> {
	const mock = createMock();
	const app = express();
	// MSW's types for `import` and for `require` differ in name only.
	const handlers = mock.handlers as unknown as Parameters<
		typeof createMiddleware
	>;
	app.use(createMiddleware(...handlers));
	const server = createServer(app);
	await new Promise<void>((resolve) =>
		server.listen(0, "127.0.0.1", () => resolve()),
	);
	const { port } = server.address() as AddressInfo;
	return wayTo(`http://127.0.0.1:${port}`, fetch, async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
}

async function byServer(): Promise<Way> {
	const mock = createMock();
	const { url, close } = await serve({ mock, port: 0, host: "127.0.0.1" });
	return wayTo(url, fetch, close);
}

const valid = operations.map(({ valid }) => valid);
const invalid = operations.flatMap(({ faults }) =>
	faults.map(({ requests }) => requests.map(({ parts }) => parts)),
);
const headers = fc.oneof(
	{ weight: 8, arbitrary: fc.constant({}) },
	{
		weight: 1,
		arbitrary: fc.constantFrom(
			{ prefer: "code=200" },
			{ prefer: "code=429" },
			{ prefer: "scenario=empty" },
			{ prefer: "scenario=broken" },
			{ prefer: "scenario=nothing" },
		),
	},
	{
		weight: 1,
		arbitrary: fc.constantFrom(
			{ "mock-session": "a" },
			{ "mock-session": "b" },
			{ "mock-session": "not a name" },
		),
	},
);

test(
	"ten thousand requests are answered the same, whichever way they come",
	async () => {
		await using fetched = byFetch();
		await using handled = byHandlers();
		await using mediated = await byMiddleware();
		await using served = await byServer();
		const requests = fc.sample(
			fc.tuple(
				fc.oneof(
					{ weight: 3, arbitrary: fc.oneof(...valid) },
					{ weight: 1, arbitrary: fc.oneof(...invalid) },
				),
				headers,
			),
			{ numRuns: REQUESTS, seed: 1 },
		);
		for (const [parts, sent] of requests) {
			const expected = await fetched.send(parts, sent);
			for (const way of [handled, mediated, served])
				expect(await way.send(parts, sent)).toEqual(expected);
		}
	},
	TIMEOUT_MS,
);
