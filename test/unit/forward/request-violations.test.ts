import { expect, test } from "vitest";
import { withOperation } from "../../support/openapi.ts";
import { startStub } from "../../support/stub-server.ts";
import { loadContent } from "../behaviors/write-document.ts";
import { openMock } from "./open-mock.ts";

const respond = (errors: object) => ({
	responses: { 200: { description: "" }, 400: errors },
});
const json = (schema: object) => ({ "application/json": { schema } });
const parameter = (name: string, place: string, schema: object) => ({
	...{ name, in: place, required: place === "path", schema },
});

/** Forms of an error without a place, because a client reads the violations and not the error. */
test.each([
	["has one message", { content: json({ required: ["message"] }) }],
	["has no body", {}],
	["is a text", { content: { "text/plain": {} } }],
])("tells each place of a wrong request where an error %s", async (_, form) => {
	const errors = { description: "", ...form };
	const integer = { type: "integer" };
	const document = await loadContent(
		JSON.stringify({
			...{ openapi: "3.1.0", info: { title: "Books", version: "1" } },
			paths: {
				"/books/{id}": {
					parameters: [
						parameter("id", "path", integer),
						parameter("X-Tenant", "header", { minLength: 5 }),
						parameter("page", "query", integer),
						parameter("theme", "cookie", { enum: ["dark"] }),
					],
					get: respond(errors),
					put: {
						requestBody: {
							content: json({ properties: { title: { type: "string" } } }),
						},
						...respond(errors),
					},
				},
			},
		}),
	);
	await using service = await startStub((req, res) => {
		req.resume();
		res.end();
	});
	const { loadForwarder } = document;
	await using mock = await openMock(
		{ url: service.url },
		{ document, loadForwarder },
	);
	const headers = { "x-tenant": "key", cookie: "theme=key" };
	await fetch(`${mock.url}/books/a?page=b`, { headers });
	const listFound = async () =>
		(await mock.newest())?.violations?.flatMap(({ where, actual, message }) =>
			where === "status" ? [] : [[where, actual, message]],
		);
	expect(await listFound()).toEqual([
		["request path id", '"/books/a"', "request path id must be a whole number"],
		["request query page", '"b"', "request query page must be a whole number"],
		[
			"request header X-Tenant",
			"another value",
			"request header X-Tenant must have at least 5 characters",
		],
		[
			"request cookie theme",
			"another value",
			"request cookie theme must be one of dark",
		],
	]);
	const put = async (type: string, body: string): Promise<void> => {
		const headers = { "content-type": type };
		await fetch(`${mock.url}/books/1`, { method: "PUT", headers, body });
	};
	await put("application/json", '{"title":1}');
	expect(await listFound()).toEqual([
		["request $.title", "1", "request $.title must be a string"],
	]);
	await fetch(`${mock.url}/books/1`, {
		...{ method: "PUT", body: "{}" },
		headers: { "content-type": "application/json", "content-encoding": "br" },
	});
	// Only the mock cannot read it.
	expect(await listFound()).toEqual([]);
	await put("application/json", JSON.stringify("x".repeat(1_100_000)));
	expect(await listFound()).toEqual([]);
	await put("text/csv", "title");
	expect(await listFound()).toEqual([
		[
			"request header content-type",
			"text/csv",
			"The request has Content-Type text/csv. Send application/json.",
		],
	]);
});

test("a null that is allowed as a whole is no violation beside another one", async () => {
	const owner = { type: "object", properties: { name: { type: "string" } } };
	const properties = {
		composed: { allOf: [owner], nullable: true },
		chosen: { anyOf: [owner, { type: "string" }], nullable: true },
		count: { type: "integer" },
	};
	const content = json({ type: "object", properties });
	const responses = { 200: { description: "", content } };
	const document = await loadContent(withOperation({ responses }));
	await using service = await startStub((_, res) => {
		res.writeHead(200, { "content-type": "application/json" });
		res.end('{"composed":null,"chosen":null,"count":"1"}');
	});
	await using mock = await openMock(
		{ url: service.url },
		{ document, loadForwarder: document.loadForwarder },
	);
	await fetch(`${mock.url}/books`);
	expect(await mock.newest()).toMatchObject({
		violations: [{ where: "$.count" }],
	});
});

test("names the place of a value in a response whose format is wrong", async () => {
	const link = { type: "string", format: "uri" };
	const schema = { type: "object", properties: { link } };
	const responses = { 200: { description: "", content: json(schema) } };
	const document = await loadContent(withOperation({ responses }));
	await using service = await startStub((_, res) => {
		res.writeHead(200, { "content-type": "application/json" });
		res.end(JSON.stringify({ link: "/no/link" }));
	});
	await using mock = await openMock(
		{ url: service.url },
		{ document, loadForwarder: document.loadForwarder },
	);
	await fetch(`${mock.url}/books`);
	expect(await mock.newest()).toMatchObject({
		violations: [
			{
				...{ where: "$.link", expected: "to be of format uri" },
				message:
					"$.link: expected to be of format uri, but found another value",
			},
		],
	});
});
