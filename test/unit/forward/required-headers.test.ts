import { expect, test } from "vitest";
import { withOperation } from "../../support/openapi.ts";
import { loadContent } from "../behaviors/write-document.ts";
import { forwardWith } from "./open-mock.ts";

test("a response that lacks a required header violates, although one with the same body has conformed", async () => {
	const responses = {
		"200": {
			description: "",
			headers: { "X-Rate": { required: true, schema: { type: "integer" } } },
			content: { "application/json": { schema: {} } },
		},
	};
	let rate: string[] = ["5"];
	const document = await loadContent(withOperation({ responses }));
	await using mock = await forwardWith({ document }, (_, res) => {
		if (rate.length > 0) res.setHeader("x-rate", rate);
		res.setHeader("content-type", "application/json").end("{}");
	});
	const send = async () =>
		(await fetch(`${mock.url}/books`)).headers.get("mock-violations");
	expect(await send()).toBeNull();
	rate = [];
	expect(await send()).toBe("1");
});
