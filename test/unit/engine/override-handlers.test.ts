import { setTimeout as sleep } from "node:timers/promises";
import { bypass, HttpResponse, passthrough } from "msw";
import { expect, test, vi } from "vitest";
import type { ControlledMock } from "../../support/controlled-mock.ts";
import { postJson } from "../../support/post-json.ts";
import {
	HOST,
	head,
	JSON_TYPE,
	OK,
	rejected,
	requestsOf,
} from "../../support/raw-request.ts";
import { sendUntilClosed } from "../../support/raw-socket.ts";
import {
	createOverride,
	type Resolver,
	serveOverride,
} from "./serve-override.ts";

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
	await using served = await serveOverride(() => new HttpResponse(body));
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
	await using served = await serveOverride(() => new HttpResponse(body));
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
	await using served = await serveOverride(async ({ request }) =>
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
	await using served = await serveOverride(async ({ request }) => {
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
		await using served = await serveOverride(handler, "*/v1/zaps");
		const response = await fetch(
			`${served.url}/__session/a/v1/zaps`,
			postJson({ name: "Mine" }),
		);
		expect(response.status).toBe(201);
		const listed = await fetch(`${served.url}/v1/zaps?limit=1`, {
			headers: { "mock-session": "a" },
		});
		expect(await listed.json()).toMatchObject({ items: [{ name: "Mine" }] });
	},
);

test("records a response without a body, as for HEAD", async () => {
	await using served = await serveOverride(() => HttpResponse.text("unread"));
	await fetch(`${served.url}/own`, { method: "HEAD" });
	expect(await waitForEntry(served)).toMatchObject({ method: "HEAD" });
});

test("leaves an invalid session name to the mock, which rejects it", async () => {
	await using served = await serveOverride(() =>
		HttpResponse.text("overridden"),
	);
	const headers = { "mock-session": "bad name" };
	await fetch(`${served.url}/own`, { headers });
	expect(await waitForEntry(served)).toMatchObject({ status: 400 });
});

test("records nothing for a session that is deleted during the exchange", async () => {
	const cancel = vi.fn();
	const body = createEndlessBody(cancel);
	await using served = await serveOverride(() => new HttpResponse(body));
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
	await using served = await serveOverride(() => new HttpResponse(body));
	const delay = { operation: "getHealth", kind: "delay", ms: 30 } as const;
	await served.control.setFaults([delay]);
	const { get } = requestsOf("");
	const requests = get("/v1/health") + get("/own") + get("/v1/health");
	expect(await sendUntilClosed(served.url, requests)).toEqual([OK]);
});

test("keeps nothing of an upload that no handler responds to", async () => {
	let received: Request | undefined;
	await using served = await serveOverride(({ request }) => {
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
		await using served = await serveOverride(
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

test("gives handlers requests that they can copy", async () => {
	await using served = await serveOverride(({ request }) =>
		HttpResponse.text(new Request(request).url),
	);
	for (const method of ["GET", "POST"]) {
		const response = await fetch(`${served.url}/own`, { method });
		expect(await response.text()).toBe(`${served.url}/own`);
	}
});

test.each(["[::1]:4010", "[::ffff:127.0.0.1]", "localhost:4010"])(
	"a relative path matches at the host %s",
	async (host) => {
		const { override } = createOverride(
			({ params }) => HttpResponse.json(params),
			"/own/:id",
		);
		const response = await override(new Request(`http://${host}/own/7`), {
			address: "127.0.0.1",
		});
		expect(await response?.json()).toEqual({ id: "7" });
	},
);

const FAILING: Record<string, [UnderlyingDefaultSource, string]> = {
	"has a text instead of bytes": [
		{ start: (controller) => controller.enqueue("data: 1\n\n") },
		"its body stream contains a value that is no Uint8Array. Encode texts: controller.enqueue(new TextEncoder().encode(text)).",
	],
	"reports an error": [
		{ start: (controller) => controller.error(new Error("no rows left")) },
		"no rows left",
	],
	"reports no reason": [
		{ start: (controller) => controller.error() },
		"without a reason",
	],
	throws: [
		{
			pull() {
				throw new Error("no disk, Bearer of-client");
			},
		},
		"no disk, [redacted]",
	],
};

test.each(Object.entries(FAILING))(
	"a handler whose body stream %s is named in the log and in the journal",
	async (name, [source, cause]) => {
		const onError = vi.fn();
		const cancel = vi.fn();
		await using served = await serveOverride(
			() => new HttpResponse(new ReadableStream({ ...source, cancel })),
			...[undefined, { onError }],
		);
		const headers = { authorization: "Bearer of-client" };
		const response = await fetch(`${served.url}/own`, { headers });
		await expect(response.text()).rejects.toThrow();
		const { reason } = (await waitForEntry(served)) ?? {};
		expect(reason).toMatch(/^The handler \S+ \*\/own failed: /);
		expect(reason).toContain(cause);
		expect(onError.mock.calls).toEqual([
			[expect.objectContaining({ message: reason })],
		]);
		// Streams that have failed themselves cannot be canceled.
		expect(cancel).toHaveBeenCalledTimes(name.startsWith("has") ? 1 : 0);
	},
);

test("a body that fails because its client disconnects is no error of the handler", async () => {
	const onError = vi.fn();
	await using served = await serveOverride(
		({ request }) => {
			const fail = (controller: ReadableStreamDefaultController) =>
				request.signal.addEventListener("abort", () =>
					controller.error(request.signal.reason),
				);
			return new HttpResponse(new ReadableStream({ start: fail }));
		},
		...[undefined, { onError }],
	);
	const client = new AbortController();
	const { signal } = client;
	const response = await fetch(`${served.url}/own`, { signal });
	client.abort();
	await response.text().catch(() => undefined);
	expect(await waitForEntry(served)).not.toHaveProperty("reason");
	expect(onError).not.toHaveBeenCalled();
});
