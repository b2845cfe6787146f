import { expect, test } from "vitest";
import { createDocumentService } from "../../../src/behaviors/create-service.ts";
import { recallService } from "../../../src/cli/align/ask-service.ts";
import type { Node } from "../../../src/document/node.ts";

const TRAFFIC = { exchanges: [], credentials: [] };

const createRoot = (operation: Node): Node => ({
	openapi: "3.1.0",
	info: { title: "a", version: "1" },
	paths: {
		"/a": { get: { responses: { 200: { description: "" } } } },
		"/b": { get: { responses: { 200: { description: "" } }, ...operation } },
	},
});

test.each([
	[
		"a keyword with a wrong value",
		{ "x-metrics": [{ name: "not a name" }] },
		/x-metrics/,
	],
	[
		"a role without a second place",
		{ "x-role": "creatdAt" },
		/Did you mean "createdAt"/,
	],
	[
		"an operation that cannot be served",
		{
			requestBody: { content: { "text/xml": { schema: { type: "string" } } } },
		},
		/text\/xml/,
	],
])("an edited document is refused for %s", (_, operation, reason) => {
	const service = createDocumentService(createRoot({}));
	const { describe } = recallService(TRAFFIC, service, undefined, "");
	expect(() => describe(createRoot({}))).not.toThrow();
	expect(() => describe(createRoot(operation))).toThrow(reason);
});
