import { expect, test } from "vitest";
import { withOperation } from "../../support/openapi.ts";
import { startStub } from "../../support/stub-server.ts";
import { loadContent } from "../behaviors/write-document.ts";
import { openMock } from "./open-mock.ts";

test("a response that lacks a required header violates, although one with the same body has conformed", async () => {
	const responses = {
		"200": {
			description: "",
			headers: { "X-Rate": { required: true, schema: { type: "integer" } } },
			content: { "application/json": { schema: {} } },
		},
	};
	let rate: string[] = ["5"];
	await using service = await startStub((_, res) => {
		if (rate.length > 0) res.setHeader("x-rate", rate);
		res.setHeader("content-type", "application/json").end("{}");
	});
	const document = await loadContent(withOperation({ responses }));
	const { loadForwarder } = document;
	await using mock = await openMock(
		{ url: service.url },
		{ document, loadForwarder },
	);
	const send = async () =>
		(await fetch(`${mock.url}/books`)).headers.get("mock-violations");
	expect(await send()).toBeNull();
	rate = [];
	expect(await send()).toBe("1");
});
