import { bypass } from "msw";
import { expect, test, vi } from "vitest";
import { loadForwarder } from "../../../src/service/load-forwarder.ts";
import { startStub } from "../../support/stub-server.ts";
import { sendRawRequest } from "../control/raw-request.ts";
import { type Resolver, serveOverride } from "./serve-override.ts";

const sendOn: Resolver = ({ request }) => fetch(bypass(request));
const sendOwn: Resolver = ({ request: { url } }) =>
	fetch(bypass(new URL("/v1/zaps", url).href));

test.each([
	["through a proxy", { via: "1.1 proxy" }, 403],
	["to another host", { host: "mock.example" }, 403],
	["by a page", { origin: "https://page.example" }, 403],
	["from this machine", {}, 200],
])(
	"a handler lends no credentials of forwarding to a request that is sent %s",
	async (_, headers, status) => {
		await using service = await startStub((_, res) => res.end());
		const forward = { url: service.url, headers: { "x-key": "k" } };
		for (const handler of [sendOn, sendOwn]) {
			await using mock = await serveOverride(handler, "*/v1/health", {
				...{ forward, loadForwarder },
			});
			const sent = await sendRawRequest(mock, "GET /v1/health", headers);
			expect(sent.status).toBe(status);
		}
	},
);

test("a handler passes a request on to the mock, whichever host the client names", async () => {
	await using other = await startStub((_, res) => res.end("private"));
	await using mock = await serveOverride(sendOn, "*/v1/zaps");
	for (const named of ["127.0.0.1", "localhost"]) {
		const host = `${named}:${new URL(other.url).port}`;
		const sent = await sendRawRequest(mock, "GET /v1/zaps", { host });
		expect(JSON.parse(sent.text)).toMatchObject({ items: expect.anything() });
	}
});

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
	await using mock = await serveOverride(sendOn, "*/v1/health", {
		forward: { url: service.url, headers: { "x-key": "of-forwarding" } },
		loadForwarder,
	});
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

test("redacts the credentials of the client in what a handler throws", async () => {
	const onError = vi.fn();
	await using served = await serveOverride(
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

test("redacts credentials of earlier forwarding in what a handler responds", async () => {
	await using mock = await serveOverride(
		() => new Response("of-forwarding"),
		"*/own",
		{
			forward: {
				url: "http://127.0.0.1:9",
				headers: { "x-key": "of-forwarding" },
			},
			loadForwarder,
		},
	);
	await mock.control.clearForward();
	const response = await fetch(`${mock.url}/own`);
	expect(await response.text()).toBe("of-forwarding");
	const { requests } = await mock.control.requests();
	expect(requests[0]?.response.body).toBe("[redacted]");
});
