import { join } from "node:path";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import {
	child,
	entries,
	isNode,
	type Node,
	readDocument,
	readString,
} from "../../../contracts/generate/document.ts";
import { interactions } from "../../../contracts/interactions/index.ts";
import { escapeSegment } from "../../../src/values/json-pointer.ts";

const document = await readDocument(join(import.meta.dirname, "../../.."));
const { operations, resolve } = document;

const ajv = new Ajv2020({ allErrors: true, strict: false });
formats.default(ajv);
ajv.addSchema(document.root, "document");

/** Keywords that no value can violate, and those whose schemas are visited. */
const OTHER_KEYWORDS = /^(description|default|readOnly|properties|items|x-.*)$/;

const describeConstraint = (
	place: string,
	keyword: string,
	name = "",
): string => [place || "/", keyword, name].join(" ").trim();

/** Lists the constraints of a schema and of the schemas below it. `*` stands for the index of an item. */
function listConstraints(reference: Node, place = ""): string[] {
	const schema = resolve(reference);
	const { items } = schema;
	return [
		...Object.entries(schema)
			.filter(([keyword]) => !OTHER_KEYWORDS.test(keyword))
			.filter(
				([keyword, value]) =>
					keyword !== "additionalProperties" || value === false,
			)
			.flatMap(([keyword, value]) =>
				[Array.isArray(value) ? value : ""]
					.flat()
					.map((name) => describeConstraint(place, keyword, name)),
			),
		...entries(child(schema, "properties")).flatMap(([name, each]) =>
			listConstraints(each, `${place}/${name}`),
		),
		...(isNode(items) ? listConstraints(items, `${place}/*`) : []),
	];
}

const describeError = ({ instancePath, keyword, params }: ErrorObject) =>
	describeConstraint(
		instancePath.replaceAll(/\/\d+/g, "/*"),
		keyword,
		params.missingProperty,
	);

/** Returns the constraints that each rejected request of the operation violates. */
function listViolations(
	id: string,
	findErrors: (request: { json?: unknown; query?: object }) => ErrorObject[],
): string[][] {
	return interactions
		.filter(({ description }) => description.startsWith(`${id}: `))
		.filter(({ response: { status } }) => status !== undefined)
		.map(({ request = {} }) => findErrors(request).map(describeError));
}

/** Expects one rejection for each constraint, and no rejection with several. */
function expectOneEach(violations: string[][], constraints: string[]): void {
	expect(violations.filter((each) => each.length > 1)).toEqual([]);
	expect([...new Set(violations.flat())].sort()).toEqual(constraints.sort());
	expect(constraints).not.toEqual([]);
}

describe("a rejected request violates each constraint, and no other", () => {
	test.each(operations.filter(({ requestContent }) => requestContent.length))(
		"in the body of $id",
		({ id, path, method, requestContent }) => {
			const [[mediaType, content] = ["", {}]] = requestContent;
			const [at, type] = [path, mediaType].map((step) =>
				encodeURIComponent(escapeSegment(step)),
			);
			const validate = ajv.compile({
				$ref: `document#/paths/${at}/${method.toLowerCase()}/requestBody/content/${type}/schema`,
			});
			const violations = listViolations(id, ({ json }) =>
				validate(json) ? [] : (validate.errors ?? []),
			);
			expectOneEach(violations, listConstraints(child(content, "schema")));
		},
	);

	test.each(operations.filter(({ parameters }) => parameters.length))(
		"in the query of $id",
		({ id, parameters }) => {
			const schemas = parameters.map((parameter): [string, Node] => [
				readString(parameter, "name"),
				child(parameter, "schema"),
			]);
			const findErrors = (name: string, value: unknown): ErrorObject[] => {
				// A repeated parameter violates no schema.
				if (typeof value !== "string") return [];
				const { $ref } = Object.fromEntries(schemas)[name] ?? {};
				const validate = ajv.compile({ $ref: `document${$ref}` });
				validate(/^[0-9]+$/.test(value) ? Number(value) : value);
				const instancePath = `/${name}`;
				return (validate.errors ?? []).map((error) => ({
					...error,
					instancePath,
				}));
			};
			const violations = listViolations(id, ({ query = {} }) =>
				Object.entries(query).flatMap((entry) => findErrors(...entry)),
			);
			const constraints = schemas.flatMap(([name, schema]) =>
				listConstraints(schema, `/${name}`).filter(
					// Every value in a query is a string.
					(each) =>
						each !== `/${name} type` || resolve(schema).type !== "string",
				),
			);
			expectOneEach(violations, constraints);
		},
	);
});
