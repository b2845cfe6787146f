import { expect, test } from "vitest";
import {
	content,
	inPath,
	inQuery,
	may,
	NUMBER,
	respond,
	TEXT,
	takes,
	withOperation,
	withPaths,
} from "../../support/openapi.ts";
import { respondWithJson } from "../../support/respond-with.ts";
import { loadContent } from "../behaviors/write-document.ts";
import { forwardWith } from "./open-mock.ts";

const fails = (errors: object) => ({
	responses: { 200: { description: "" }, 400: errors },
});

/** Forms of an error without a place, because a client reads the violations and not the error. */
test.each([
	["has one message", content({ required: ["message"] })],
	["has no body", {}],
	["is a text", { content: { "text/plain": {} } }],
])("tells each place of a wrong request where an error %s", async (_, form) => {
	const errors = { description: "", ...form };
	const parameters = [
		...inPath("id", NUMBER).parameters,
		inQuery("page", NUMBER),
		inQuery("X-Tenant", { minLength: 5 }, { in: "header" }),
		inQuery("theme", { enum: ["dark"] }, { in: "cookie" }),
	];
	const put = { ...takes(may({ title: TEXT })), ...fails(errors) };
	const paths = { "/books/{id}": { parameters, get: fails(errors), put } };
	const document = await loadContent(withPaths(paths));
	await using mock = await forwardWith({ document }, (req, res) => {
		req.resume();
		res.end();
	});
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
	const sendAs = async (type: string, body: string): Promise<void> => {
		const headers = { "content-type": type };
		await fetch(`${mock.url}/books/1`, { method: "PUT", headers, body });
	};
	await sendAs("application/json", '{"title":1}');
	expect(await listFound()).toEqual([
		["request $.title", "1", "request $.title must be a string"],
	]);
	await fetch(`${mock.url}/books/1`, {
		...{ method: "PUT", body: "{}" },
		headers: { "content-type": "application/json", "content-encoding": "br" },
	});
	// Only the mock cannot read it.
	expect(await listFound()).toEqual([]);
	await sendAs("application/json", JSON.stringify("x".repeat(1_100_000)));
	expect(await listFound()).toEqual([]);
	await sendAs("text/csv", "title");
	expect(await listFound()).toEqual([
		[
			"request header content-type",
			"text/csv",
			"The request has Content-Type text/csv. Send application/json.",
		],
	]);
});

test("a null that is allowed as a whole is no violation beside another one", async () => {
	const owner = may({ name: TEXT });
	const schema = may({
		composed: { allOf: [owner], nullable: true },
		chosen: { anyOf: [owner, TEXT], nullable: true },
		count: NUMBER,
	});
	const document = await loadContent(withOperation(respond(schema)));
	await using mock = await forwardWith(
		{ document },
		respondWithJson({ composed: null, chosen: null, count: "1" }),
	);
	await fetch(`${mock.url}/books`);
	expect(await mock.newest()).toMatchObject({
		violations: [{ where: "$.count" }],
	});
});

test("names the place of a value in a response whose format is wrong", async () => {
	const schema = may({ link: { ...TEXT, format: "uri" } });
	const document = await loadContent(withOperation(respond(schema)));
	await using mock = await forwardWith(
		{ document },
		respondWithJson({ link: "/no/link" }),
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
