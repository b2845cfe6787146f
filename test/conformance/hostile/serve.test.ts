import { expect, test } from "vitest";
import type { ServedExchange } from "../../../src/adapters/http/serve.ts";
import { head, requestsOf } from "../../support/raw-request.ts";
import { openSocket } from "../../support/raw-socket.ts";
import { expectResponses, listHostileRequests } from "./hostile-requests.ts";
import { serveWatched } from "./watched-servers.ts";

const exchanges: ServedExchange[] = [];
const { url } = await serveWatched({
	onExchange: (exchange) => exchanges.push(exchange),
});

test.each(listHostileRequests(""))(
	"survives requests with an unusual %s",
	(_, requests) => expectResponses(url, requests),
);

test("keeps properties named like those of Object.prototype as data", async () => {
	const { get, postJson } = requestsOf("");
	const properties =
		'"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1';
	await using socket = await openSocket(url);
	socket.send(postJson(`{"name":"x",${properties}}`));
	await socket.responses();
	socket.send(get("/v1/zaps?limit=1"));
	const [created, listed] = await socket.responses(2);
	expect(created?.body).toContain(properties);
	expect(listed?.body).toContain(properties);
	expect(Object.prototype).not.toHaveProperty("polluted");
});

test("reports the target as sent, even with an invalid Host", async () => {
	const target = '/v1/"/../zaps?limit=1';
	await using socket = await openSocket(url);
	exchanges.length = 0;
	socket.send(head(`GET ${target} HTTP/1.1`, "Host: a:99999"));
	await socket.responses();
	expect(exchanges).toMatchObject([
		{ method: "GET", path: target, status: 400 },
	]);
});
