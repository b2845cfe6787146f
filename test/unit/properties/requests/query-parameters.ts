import fc from "fast-check";
import { isNode, type Node } from "../../../../src/document/node.ts";
import { wellFormed } from "../schema/json-values.ts";
import type { ReadSchema } from "../schema/schema-arbitraries.ts";

export type QueryPairs = readonly (readonly [name: string, value: string])[];
export type ErrorLocation =
	| { readonly pointer: string }
	| { readonly parameter: string };

export interface Parameter {
	readonly name: string;
	/** An integer, or a schema that accepts nothing, because the parameter is a cursor. */
	readonly schema: Node;
}

const nonEmptyText = fc
	.oneof(wellFormed, fc.base64String())
	.filter((value) => value !== "");
const notInteger = fc.oneof(
	fc.constantFrom(
		...[" 5", "5 ", "5\n"],
		..."-1 +5 5.0 1e1 0x5 5,6 ٥ ５ -0 NaN Infinity null".split(" "),
	),
	nonEmptyText.filter((value) => !/^[0-9]+$/.test(value)),
);
const leadingZeros = fc.constantFrom("", "0", "000");

const isCursor = ({ schema }: Parameter): boolean => isNode(schema.not);

function createValues(
	parameter: Parameter,
	read: ReadSchema,
): fc.Arbitrary<string> {
	const { valid } = read(parameter.schema);
	if (!valid) return nonEmptyText;
	return fc.tuple(leadingZeros, valid).map((both) => both.join(""));
}

/** Creates valid queries that also contain unknown parameters. */
export function validQuery(
	parameters: readonly Parameter[],
	read: ReadSchema,
): fc.Arbitrary<QueryPairs> {
	const known = new Set(parameters.map(({ name }) => name));
	const knownPairs = parameters
		.filter((parameter) => !isCursor(parameter))
		.map((parameter) =>
			fc.array(
				createValues(parameter, read).map(
					(value) => [parameter.name, value] as const,
				),
				{ maxLength: 1 },
			),
		);
	const name = fc.oneof(
		wellFormed,
		fc.constantFrom(
			..."limit cursor Limit limit[] __proto__ constructor".split(" "),
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
		.tuple(unknown, ...knownPairs, unknown)
		.map((pairs): QueryPairs => pairs.flat());
}

const one = (values: fc.Arbitrary<unknown>): fc.Arbitrary<string[]> =>
	values.map((value) => [String(value)]);

/** Lists the ways in which one query parameter can be invalid. */
export const invalidQueries = (
	parameters: readonly Parameter[],
	read: ReadSchema,
) =>
	parameters.flatMap((parameter) => {
		const { name, schema } = parameter;
		const others = validQuery(
			// Forbidden instead of removed, so that it is not added a second time as an unknown parameter.
			parameters.map((each) =>
				each.name === name ? { name, schema: { not: {} } } : each,
			),
			read,
		);
		// Every value in a query is text, so a value cannot have the wrong type.
		const violations = read(schema)
			.violations.filter(({ description }) => !/type/.test(description))
			.map(({ description, values }) => [
				description,
				one(values.map(({ value }) => value)),
			]);
		const invalid: Record<string, fc.Arbitrary<string[]>> = {
			"is empty": fc.constant([""]),
			"is repeated": fc.array(createValues(parameter, read), {
				minLength: 2,
				maxLength: 3,
			}),
			...(isCursor(parameter)
				? { "was never issued": one(nonEmptyText) }
				: {
						"is not a whole number": one(notInteger),
						"is too large for a number": fc.constant(["9".repeat(400)]),
						...Object.fromEntries(violations),
					}),
		};
		return Object.entries(invalid).map(([description, invalidValues]) => ({
			title: `the parameter ${name} ${description}`,
			property: undefined,
			requests: fc.tuple(others, invalidValues).map(([query, values]) => ({
				change: {
					query: [...query, ...values.map((each) => [name, each] as const)],
				},
				location: { parameter: name },
			})),
		}));
	});
