import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { AddedCredentials } from "../../../src/engine/forwarding/added-credentials.ts";
import type { ActiveForward } from "../../../src/engine/forwarding/forwarder.ts";
import { startStub } from "../../support/stub-server.ts";
import { forwardWith, openMock } from "./open-mock.ts";

const KEY = `top/secret+key${"0".repeat(200)}`;

test.each([
	[
		"escaped by JSON",
		`{"a":"${KEY.replace("/", "\\/").replace("+", "\\u002b")}","b":"client\\/token"}`,
	],
	["in base64", btoa(`Bearer ${KEY}`)],
	["in UTF-16", Buffer.from(KEY, "utf16le")],
	["in a body that is cut", `${KEY} `.repeat(2_000)],
	["in a body that is not checked", `${KEY} `.repeat(10_000)],
])("does not record credentials that a service repeats %s", async (_, body) => {
	await using mock = await forwardWith(
		{ headers: { "X-Key": `Bearer ${KEY}` } },
		(_, res) => {
			res.end(body);
		},
	);
	const headers = { authorization: "Bearer client/token" };
	await fetch(`${mock.url}/v1/health`, { headers }).then((each) => each.text());
	const shown = JSON.stringify((await mock.newest())?.response.body);
	expect(shown).toContain("[redacted]");
	expect(shown).not.toMatch(/top|secret|s.{1,6}e.{1,6}c|client|VG9w|dG9w|QmVh/);
});

test.each(["tok_live_98765432_SECRET", "4242top-secret-of-someone"])(
	"does not record %s in the reason of a rejection",
	async (token) => {
		const headers = { authorization: `Bearer ${token}` };
		await using mock = await forwardWith({ headers }, (_, res) => {
			res.statusCode = 403;
			res.setHeader("content-type", "application/problem+json");
			const detail = `The given key has expired, or it was revoked: ${token}`;
			res.end(JSON.stringify({ type: "about:blank", status: 403, detail }));
		});
		await fetch(`${mock.url}/v1/zaps`).then((each) => each.text());
		const shown = JSON.stringify(await mock.newest());
		expect(shown).toContain("The given key has expired");
		expect(shown).not.toMatch(/tok_live|SECRET|4242|secret/);
	},
);

test.each([
	["Top-SECRET", "[redacted]"],
	["constructor", "constructor"],
])(
	"names the Content-Encoding %s of a body that is not checked",
	async (encoding, shown) => {
		const headers = { "x-key": "Top-SECRET" };
		await using mock = await forwardWith({ headers }, (_, res) => {
			res.setHeader("content-encoding", encoding);
			res.end("a");
		});
		await fetch(`${mock.url}/v1/health`);
		expect(await mock.newest()).toMatchObject({
			unchecked: `The Content-Encoding ${shown} is not supported.`,
		});
	},
);

/** Echoes all headers that it ever received. */
const startEcho = () => {
	const received: unknown[] = [];
	return startStub(({ headers }, res) => {
		received.push(headers["x-key"]);
		res.end(JSON.stringify(received));
	});
};

test("does not record credentials of earlier settings of forwarding, from the start or set at run time", async () => {
	await using service = await startEcho();
	const { url } = service;
	await using mock = await openMock({ url, headers: { "x-key": "initial" } });
	const get = async () => (await fetch(`${mock.url}/v1/health`)).text();
	const keys = ["initial", "second", "third"];
	await get();
	for (const key of keys.slice(1)) {
		await mock.control.setForward({ url, headers: { "x-key": key } });
		await get();
	}
	// Another origin keeps no headers.
	const other = url.replace("127.0.0.1", "localhost");
	await mock.control.setForward({ url: other });
	expect(await get()).toBe(JSON.stringify([...keys, null]));
	const { body } = (await mock.newest())?.response ?? {};
	expect(JSON.stringify(body)).toContain("redacted");
	for (const key of keys) expect(JSON.stringify(body)).not.toContain(key);
});

test("does not record credentials that replace those of a request under way", async () => {
	const arrived = new EventEmitter();
	await using service = await startStub((_, res) => {
		arrived.emit("request", () => res.end('"first, second"'));
	});
	const { url } = service;
	await using mock = await openMock({ url, headers: { "x-key": "first" } });
	const waiting = once(arrived, "request");
	const response = fetch(`${mock.url}/v1/health`);
	const [respond] = await waiting;
	await mock.control.setForward({ url, headers: { "x-key": "second" } });
	await mock.control.clearForward();
	respond();
	expect(await (await response).text()).toBe('"first, second"');
	const { body } = (await mock.newest())?.response ?? {};
	expect(body).toBe("[redacted], [redacted]");
});

test("remembers as many credentials as can be searched, and shows other text after any number of them", async () => {
	await using service = await startStub((_, res) => res.end('"old-0 old-9 x"'));
	const { url } = service;
	await using mock = await openMock({ url });
	for (let index = 0; index < 10; index += 1) {
		const long = `${index}`.repeat(5_000);
		const headers = { "x-key": `old-${index}`, "x-long": long };
		await mock.control.setForward({ url, headers });
	}
	const tooLong = { "x-key": "newest", "x-long": "y".repeat(50_000) };
	await mock.control.setForward({ url, headers: tooLong });
	await mock.control.clearForward();
	await mock.control.setForward({ url });
	await fetch(`${mock.url}/v1/health`).then((each) => each.text());
	const { body } = (await mock.newest())?.response ?? {};
	expect(body).toBe("old-0 [redacted] x");
});

test("prepares the search for credentials only once, however often they are set", () => {
	const added = new AddedCredentials(new Set());
	const remember = (headers: ActiveForward["headers"]) => {
		const forward = { url: "", headers, timeoutMs: 1, strict: false };
		added.remember(forward);
		return added.createHider(forward);
	};
	const hide = remember({ "x-key": "secret" });
	expect(hide("secret")).toBe("[redacted]");
	remember({});
	expect(remember({ "x-key": "secret" })).toBe(hide);
	expect(remember({ "x-key": "other" })).not.toBe(hide);
});
