import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { generate } from "../../../contracts/generate/main.ts";
import { interactions } from "../../../contracts/interactions/index.ts";
import { escapeSegment } from "../../../src/values/json-pointer.ts";
import { scratchCopy } from "../../support/scratch-copy.ts";

interface Schema {
	readonly $ref?: string;
	readonly required?: readonly string[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
	readonly [keyword: string]: unknown;
}

interface Parameter {
	readonly name: string;
	readonly schema: Schema;
}

interface Operation {
	readonly operationId: string;
	readonly parameters?: readonly Parameter[];
	readonly requestBody?: {
		readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
	};
}

const document: {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
} = parse(
	await readFile(
		join(import.meta.dirname, "../../../contracts/openapi.yaml"),
		"utf8",
	),
);

const ajv = new Ajv2020({ allErrors: true, strict: false });
formats.default(ajv);
ajv.addSchema(document, "document");

/** Keywords that no value can violate, and those whose schemas are visited. */
const OTHER_KEYWORDS = /^(description|default|readOnly|properties|items|x-.*)$/;

const describeConstraint = (
	place: string,
	keyword: string,
	name = "",
): string => [place || "/", keyword, name].join(" ").trim();

/** Returns the schema that a `$ref` names, with the keywords beside it. */
function resolve({ $ref, ...beside }: Schema): Schema {
	const name = $ref?.replace("#/components/schemas/", "") ?? "";
	return { ...document.components.schemas[name], ...beside };
}

/** Lists the constraints of a schema and of the schemas below it. `*` stands for the index of an item. */
function listConstraints(reference: Schema, place = ""): string[] {
	const schema = resolve(reference);
	const { properties = {}, items, required = [] } = schema;
	return [
		...Object.entries(schema)
			.filter(([keyword]) => !OTHER_KEYWORDS.test(keyword))
			.filter(
				([keyword, value]) =>
					keyword !== "additionalProperties" || value === false,
			)
			.flatMap(([keyword]) =>
				(keyword === "required" ? required : [""]).map((name) =>
					describeConstraint(place, keyword, name),
				),
			),
		...Object.entries(properties).flatMap(([name, each]) =>
			listConstraints(each, `${place}/${name}`),
		),
		...(items ? listConstraints(items, `${place}/*`) : []),
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

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
	Object.entries(item)
		.filter(([method]) => !method.startsWith("x-"))
		.map(([method, operation]) => ({ path, method, ...operation })),
);

describe("a rejected request violates each constraint, and no other", () => {
	test.each(operations.filter(({ requestBody }) => requestBody))(
		"in the body of $operationId",
		({ operationId, path, method, requestBody }) => {
			const [[mediaType = "", content] = []] = Object.entries(
				requestBody?.content ?? {},
			);
			const pointer = [
				"paths",
				path,
				method,
				"requestBody",
				"content",
				mediaType,
			];
			const validate = ajv.compile({
				$ref: `document#/${pointer.map((step) => encodeURIComponent(escapeSegment(step))).join("/")}/schema`,
			});
			const violations = listViolations(operationId, ({ json }) =>
				validate(json) ? [] : (validate.errors ?? []),
			);
			expectOneEach(violations, listConstraints(content?.schema ?? {}));
		},
	);

	test.each(operations.filter(({ parameters }) => parameters))(
		"in the query of $operationId",
		({ operationId, parameters = [] }) => {
			const validators = new Map(
				parameters.map(({ name, schema: { $ref } }) => [
					name,
					ajv.compile({ $ref: `document${$ref}` }),
				]),
			);
			const violations = listViolations(operationId, ({ query = {} }) =>
				Object.entries(query)
					// A repeated parameter violates no schema.
					.filter(([, value]) => typeof value === "string")
					.flatMap(([name, value]) => {
						const validate = validators.get(name);
						const read = /^[0-9]+$/.test(value) ? Number(value) : value;
						return validate?.(read) === false
							? (validate.errors ?? []).map((error) => ({
									...error,
									instancePath: `/${name}`,
								}))
							: [];
					}),
			);
			expectOneEach(
				violations,
				parameters.flatMap(({ name, schema }) =>
					listConstraints(schema, `/${name}`).filter(
						// Every value in a query is a string.
						(each) =>
							each !== `/${name} type` || resolve(schema).type !== "string",
					),
				),
			);
		},
	);
});

test.each([
	["multipleOf", "  default: 20\n", "  default: 20\n      multipleOf: 5\n"],
	["pattern", /, pattern: "2026.*"/g, ""],
])(
	"generating fails if no value is known that violates a %s",
	async (keyword, from, to) => {
		await using copy = await scratchCopy();
		await copy.replace("contracts/openapi.yaml", from, to);
		await expect(generate(copy.root)).rejects.toThrow(
			`no value is known that violates ${keyword} at `,
		);
	},
);
