import fc from "fast-check";
import { isNode, type Node } from "../../../../contracts/generate/document.ts";
import { wellFormed } from "../schema/json-values.ts";
import type { SchemaArbitraries } from "../schema/schema-violation.ts";

export type QueryPairs = readonly (readonly [name: string, value: string])[];
export type ErrorLocation =
	| { readonly pointer: string }
	| { readonly parameter: string };

export interface Parameter {
	readonly name: string;
	readonly schema: Node;
}

interface InvalidQuery {
	readonly query: QueryPairs;
	readonly location: ErrorLocation;
}

export interface QueryViolation {
	readonly title: string;
	readonly queries: fc.Arbitrary<InvalidQuery>;
}

const nonEmptyText = fc
	.oneof(wellFormed, fc.base64String())
	.filter((value) => value !== "");
const notInteger = fc.oneof(
	fc.constantFrom(
		"-1",
		"+5",
		"5.0",
		"1e1",
		" 5",
		"5 ",
		"5\n",
		"0x5",
		"5,6",
		"٥",
		"５",
		"-0",
		"NaN",
		"Infinity",
		"null",
	),
	nonEmptyText.filter((value) => !/^[0-9]+$/.test(value)),
);
const leadingZeros = fc.constantFrom("", "0", "000");

function createValues(
	{ name, schema }: Parameter,
	{ valid }: SchemaArbitraries,
): fc.Arbitrary<string> {
	if (isNode(schema.not)) return nonEmptyText;
	if (schema.type === "integer")
		return fc
			.tuple(leadingZeros, valid(schema))
			.map(([zeros, value]) => `${zeros}${value}`);
	if (schema.type === "string")
		return valid(schema)
			.map(String)
			.filter((value) => value !== "");
	throw new Error(
		`Unsupported type "${schema.type}" of the query parameter "${name}". Add values of this type to ${import.meta.filename}.`,
	);
}

/** Creates valid queries that also contain unknown parameters. */
export function validQuery(
	parameters: readonly Parameter[],
	schemas: SchemaArbitraries,
): fc.Arbitrary<QueryPairs> {
	const known = new Set(parameters.map(({ name }) => name));
	const knownPairs = parameters
		.filter(({ schema }) => !isNode(schema.not))
		.map((parameter) =>
			fc
				.option(createValues(parameter, schemas))
				.map(
					(value): QueryPairs =>
						value === null ? [] : [[parameter.name, value]],
				),
		);
	const name = fc.oneof(
		wellFormed,
		fc.constantFrom(
			"limit",
			"cursor",
			"Limit",
			"limit[]",
			"__proto__",
			"constructor",
		),
	);
	const unknown = fc.array(
		fc.tuple(
			name.filter((each) => !known.has(each)),
			wellFormed,
		),
		{ maxLength: 2 },
	);
	return fc
		.tuple(unknown, fc.tuple(...knownPairs), unknown)
		.map(([before, knownParts, after]) => [
			...before,
			...knownParts.flat(),
			...after,
		]);
}

/** Lists the ways in which one query parameter can be invalid. */
export function invalidQueries(
	parameters: readonly Parameter[],
	schemas: SchemaArbitraries,
): QueryViolation[] {
	return parameters.flatMap((parameter) => {
		const { name, schema } = parameter;
		const others = validQuery(
			// Forbidden instead of removed, so that it is not added a second time as an unknown parameter.
			parameters.map((each) =>
				each.name === name ? { name, schema: { not: {} } } : each,
			),
			schemas,
		);
		const createViolation = (
			description: string,
			invalidValues: fc.Arbitrary<readonly string[]>,
		): QueryViolation => ({
			title: `the parameter ${name} ${description}`,
			queries: fc.tuple(others, invalidValues).map(([query, values]) => ({
				query: [...query, ...values.map((value) => [name, value] as const)],
				location: { parameter: name },
			})),
		});
		// Every value in a query is text, so a value cannot have the wrong type.
		const schemaViolations = schemas
			.invalid(schema)
			.filter(({ description }) => !description.startsWith("is not of type"));
		const value = createValues(parameter, schemas);
		return [
			createViolation("is empty", fc.constant([""])),
			createViolation(
				"is repeated",
				fc.array(value, { minLength: 2, maxLength: 3 }),
			),
			...(schema.type === "integer"
				? [
						createViolation(
							"is not an integer",
							notInteger.map((each) => [each]),
						),
						createViolation(
							"is too large for a number",
							fc.constant(["9".repeat(400)]),
						),
					]
				: []),
			...(isNode(schema.not)
				? [
						createViolation(
							"was never issued",
							nonEmptyText.map((each) => [each]),
						),
					]
				: schemaViolations.map(({ description, values }) =>
						createViolation(
							description,
							values.map(({ value: each }) => [String(each)]),
						),
					)),
		];
	});
}
