import { expect, test } from "vitest";
import { withOperation } from "../../support/openapi.ts";
import { loadContent } from "../behaviors/write-document.ts";
import { forwardWith } from "./open-mock.ts";

test.each([
	["获取 books", "%E8%8E%B7%E5%8F%96 books"],
	["list\nbooks", "list%0Abooks"],
])(
	"forwards the operation %j, whose id no header can contain",
	async (operationId, header) => {
		const responses = { 200: { description: "" } };
		const document = await loadContent(
			withOperation({ operationId, responses }),
		);
		await using mock = await forwardWith({ document }, (_, res) => res.end());
		const response = await fetch(`${mock.url}/books`);
		expect(response.status).toBe(200);
		expect(response.headers.get("mock-forwarded")).toBe(header);
	},
);
