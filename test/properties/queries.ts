import fc from "fast-check";
import { isNode, type Node } from "../../contracts/generate/document.ts";

import { wellFormed } from "./json-values.ts";
import type { SchemaArbitraries } from "./schema-faults.ts";

export type Query = readonly (readonly [name: string, value: string])[];
export type Place =
	| { readonly pointer: string }
	| { readonly parameter: string };

export interface Parameter {
	readonly name: string;
	readonly schema: Node;
}

interface BrokenQuery {
	readonly query: Query;
	readonly place: Place;
}

export interface QueryFault {
	readonly title: string;
	readonly queries: fc.Arbitrary<BrokenQuery>;
}

const filled = fc
	.oneof(wellFormed, fc.base64String())
	.filter((value) => value !== "");
const noWholeNumber = fc.oneof(
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
	filled.filter((value) => !/^[0-9]+$/.test(value)),
);
const leadingZeros = fc.constantFrom("", "0", "000");

function values(
	{ name, schema }: Parameter,
	{ valid }: SchemaArbitraries,
): fc.Arbitrary<string> {
	if (isNode(schema.not)) return filled;
	if (schema.type === "integer")
		return fc
			.tuple(leadingZeros, valid(schema))
			.map(([zeros, value]) => `${zeros}${value}`);
	if (schema.type === "string")
		return valid(schema)
			.map(String)
			.filter((value) => value !== "");
	throw new Error(
		`There are no arbitraries yet for parameters of the type ${schema.type}, like ${name}: add them.`,
	);
}

/** A query that the parameters allow, with parameters that are not known among them. */
export function validQuery(
	parameters: readonly Parameter[],
	schemas: SchemaArbitraries,
): fc.Arbitrary<Query> {
	const known = new Set(parameters.map(({ name }) => name));
	const given = parameters
		.filter(({ schema }) => !isNode(schema.not))
		.map((parameter) =>
			fc
				.option(values(parameter, schemas))
				.map(
					(value): Query => (value === null ? [] : [[parameter.name, value]]),
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
		.tuple(unknown, fc.tuple(...given), unknown)
		.map(([before, between, after]) => [
			...before,
			...between.flat(),
			...after,
		]);
}

/** Every way in which one parameter can be wrong. */
export function invalidQueries(
	parameters: readonly Parameter[],
	schemas: SchemaArbitraries,
): QueryFault[] {
	return parameters.flatMap((parameter) => {
		const { name, schema } = parameter;
		const others = validQuery(
			// The broken one stays known, so that it is not given a second time as an unknown one.
			parameters.map((each) =>
				each.name === name ? { name, schema: { not: {} } } : each,
			),
			schemas,
		);
		const fault = (
			what: string,
			broken: fc.Arbitrary<readonly string[]>,
		): QueryFault => ({
			title: `the parameter ${name} ${what}`,
			queries: fc.tuple(others, broken).map(([query, given]) => ({
				query: [...query, ...given.map((value) => [name, value] as const)],
				place: { parameter: name },
			})),
		});
		// In a query every value is text, so none is of another type than text.
		const ofSchema = schemas
			.invalid(schema)
			.filter(({ what }) => !what.startsWith("is of another type"));
		const value = values(parameter, schemas);
		return [
			fault("is empty", fc.constant([""])),
			fault("is repeated", fc.array(value, { minLength: 2, maxLength: 3 })),
			...(schema.type === "integer"
				? [
						fault(
							"is no whole number",
							noWholeNumber.map((each) => [each]),
						),
						fault("is beyond any number", fc.constant(["9".repeat(400)])),
					]
				: []),
			...(isNode(schema.not)
				? [
						fault(
							"was never issued",
							filled.map((each) => [each]),
						),
					]
				: ofSchema.map(({ what, broken }) =>
						fault(
							what,
							broken.map(({ value: each }) => [String(each)]),
						),
					)),
		];
	});
}
