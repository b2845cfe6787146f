import { expect, test } from "vitest";
import { createDocumentService } from "../../../src/behaviors/create-service.ts";
import { createContract } from "../../../src/checks/create-contract.ts";
import { describeDocument } from "../../../src/cli/describe-document.ts";
import { object, TEXT } from "../../support/openapi.ts";
import { loadContent } from "../behaviors/write-document.ts";

const take = (operationId: string, example: object) => {
	const schema = object({ label: { ...TEXT, pattern: "^[A-Z]{3}$" } });
	return {
		...{ operationId, responses: { "204": { description: "" } } },
		requestBody: { content: { "application/json": { schema, example } } },
	};
};

const document = {
	...{ openapi: "3.1.0", info: { title: "Pantry", version: "1" } },
	paths: {
		"/jars": { post: take("addJar", { label: "plums" }) },
		"/lids": { post: take("addLid", { label: "LID" }) },
	},
};
const sentence =
	"addJar has an invalid example of its request: the request body /label must match ^[A-Z]{3}$. Fix the example.";

test("an operation that is not verified for its example is named with the fault of the example", () => {
	const { unchecked, invalidExamples } = createContract(
		createDocumentService(document),
	);
	expect(unchecked).toEqual(["addJar"]);
	expect(invalidExamples).toEqual([sentence]);
});

test("the description of a document names it, too", async () => {
	const read = await loadContent(document);
	const text = await describeDocument(read, { json: false, only: undefined });
	expect(text).toContain(`  Not verified: ${sentence}`);
});
