import { expect, test } from "vitest";
import { serve } from "../../../src/adapters/http/serve.ts";
import { createServiceEngine } from "../../../src/service-engine.ts";
import { head } from "../../support/raw-request.ts";
import { openSocket } from "../../support/raw-socket.ts";

const ORIGIN = "http://page.test";

/** Serves a mock whose control API always fails. */
async function serveWithBrokenControl() {
	const errors: unknown[] = [];
	const { url, close } = await serve({
		mock: createServiceEngine(),
		control: () => Promise.reject(new Error("The disk is full.")),
		onError: (error) => errors.push(error),
		port: 0,
		host: "127.0.0.1",
		grace: 0,
	});
	return { url, errors, [Symbol.asyncDispose]: close };
}

test.each([
	["a target that is not a URL", "GET ftp://localhost/ HTTP/1.1", "Host: a"],
	["an invalid Host", "GET /v1/health HTTP/1.1", "Host: a:99999"],
])("a page can read the rejection of %s", async (_, line, host) => {
	await using server = await serveWithBrokenControl();
	await using socket = await openSocket(server.url);
	socket.send(head(line, host, `Origin: ${ORIGIN}`));
	const [response] = await socket.responses();
	expect(response?.status).toBe(400);
	expect(response?.headers.get("access-control-allow-origin")).toBe(ORIGIN);
	expect(JSON.parse(response?.body ?? "")).toMatchObject({ status: 400 });
});

test("a page can read the response to a failure beside the mock", async () => {
	await using server = await serveWithBrokenControl();
	const response = await fetch(`${server.url}/__mock/state`, {
		headers: { origin: ORIGIN },
	});
	expect(response.status).toBe(500);
	expect(response.headers.get("content-type")).toBe("application/problem+json");
	expect(response.headers.get("access-control-allow-origin")).toBe(ORIGIN);
	expect(server.errors).toEqual([new Error("The disk is full.")]);
});
