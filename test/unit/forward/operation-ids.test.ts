import { expect, test } from "vitest";
import { withOperation } from "../../support/openapi.ts";
import { startStub } from "../../support/stub-server.ts";
import { loadContent } from "../behaviors/write-document.ts";
import { openMock } from "./open-mock.ts";

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
		await using service = await startStub((_, res) => res.end());
		await using mock = await openMock({ url: service.url }, { document });
		const response = await fetch(`${mock.url}/books`);
		expect(response.status).toBe(200);
		expect(response.headers.get("mock-forwarded")).toBe(header);
	},
);
