import { EventEmitter, once } from "node:events";
import { bypass, HttpResponse } from "msw";
import { expect, test, vi } from "vitest";
import { type Resolver, serveOverride } from "./serve-override.ts";

/** Far more than any handler needs, and far fewer than there are sockets. */
const MANY = 50;

/** Serves a handler that may send requests to the mock. It fails after very many calls. */
async function serveLooping(send: (url: string, request: Request) => unknown) {
	const onError = vi.fn();
	const handler = vi.fn(async ({ request }: { request: Request }) => {
		if (handler.mock.calls.length > MANY) return HttpResponse.error();
		return (await send(served.url, request)) as Response;
	});
	const resolver = handler as Resolver;
	const served = await serveOverride(resolver, "*/v1/*", { onError });
	return { ...served, handler, onError };
}

test.each<[string, (url: string, request: Request) => unknown]>([
	["its request", (_, request) => fetch(request)],
	["a request of its own", (url) => fetch(`${url}/v1/zaps?limit=1`)],
	[
		"the headers that it received",
		(url, { headers }) => fetch(`${url}/v1/zaps`, { headers }),
	],
	[
		"another method with a body",
		(url) => fetch(`${url}/v1/zaps`, { method: "POST", body: "x" }),
	],
])(
	"ends a loop of a handler that fetches its own operation with %s",
	async (_, send) => {
		await using served = await serveLooping(send);
		const response = await fetch(`${served.url}/v1/zaps`);
		expect(response.status).toBe(508);
		expect(await response.json()).toMatchObject({
			title: "Loop Detected",
			detail: expect.stringContaining("bypass(request)"),
		});
		expect(served.handler.mock.calls.length).toBeLessThan(MANY);
		expect(served.onError).toHaveBeenCalledOnce();
		const { requests } = await served.control.requests();
		expect(requests.map(({ status }) => status)).toContain(508);
	},
);

test("lets a handler send requests to its mock, to itself too, and one after another without end", async () => {
	let calls = 0;
	const chain = new EventEmitter();
	await using served = await serveLooping(async (url, request) => {
		const { pathname } = new URL(request.url);
		if (pathname === "/v1/zaps") return fetch(bypass(request));
		if (pathname === "/v1/nested") return fetch(`${url}/v1/zaps`);
		calls += 1;
		if (calls > 30) chain.emit("end");
		else setImmediate(() => void fetch(`${url}/v1/chain`));
		return new Response("later");
	});
	const nested = await fetch(`${served.url}/v1/nested`);
	expect((await nested.json()).items).toHaveLength(20);
	const ended = once(chain, "end");
	await fetch(`${served.url}/v1/chain`);
	await ended;
	expect(served.onError).not.toHaveBeenCalled();
});
