import { expect, test } from "vitest";
import { parse } from "yaml";
import { collectObservations } from "../../../src/alignment/observations.ts";
import { createDocumentService } from "../../../src/behaviors/create-service.ts";
import { DOCUMENT } from "../../support/learn.ts";
import { receivedJson } from "../../support/received.ts";

const PLACE = { target: "addBook", status: 400, where: "$" };

/** Collects what rejections with these statuses and a body show, if the document expects 400. */
function collect(schema: string, body: object, ...statuses: readonly number[]) {
	const response = `"400":
          description: Invalid.
          content: { application/json: { schema: ${schema} } }`;
	const text = DOCUMENT.replace('"400": { description: Invalid. }', response);
	const documented = createDocumentService(parse(text), []).describe();
	const exchanges = statuses.map((status) => ({
		...{ check: "", operation: "addBook", target: "addBook", status: 400 },
		request: { method: "POST", path: "/books", body: "{}" },
		response: receivedJson(body, status),
		...{ isArrangement: false, isVerified: true, isReadable: true },
		...{ deviations: [], additional: [] },
	}));
	return collectObservations(documented, { sightings: [], exchanges });
}

test("a rejection with another status has the form of the expected one only if the service never sends that one", () => {
	const schema = "{ type: object, properties: { why: { type: string } } }";
	const count = (...statuses: readonly number[]): number =>
		collect(schema, { why: "a" }, ...statuses).countAt(PLACE);
	expect(count(422, 422)).toBe(2);
	expect(count(422, 400)).toBe(1);
});

test("an object that another one replaces has no values, also if it was looked for in an envelope", () => {
	const schema =
		"{ type: object, required: [title, detail, errors], properties: { title: { type: string }, detail: { type: string }, errors: { type: array } } }";
	const body = { error: { why: "It is too long.", list: [] } };
	const { valuesAt, listAdditional } = collect(schema, body, 400);
	expect(valuesAt(PLACE)).toEqual([body]);
	expect(listAdditional(PLACE)).toEqual([]);
});
