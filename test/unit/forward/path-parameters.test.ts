import { expect, test } from "vitest";
import { defineHandler } from "../../../src/entries/index.ts";
import { startStub } from "../../support/stub-server.ts";
import { sendRawRequest } from "../control/raw-request.ts";
import { openMock } from "./open-mock.ts";

test("forwards the path with its parameters, and does not check an operation that only a handler has", async () => {
	const received: unknown[] = [];
	await using service = await startStub(async (req, res) => {
		received.push(req.url);
		res.writeHead(200, { "content-type": "application/json" }).end('{"a":1}');
	});
	const own = defineHandler("GET /v1/zaps/{zapId}", ({ reply }) => reply(204));
	const url = `${service.url}/base`;
	await using mock = await openMock({ url }, { handlers: [own] });
	const response = await fetch(`${mock.url}/__session/a/v1/zaps/a%20b?x=1`);
	expect(await response.json()).toEqual({ a: 1 });
	expect(received).toEqual(["/base/v1/zaps/a%20b?x=1"]);
	expect(
		(await mock.control.session("a").requests()).requests[0],
	).toMatchObject({
		...{ operation: "GET /v1/zaps/{zapId}", forwarded: true, violations: [] },
		unchecked: "The OpenAPI document does not have the operation.",
	});
});

test.each(["..", "%2e%2E", ".", "%2e"])(
	"does not forward a path that leads out of its base by %s",
	async (segment) => {
		const received: unknown[] = [];
		await using service = await startStub((req, res) => {
			received.push(req.url);
			res.end();
		});
		const own = defineHandler("GET /v1/zaps/{zapId}", ({ reply }) =>
			reply(204),
		);
		const url = `${service.url}/base`;
		await using mock = await openMock({ url }, { handlers: [own] });
		const response = await sendRawRequest(mock, `GET /v1/zaps/${segment}`);
		expect(response.status).toBe(502);
		expect(response.text).toContain("may lead out of the path of --forward");
		expect(received).toEqual([]);
	},
);
