import { expect, test } from "vitest";
import { array, may, respond, withOperation } from "../../support/openapi.ts";
import { respondWithJson } from "../../support/respond-with.ts";
import { loadContent } from "../behaviors/write-document.ts";
import { forwardWith } from "./open-mock.ts";

const kind = (name: string, required: string) => ({
	type: "object",
	required: ["kind", required],
	properties: { kind: { const: name }, size: { type: "integer", minimum: 1 } },
});

test.each([
	[
		{ kind: "box" },
		{ where: "$.included[0].size", message: "$.included[0].size is required" },
	],
	[
		{ kind: "box", size: 0 },
		{
			where: "$.included[0].size",
			message:
				"$.included[0].size: expected to be at least 1, but found another value",
		},
	],
])("names the place of a violation in a choice: %j", async (item, expected) => {
	const schema = may({
		included: array({ oneOf: [kind("box", "size"), kind("bag", "colour")] }),
	});
	const document = await loadContent(withOperation(respond(schema)));
	const body = respondWithJson({ included: [item] });
	await using mock = await forwardWith({ document }, body);
	await (await fetch(`${mock.url}/books`)).text();
	expect((await mock.newest())?.violations).toMatchObject([expected]);
});
