import { setTimeout as sleep } from "node:timers/promises";
import { bypass, HttpResponse, http, passthrough } from "msw";
import { expect, test, vi } from "vitest";
import { serve } from "../../../src/adapters/http/serve.ts";
import { createOverrideHandler } from "../../../src/adapters/msw/override-handlers.ts";
import type { MockOptions } from "../../../src/engine/mock-options.ts";
import { loadForwarder } from "../../../src/service/load-forwarder.ts";
import {
	type ControlledMock,
	createControlledMock,
} from "../../support/controlled-mock.ts";
import {
	HOST,
	head,
	JSON_TYPE,
	OK,
	rejected,
	requestsOf,
} from "../../support/raw-request.ts";
import { sendUntilClosed } from "../../support/raw-socket.ts";
import { startStub } from "../../support/stub-server.ts";
import { sendRawRequest } from "../control/raw-request.ts";

type Resolver = Parameters<typeof http.get>[1];

/** Creates a mock, and what lets an MSW handler override a path. */
function createOverride(
	handler: Resolver,
	path = "*/own",
	options: MockOptions = {},
) {
	const mock = createControlledMock(options);
	const handlers = [http.all(path, handler)];
	const configured = () => ({ handlers, files: new Set<string>() });
	const override = createOverrideHandler(mock, configured, Response.error);
	return { mock, override };
}

async function serveWith(
	handler: Resolver,
	path?: string,
	mockOptions?: MockOptions,
) {
	const { mock, override } = createOverride(handler, path, mockOptions);
	const options = { mock, override: () => override, grace: 0 };
	const { url, close } = await serve({
		...options,
		port: 0,
		host: "127.0.0.1",
	});
	return { ...mock, url, [Symbol.asyncDispose]: close };
}

/** Returns the journal once it has an entry. */
async function waitForEntry({ control }: ControlledMock) {
	await vi.waitFor(async () => expect(await control.countRequests()).toBe(1));
	return (await control.requests()).requests[0];
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Creates a body that sends one event and then stays open. */
const createEndlessBody = (cancel: () => void) =>
	new ReadableStream<Uint8Array>({
		start: (controller) => controller.enqueue(bytes("data: 1\n\n")),
		cancel,
	});

test("streams an endless body, then cancels it and records it when the client disconnects", async () => {
	const cancel = vi.fn();
	const body = createEndlessBody(cancel);
	await using served = await serveWith(() => new HttpResponse(body));
	const abortController = new AbortController();
	const { signal } = abortController;
	const response = await fetch(`${served.url}/own`, { signal });
	const read = await response.body?.getReader().read();
	expect(new TextDecoder().decode(read?.value)).toBe("data: 1\n\n");
	abortController.abort();
	expect(await waitForEntry(served)).toMatchObject({
		status: 200,
		matched: true,
		response: { body: "data: 1\n\n" },
	});
	expect(cancel).toHaveBeenCalled();
});

test("sends the response head before the first chunk of a stream", async () => {
	const body = new ReadableStream();
	await using served = await serveWith(() => new HttpResponse(body));
	const response = await fetch(`${served.url}/own`);
	expect(response.status).toBe(200);
	await response.body?.cancel();
});

test("reads from a handler only as fast as the client does, and records the exchange once its body limit is reached", async () => {
	let pulls = 0;
	const body = new ReadableStream<Uint8Array>({
		pull(controller) {
			pulls += 1;
			controller.enqueue(bytes("x".repeat(32_768)));
		},
	});
	const { mock, override } = createOverride(() => new HttpResponse(body));
	const response = await override(new Request("http://zaps.test/own"), {
		address: "127.0.0.1",
	});
	const reader = response?.body?.getReader();
	for (let read = 1; read <= 5; read++) {
		await reader?.read();
		await sleep(1);
		expect(pulls).toBeLessThanOrEqual(read + 2);
		expect(await mock.control.countRequests()).toBe(read < 3 ? 0 : 1);
	}
	const entry = await waitForEntry(mock);
	expect(entry?.response).toMatchObject({ truncated: true });
	expect(entry?.response.body).toHaveLength(65_536);
});

test("has recorded both bodies by the time the client has the response", async () => {
	const headers = new Headers({ "set-cookie": "a=1" });
	headers.append("set-cookie", "b=2");
	await using served = await serveWith(async ({ request }) =>
		HttpResponse.json(await request.json(), { status: 201, headers }),
	);
	const sent = { method: "POST", body: '{"a":1}' };
	const response = await fetch(`${served.url}/own`, sent);
	expect([response.status, await response.text()]).toEqual([201, '{"a":1}']);
	expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
	const { requests } = await served.control.requests();
	expect(requests).toMatchObject([
		{ status: 201, request: { body: { a: 1 } }, response: { body: { a: 1 } } },
	]);
});

test("sends the response of a handler that cancels the body, and records the body", async () => {
	await using served = await serveWith(async ({ request }) => {
		const copy = request.clone();
		await request.body?.cancel();
		return new HttpResponse(await copy.text());
	});
	const sent = { method: "POST", body: "sent" };
	const response = await fetch(`${served.url}/own`, sent);
	expect(await response.text()).toBe("sent");
	expect((await waitForEntry(served))?.request.body).toBe("sent");
});

test.each<[string, Resolver]>([
	["passthrough()", () => passthrough()],
	["fetch(bypass(request))", ({ request }) => fetch(bypass(request))],
])(
	"leaves a request to the mock in its session with %s",
	async (_, handler) => {
		await using served = await serveWith(handler, "*/v1/zaps");
		const response = await fetch(`${served.url}/__session/a/v1/zaps`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: '{"name":"Mine"}',
		});
		expect(response.status).toBe(201);
		const listed = await fetch(`${served.url}/v1/zaps?limit=1`, {
			headers: { "mock-session": "a" },
		});
		expect(await listed.json()).toMatchObject({ items: [{ name: "Mine" }] });
	},
);

test("records a response without a body, as for HEAD", async () => {
	await using served = await serveWith(() => HttpResponse.text("unread"));
	await fetch(`${served.url}/own`, { method: "HEAD" });
	expect(await waitForEntry(served)).toMatchObject({ method: "HEAD" });
});

test("leaves an invalid session name to the mock, which rejects it", async () => {
	await using served = await serveWith(() => HttpResponse.text("overridden"));
	const headers = { "mock-session": "bad name" };
	await fetch(`${served.url}/own`, { headers });
	expect(await waitForEntry(served)).toMatchObject({ status: 400 });
});

test("records nothing for a session that is deleted during the exchange", async () => {
	const cancel = vi.fn();
	const body = createEndlessBody(cancel);
	await using served = await serveWith(() => new HttpResponse(body));
	const response = await fetch(`${served.url}/__session/a/own`);
	await served.control.deleteSession("a");
	await response.body?.cancel();
	await vi.waitFor(() => expect(cancel).toHaveBeenCalled());
	await fetch(`${served.url}/v1/health`);
	expect(await served.control.countRequests()).toBe(1);
});

test("breaks the connection if the body of a pipelined response fails", async () => {
	const body = new ReadableStream({
		start: (controller) => controller.error(new Error("failed")),
	});
	await using served = await serveWith(() => new HttpResponse(body));
	const delay = { operation: "getHealth", kind: "delay", ms: 30 } as const;
	await served.control.setFaults([delay]);
	const { get } = requestsOf("");
	const requests = get("/v1/health") + get("/own") + get("/v1/health");
	expect(await sendUntilClosed(served.url, requests)).toEqual([OK]);
});

test("keeps nothing of an upload that no handler responds to", async () => {
	let received: Request | undefined;
	await using served = await serveWith(({ request }) => {
		received = request;
	});
	const body = "x".repeat(100_000);
	await fetch(`${served.url}/own`, { method: "POST", body });
	await expect(received?.text()).rejects.toThrow("aborted");
	const { requests } = await served.control.requests();
	expect(requests[0]?.request.body).toBe(body);
});

test.each([
	["/v1/zaps", [rejected(413)]],
	["/__session/a/own", ["204 closing"]],
])(
	"asks for no body that neither a handler nor the mock reads: %s",
	async (path, responses) => {
		await using served = await serveWith(
			() => new Response(null, { status: 204 }),
		);
		const headers = [
			HOST,
			JSON_TYPE,
			"Expect: 100-continue",
			"Content-Length: 3000000",
		];
		const request = head(`POST ${path} HTTP/1.1`, ...headers);
		expect(await sendUntilClosed(served.url, request)).toEqual(responses);
	},
);

/** Sends a request to the mock, as a handler of the configuration does with `bypass(request)`. */
const sendOn =
	(mock: () => { readonly url: string } | undefined): Resolver =>
	async ({ request: { url, method, headers } }) => {
		const { pathname, search } = new URL(url);
		return fetch(
			bypass(`${mock()?.url}${pathname}${search}`, { method, headers }),
		);
	};

test.each([
	["through a proxy", { via: "1.1 proxy" }, 403],
	["to another host", { host: "mock.example" }, 403],
	["from this machine", {}, 200],
])(
	"a handler that passes a request on lends no credentials of forwarding: sent %s",
	async (_, headers, status) => {
		await using service = await startStub((_, res) => res.end());
		let served: { readonly url: string } | undefined;
		await using mock = await serveWith(
			sendOn(() => served),
			"*/v1/health",
			{
				forward: { url: service.url, headers: { "x-key": "k" } },
				loadForwarder,
			},
		);
		served = mock;
		const sent = await sendRawRequest(mock, "GET /v1/health", headers);
		expect(sent.status).toBe(status);
	},
);

test("redacts in the journal what a handler passes on of credentials, those of forwarding and of the client", async () => {
	const secrets = ["of-forwarding", "of-client", "of-query", "of-service"];
	await using service = await startStub(({ headers, url }, res) => {
		res.writeHead(401, {
			"content-type": "application/json",
			"x-echo": `${headers["x-key"]}`,
			"set-cookie": "sid=of-service; Path=/",
		});
		res.end(JSON.stringify({ detail: [headers, url, "of-service"] }));
	});
	let served: { readonly url: string } | undefined;
	await using mock = await serveWith(
		sendOn(() => served),
		"*/v1/health",
		{
			forward: { url: service.url, headers: { "x-key": "of-forwarding" } },
			loadForwarder,
		},
	);
	served = mock;
	const url = `${mock.url}/v1/health?access_token=of-query`;
	const response = await fetch(url, { headers: { "x-api-key": "of-client" } });
	const text = await response.text();
	for (const secret of secrets) expect(text).toContain(secret);
	const { requests } = await mock.control.requests();
	expect(requests).toHaveLength(2);
	expect(JSON.stringify(requests)).toContain("[redacted]");
	for (const secret of secrets)
		expect(JSON.stringify(requests)).not.toContain(secret);
});

test("gives handlers requests that they can copy", async () => {
	await using served = await serveWith(({ request }) =>
		HttpResponse.text(new Request(request).url),
	);
	for (const method of ["GET", "POST"]) {
		const response = await fetch(`${served.url}/own`, { method });
		expect(await response.text()).toBe(`${served.url}/own`);
	}
});

test("redacts the credentials of the client in what a handler throws", async () => {
	const onError = vi.fn();
	await using served = await serveWith(
		({ request }) => {
			throw new Error(`Bad key ${request.headers.get("x-api-key")}`);
		},
		"*/own",
		{ onError },
	);
	const headers = { "x-api-key": "of-client" };
	// The failure response of these tests is a broken connection.
	await expect(fetch(`${served.url}/own`, { headers })).rejects.toThrow();
	const [error] = onError.mock.calls[0] ?? [];
	expect(error.stack).toContain("Bad key [redacted]");
	expect(error.stack).not.toContain("of-client");
});
