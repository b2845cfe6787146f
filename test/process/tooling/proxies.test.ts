import { request } from "undici";
import { createServer } from "vite";
import { describe, expect, test } from "vitest";
import { REPLICAS } from "../../support/replicas.ts";
import { serveStage } from "../../support/serve-stage.ts";
import {
	isInstalled,
	type ProxyName,
	startProxy,
} from "../../support/start-proxy.ts";
import { startEmpty } from "../../support/stub-server.ts";
import { findBlocks, readPage } from "../docs/page.ts";

const TOKEN = { authorization: "Bearer sesame" };
const SESSIONS = Array.from({ length: 40 }, (_, index) => `team-${index}`);
const page = await readPage("docs/deploy.md");
const ONLY_PROXY_PASS =
	"events {} http { server { listen 4010; location / { proxy_pass http://127.0.0.1:4011; } } }";

/** Starts a proxy whose configuration passes requests on to the servers instead of to the ports from 4011 on. */
async function openProxy(name: ProxyName, config: string, ...urls: string[]) {
	const proxy = await startProxy(
		name,
		urls.reduce(
			(text, url, index) =>
				text.replace(`127.0.0.1:${4011 + index}`, new URL(url).host),
			config,
		),
	);
	return {
		send: (line: string, headers: Record<string, string> = TOKEN) => {
			const [method = "", path = ""] = line.split(" ");
			const { dispatcher } = proxy;
			const url = `http://mock.example:4010${path}`;
			return request(url, { method, headers, dispatcher });
		},
		[Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
	};
}

/** Reads a stream until a part of it has arrived. */
async function readUntil(body: AsyncIterable<unknown>, part: string) {
	let read = "";
	for await (const chunk of body) {
		read += chunk;
		if (read.includes(part)) break;
	}
	return read;
}

const INSTALLED: Readonly<Record<ProxyName, boolean>> = {
	nginx: isInstalled("nginx", "nginx-light"),
	caddy: isInstalled("caddy"),
};

for (const name of ["nginx", "caddy"] as const)
	describe.skipIf(!INSTALLED[name])(name, () => {
		test.each(
			findBlocks(page, name).map(
				({ text }, index) => [index + 1, text] as const,
			),
		)(
			"configuration %i of docs/deploy.md passes on sessions, events and the page",
			async (count, config) => {
				await using one = await serveStage({ token: "sesame" });
				await using two = await serveStage({ token: "sesame" });
				await using proxy = await openProxy(name, config, one.url, two.url);
				const { send } = proxy;
				expect((await send("GET /__mock/state", {})).statusCode).toBe(401);
				const events = await send("GET /__mock/events?session=team-0");
				const totals = await Promise.all(
					SESSIONS.map(async (session) => {
						const header = { ...TOKEN, "mock-session": session };
						await send("GET /v1/health", header);
						await send(`GET /__session/${session}/v1/health`, {});
						const read = [
							send("GET /__mock/requests", header),
							send(`GET /__mock/requests?limit=1&session=${session}`),
							send(`GET /__session/${session}/__mock/requests`),
						].map(
							async (each) => JSON.parse(await (await each).body.text()).total,
						);
						return Promise.all(read);
					}),
				);
				expect(new Set(totals.flat())).toEqual(new Set([2]));
				const used = [one, two].map(
					async ({ control }) => (await control.sessions()).length > 1,
				);
				expect(await Promise.all(used)).toEqual([true, count === 2]);
				expect(await readUntil(events.body, "event: exchange")).toContain(
					"id:",
				);
				const drip = {
					operation: "*",
					kind: "drip",
					bytesPerSecond: 5,
				} as const;
				for (const { control } of [one, two]) await control.setFaults([drip]);
				const slow = await send("GET /v1/health", {});
				expect(await readUntil(slow.body, "{")).not.toContain("}");
				const own = { ...TOKEN, origin: "http://mock.example:4010" };
				expect((await send("GET /__mock/", own)).statusCode).toBe(200);
				expect((await send("POST /__mock/reset", own)).statusCode).toBe(204);
			},
		);
	});

// The proxy in front of two mocks hides the sign that nginx adds, HTTP/1.0.
test.skipIf(!INSTALLED.nginx || REPLICAS)(
	"nginx with only proxy_pass opens neither the control API nor the credentials of forwarding",
	async () => {
		await using service = await startEmpty();
		await using stage = await serveStage();
		await using proxy = await openProxy("nginx", ONLY_PROXY_PASS, stage.url);
		expect((await proxy.send("GET /v1/health")).statusCode).toBe(200);
		expect((await proxy.send("GET /__mock/state")).statusCode).toBe(403);
		await stage.control.setForward({
			url: service.url,
			headers: { "x-key": "k" },
		});
		expect((await proxy.send("GET /v1/health")).statusCode).toBe(403);
	},
);

test("Vite's dev proxy passes on credentials of forwarding and the page to this machine", async () => {
	await using service = await startEmpty();
	await using stage = await serveStage();
	const target = stage.url;
	await stage.control.setForward({
		url: service.url,
		headers: { "x-key": "k" },
	});
	const server = await createServer({
		configFile: false,
		logLevel: "silent",
		server: {
			host: "127.0.0.1",
			port: 0,
			ws: false,
			proxy: { "/v1": target, "/__mock": { target, changeOrigin: false } },
		},
	});
	await server.listen();
	const address = server.httpServer?.address();
	const port = typeof address === "object" ? address?.port : undefined;
	const origin = `http://127.0.0.1:${port}`;
	const statusOf = async (method: string, path: string) =>
		(await fetch(origin + path, { method, headers: { origin } })).status;
	expect(await statusOf("POST", "/v1/zaps")).toBe(200);
	expect(await statusOf("GET", "/__mock/")).toBe(200);
	expect(await statusOf("POST", "/__mock/reset")).toBe(204);
	await server.close();
});
