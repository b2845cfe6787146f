import { expect, test } from "vitest";
import { object, respond, TEXT, withOperation } from "../../support/openapi.ts";
import { openContent } from "./open-document.ts";

const undefinedMethod = { status: "405", response: { description: "" } };

test.each([
	["without x-beyond-operations", {}, 200, "GET, HEAD"],
	[
		"if the document lists head",
		{ "x-beyond-operations": { undefinedMethod, head: {} } },
		200,
		"GET, HEAD",
	],
	[
		"unless the document lists undefined methods without head",
		{ "x-beyond-operations": { undefinedMethod } },
		405,
		"GET",
	],
])("HEAD works where GET does %s", async (_, others, status, allow) => {
	const operation = respond(object({ title: TEXT }));
	await using mock = await openContent(withOperation(operation, others));
	const head = await mock.fetch("/books", { method: "HEAD" });
	expect(head.status).toBe(status);
	const put = await mock.fetch("/books", { method: "PUT" });
	expect(put.headers.get("allow")).toBe(allow);
});
