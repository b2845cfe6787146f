import { AsyncResource } from "node:async_hooks";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { UnhandledRequestError } from "../../../src/entries/node.ts";
import { startStub } from "../../support/stub-server.ts";
import { BASE, createZap, listNames, sessionsOf, testMock } from "./zaps.ts";

const mock = testMock();
const startNetwork = () => startStub((_, response) => response.end("network"));

describe("unmatched requests", () => {
	test("fail the run, even if the code ignores the error", async () => {
		const run = mock.run(async () => {
			await fetch(`${BASE}/v1/zap`);
			await fetch(`${BASE}/v1/zaps`, { method: "DELETE" });
			await fetch("http://other.test/v1/zaps").catch(() => {});
		});
		await expect(run).rejects.toThrow(UnhandledRequestError);
		const report = String(await run.catch(String)).replace(
			/from .*run-requests\.test\.ts:\d+:\d+$/gm,
			"from this test",
		);
		expect(report).toMatchInlineSnapshot(`
			"UnhandledRequestError: 3 requests matched no operation:
			  GET http://zaps.test/api/v1/zap returned 404
			    sent from this test
			    listZaps: the path is /api/v1/zaps
			    createZap: the path is /api/v1/zaps, and the method is POST
			  DELETE http://zaps.test/api/v1/zaps returned 405
			    sent from this test
			    listZaps: the method is GET
			    createZap: the method is POST
			  GET http://other.test/v1/zaps was rejected
			    sent from this test
			    listZaps: the mock responds only below http://zaps.test/api
			Fix the code that sends them, or pass onUnhandled: "warn" or "bypass" if this is intended."
		`);
	});

	test("do not hide the error of the code itself", async () => {
		const warned = once(process, "warning");
		const run = mock.run(async () => {
			await fetch(`${BASE}/v1/zap`);
			throw new Error("no zap");
		});
		await expect(run).rejects.toThrow("no zap");
		const [{ message }] = await warned;
		expect(message).toContain("listZaps: the path is");
	});

	test("reach the network with bypass", async () => {
		await using server = await startNetwork();
		const onUnhandled = ({ url }: { url: string }) =>
			url.startsWith(server.url) ? "bypass" : "error";
		const text = await mock.run({ onUnhandled }, async () =>
			(await fetch(server.url)).text(),
		);
		expect(text).toBe("network");
		const wrong = mock.run({ onUnhandled }, () => fetch(`${BASE}/v1/zap`));
		await expect(wrong).rejects.toThrow("returned 404");
	});
});

test("a request that has lost its async context belongs to the run whose session it names, and is rejected without one if several runs are open", async () => {
	await using app = await startStub(async ({ headers }, response) => {
		const session = headers["mock-session"];
		const sent = session ? { "Mock-Session": session } : {};
		const names = await listNames(BASE, sent).catch(String);
		response.end(JSON.stringify(names));
	});
	const viaApp = async (headers = {}) =>
		(await fetch(app.url, { headers })).json();
	const onUnhandled = "bypass";
	await mock.run({ onUnhandled }, async ({ headers }) => {
		await createZap("A");
		await mock.run({ onUnhandled }, async () => {
			expect(await viaApp({ ...headers })).toEqual(["A"]);
			expect(await viaApp()).toMatch(
				/GET http:\/\/zaps\.test\/api\/v1\/zaps was rejected: 2 tests run at once, and the request was sent outside of the async context of each, .* Send mock\.headers with the request, or put \/__session\/ and mock\.session before the path\.$/,
			);
		});
	});
	expect(await mock.countRequests()).toBe(0);
});

describe("a request that is sent after its run has ended", () => {
	const LATE =
		"was rejected: it was sent after its test had ended. Await everything that the test starts, or stop it before the test ends.";

	test.each(["/v1/zaps", "/v1/zap"])(
		"is rejected at %s, opens no session, and does not fail the open run",
		async (path) => {
			const { headers, fetchLate } = await mock.run((own) => ({
				headers: own.headers,
				fetchLate: AsyncResource.bind(() => fetch(BASE + path)),
			}));
			const refused = `GET ${BASE}${path} ${LATE}`;
			await expect(fetchLate()).rejects.toThrow(refused);
			await mock.run(async () => {
				const named = fetch(BASE + path, { headers });
				await expect(named).rejects.toThrow(refused);
			});
			expect(await sessionsOf(mock.control)).toEqual(["default"]);
		},
	);

	test("reaches the network with bypass", async () => {
		await using server = await startNetwork();
		const late = await mock.run({ onUnhandled: "bypass" }, () =>
			AsyncResource.bind(async () => (await fetch(server.url)).text()),
		);
		expect(await late()).toBe("network");
	});
});
