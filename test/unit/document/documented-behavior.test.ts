import { expect, test } from "vitest";
import { createDocumentedBehavior } from "../../../src/document/documented-behavior.ts";
import { findRefutedAssumptions } from "../../../src/document/judgment/blame.ts";
import { readOperations } from "../../../src/document/node.ts";
import { createModel } from "../../../src/document/prepare.ts";
import { received } from "../../support/received.ts";

/** A document whose second operation counts how often its response is read. */
function createDocument() {
	const content = { "application/json": { schema: { type: "number" } } };
	const parameters = [
		{ name: "size", in: "query", schema: { type: "integer" } },
	];
	const responses = {
		200: { description: "", content },
		400: { description: "" },
	};
	const counter = { reads: 0 };
	const counted = {
		get "application/json"() {
			counter.reads += 1;
			return content["application/json"];
		},
	};
	const document = readOperations({
		paths: {
			"/a": { get: { operationId: "a", parameters, responses } },
			"/b": {
				get: {
					operationId: "b",
					responses: { 200: { description: "", content: counted } },
				},
			},
		},
	});
	const model = createModel(document);
	counter.reads = 0;
	return { documented: createDocumentedBehavior(document, model), counter };
}

const request = { method: "GET", path: "/a?size=x" };
const response = received(200, '"no number"', {
	"content-type": "application/json",
});

test("only the operation of an exchange is read", () => {
	const { documented, counter } = createDocument();
	expect(documented.findResponseViolation("a", "GET", response)).toBe(
		"the response body must be a number",
	);
	expect(documented.expectStatus("a", request)).toMatchObject({
		status: 400,
		because: "the query parameter size must be a whole number",
	});
	const rejection = { where: "status", actual: "400" };
	const subject = { operation: "a", status: 200 };
	expect(findRefutedAssumptions(documented, subject, rejection)).toEqual([]);
	expect(counter.reads).toBe(0);
	documented.findResponse("b", 200);
	expect(counter.reads).toBeGreaterThan(0);
});

test("an operation is read once", () => {
	const { documented, counter } = createDocument();
	documented.findResponse("b", 200);
	const { reads } = counter;
	documented.findResponse("b", 200);
	documented.findResponseAssumptions("b", 200);
	expect(counter.reads).toBe(reads);
});

test("the document says nothing about a target that it does not have", () => {
	const { documented } = createDocument();
	expect(documented.findResponse("constructor", 200)).toBeUndefined();
	expect(documented.findRequestAssumptions("constructor")).toEqual([]);
});
