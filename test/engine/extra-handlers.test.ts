import { setTimeout as sleep } from "node:timers/promises";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { serve } from "../../src/adapters/http/serve.ts";
import { createOverrideHandler } from "../../src/adapters/msw/override-handlers.ts";
import { type Control, createControl } from "../../src/control/control.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { createServiceEngine } from "../../src/service-engine.ts";

type Answered = Parameters<typeof http.get>[1];

const failed = (): Response => new Response(null, { status: 500 });

interface Controlled extends Engine {
	readonly control: Control;
}

function createControlled(): Controlled {
	const mock = createServiceEngine();
	return { ...mock, control: createControl(mock.context) };
}

interface Handled extends AsyncDisposable {
	readonly mock: Controlled;
	readonly url: string;
}

/** A served mock before which a handler of MSW answers at `/own`. */
async function serveWith(handler: Answered): Promise<Handled> {
	const mock = createControlled();
	const handlers = [http.all("*/own", handler)];
	const override = createOverrideHandler(mock, () => handlers, failed);
	const options = { port: 0, host: "127.0.0.1", grace: 0 };
	const { url, close } = await serve({ mock, override, ...options });
	return { mock, url, [Symbol.asyncDispose]: close };
}

const journalled = async (
	{ control }: Controlled,
	count: number,
): Promise<Awaited<ReturnType<Control["requests"]>>["requests"]> => {
	while ((await control.countRequests()) < count) await sleep(5);
	return (await control.requests()).requests;
};

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Says something, and then nothing for ever. */
function endless(): { body: ReadableStream<Uint8Array>; left: Promise<void> } {
	let onLeft = (): void => {};
	const left = new Promise<void>((resolve) => {
		onLeft = resolve;
	});
	const body = new ReadableStream<Uint8Array>({
		start: (controller) => controller.enqueue(bytes("data: 1\n\n")),
		cancel: () => onLeft(),
	});
	return { body, left };
}

test("passes on what never ends, and tells its handler and the journal when the client leaves", async () => {
	const { body, left } = endless();
	await using handled = await serveWith(() => new HttpResponse(body));
	const leaving = new AbortController();
	const { signal } = leaving;
	const response = await fetch(`${handled.url}/own`, { signal });
	const read = await response.body?.getReader().read();
	expect(new TextDecoder().decode(read?.value)).toBe("data: 1\n\n");
	leaving.abort();
	await left;
	const [entry] = await journalled(handled.mock, 1);
	expect(entry).toMatchObject({ status: 200, matched: true });
	expect(entry?.response.body).toBe("data: 1\n\n");
});

test("answers before the override word of a stream", async () => {
	const body = new ReadableStream();
	await using handled = await serveWith(() => new HttpResponse(body));
	const response = await fetch(`${handled.url}/own`);
	expect(response.status).toBe(200);
	await response.body?.cancel();
});

test("takes no more from a handler than its client reads, and tells the journal once that is as much as it keeps", async () => {
	let taken = 0;
	const body = new ReadableStream<Uint8Array>({
		pull(controller) {
			taken += 1;
			controller.enqueue(bytes("x".repeat(32_768)));
		},
	});
	const mock = createControlled();
	const handlers = [http.get("*/own", () => new HttpResponse(body))];
	const override = createOverrideHandler(mock, () => handlers, failed);
	const response = await override(new Request("http://zaps.test/own"));
	const reader = response?.body?.getReader();
	for (let read = 1; read <= 5; read++) {
		await reader?.read();
		await sleep(1);
		expect(taken).toBeLessThanOrEqual(read + 2);
		expect(await mock.control.countRequests()).toBe(read < 3 ? 0 : 1);
	}
	const [entry] = await journalled(mock, 1);
	expect(entry?.response).toMatchObject({ truncated: true });
	expect(entry?.response.body).toHaveLength(65_536);
});

test("has told the journal of both bodies when its client has the answer", async () => {
	await using handled = await serveWith(async ({ request }) =>
		HttpResponse.json(await request.json(), {
			status: 201,
			headers: [
				["set-cookie", "a=1"],
				["set-cookie", "b=2"],
			],
		}),
	);
	const sent = { method: "POST", body: '{"a":1}' };
	const response = await fetch(`${handled.url}/own`, sent);
	expect([response.status, await response.text()]).toEqual([201, '{"a":1}']);
	expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
	const { requests } = await handled.mock.control.requests();
	expect(requests).toMatchObject([
		{ status: 201, request: { body: { a: 1 } }, response: { body: { a: 1 } } },
	]);
});

test("tells the journal of an answer without a body, as to HEAD", async () => {
	await using handled = await serveWith(() => HttpResponse.text("unread"));
	await fetch(`${handled.url}/own`, { method: "HEAD" });
	expect(await journalled(handled.mock, 1)).toMatchObject([{ method: "HEAD" }]);
});

test("leaves a session that cannot be to the mock, which refuses it", async () => {
	await using handled = await serveWith(() => HttpResponse.text("answered"));
	const response = await fetch(`${handled.url}/own`, {
		headers: { "mock-session": "bad name" },
	});
	expect(response.status).toBe(400);
	const { requests } = await handled.mock.control.requests();
	expect(requests.map(({ status }) => status)).toEqual([400]);
});

test("tells the journal nothing of a session that is dropped meanwhile", async () => {
	const { body, left } = endless();
	await using handled = await serveWith(() => new HttpResponse(body));
	const { control } = handled.mock;
	const response = await fetch(`${handled.url}/__session/a/own`);
	await control.deleteSession("a");
	await response.body?.cancel();
	await left;
	await fetch(`${handled.url}/v1/health`);
	expect(await control.countRequests()).toBe(1);
});
