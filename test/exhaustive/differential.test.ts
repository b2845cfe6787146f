import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createMiddleware } from "@mswjs/http-middleware";
import express from "express";
import fc from "fast-check";
import { getResponse, type RequestHandler } from "msw";
import { expect, test } from "vitest";
import { serve } from "../../src/adapters/http/serve.ts";
import { createMock } from "../../src/index.ts";
import { operations } from "../unit/properties/requests/operation-requests.ts";
import {
	type RequestParts,
	toRequest,
} from "../unit/properties/requests/request-parts.ts";

const REQUESTS = 10_000;
const TIMEOUT_MS = 240_000;

/** The parts of a response that every transport has to return. Other headers depend on the transport. */
interface ComparableResponse {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | null>>;
	readonly body: string;
}

/** A transport to the operations of its own mock. */
interface Transport extends AsyncDisposable {
	send(
		parts: RequestParts,
		headers: Readonly<Record<string, string>>,
	): Promise<ComparableResponse>;
}

const HEADERS = [
	"content-type",
	"mock-assumptions",
	"preference-applied",
	"retry-after",
	"www-authenticate",
	"mock-session-restarted",
];

async function toComparable(response: Response): Promise<ComparableResponse> {
	const headers = HEADERS.map((name) => [name, response.headers.get(name)]);
	return {
		status: response.status,
		headers: Object.fromEntries(headers),
		body: await response.text(),
	};
}

const createTransport = (
	origin: string,
	respond: (request: Request) => Promise<Response>,
	close: () => Promise<void>,
): Transport => ({
	async send(parts, headers) {
		const request = toRequest(parts, origin);
		for (const [name, value] of Object.entries(headers))
			request.headers.set(name, value);
		return toComparable(await respond(request));
	},
	[Symbol.asyncDispose]: close,
});

const ORIGIN = "http://zaps.test";

function createFetchTransport(): Transport {
	const mock = createMock();
	return createTransport(ORIGIN, mock.fetch, mock.close);
}

function createMswTransport(): Transport {
	const mock = createMock();
	const handlers: RequestHandler[] = [...mock.handlers];
	const respond = async (request: Request): Promise<Response> =>
		(await getResponse(handlers, request)) ?? Response.error();
	return createTransport(ORIGIN, respond, mock.close);
}

async function createExpressTransport(): Promise<Transport> {
	const mock = createMock();
	const app = express();
	// MSW's types for `import` and for `require` are equal, but TypeScript treats them as different.
	const handlers = mock.handlers as unknown as Parameters<
		typeof createMiddleware
	>;
	app.use(createMiddleware(...handlers));
	const server = createServer(app);
	await new Promise<void>((resolve) =>
		server.listen(0, "127.0.0.1", () => resolve()),
	);
	const { port } = server.address() as AddressInfo;
	return createTransport(`http://127.0.0.1:${port}`, fetch, async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
}

async function createHttpTransport(): Promise<Transport> {
	const mock = createMock();
	const { url, close } = await serve({ mock, port: 0, host: "127.0.0.1" });
	return createTransport(url, fetch, close);
}

const valid = operations.map(({ valid }) => valid);
const invalid = operations.flatMap(({ violations }) =>
	violations.map(({ requests }) => requests.map(({ parts }) => parts)),
);
const controlHeaders = fc.oneof(
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
	"ten thousand requests get the same responses through every transport",
	async () => {
		await using viaFetch = createFetchTransport();
		await using viaHandlers = createMswTransport();
		await using viaExpress = await createExpressTransport();
		await using viaServer = await createHttpTransport();
		const requests = fc.sample(
			fc.tuple(
				fc.oneof(
					{ weight: 3, arbitrary: fc.oneof(...valid) },
					{ weight: 1, arbitrary: fc.oneof(...invalid) },
				),
				controlHeaders,
			),
			{ numRuns: REQUESTS, seed: 1 },
		);
		for (const [parts, headers] of requests) {
			const expected = await viaFetch.send(parts, headers);
			for (const transport of [viaHandlers, viaExpress, viaServer])
				expect(await transport.send(parts, headers)).toEqual(expected);
		}
	},
	TIMEOUT_MS,
);
