import { isObject } from "../../src/values/is-object.ts";
import { escapeSegment } from "../../src/values/json-pointer.ts";
import {
	type ContractDocument,
	child,
	entries,
	type Node,
} from "./document.ts";
import { ownAssumptions } from "./provenance.ts";

/** A value that violates one constraint of a schema and no other. */
export interface Violation {
	/** A JSON pointer to the value that has the constraint. */
	readonly pointer: string;
	/** The keyword of the schema. */
	readonly constraint: string;
	/** The value of the keyword, or the name of one required property. */
	readonly expected: unknown;
	/** The ids that the schema carries or inherits. */
	readonly assumptions: readonly string[];
	/** The whole value, which is invalid only at the pointer. */
	readonly input: unknown;
}

/** Keywords that no value can violate, and those that `listViolations` follows. */
const WITHOUT_VIOLATION =
	/^(description|default|example|readOnly|properties|items|x-.*)$/;

const WRONG_TYPES: Readonly<Record<string, unknown>> = {
	object: [],
	array: {},
	string: 5,
	integer: "ten",
};

const omit = (value: unknown, name: unknown): Node =>
	Object.fromEntries(
		Object.entries(isObject(value) ? value : {}).filter(
			([key]) => key !== name,
		),
	);

const repeat = (value: unknown, count: number): unknown[] =>
	Array(count).fill(Array.isArray(value) ? value[0] : undefined);

/** An invalid value for each constraint that a keyword expresses. */
type Invalid = readonly (readonly [expected: unknown, invalid: unknown])[];

const INVALID: Readonly<
	Record<string, (expected: unknown, valid: unknown) => Invalid>
> = {
	type: (type) => [[type, WRONG_TYPES[String(type)]]],
	required: (names, valid) =>
		[names].flat().map((name) => [name, omit(valid, name)]),
	not: (schema) => [[schema, "understudy"]],
	minLength: (length) => [[length, "a".repeat(Number(length) - 1)]],
	maxLength: (length) => [[length, "a".repeat(Number(length) + 1)]],
	minItems: (count, valid) => [[count, repeat(valid, Number(count) - 1)]],
	maxItems: (count, valid) => [[count, repeat(valid, Number(count) + 1)]],
	minimum: (least) => [[least, Number(least) - 1]],
	maximum: (most) => [[most, Number(most) + 1]],
};

/** @throws Error if no violation of a constraint is known, so that none is missing */
function* listInvalid(
	schema: Node,
	valid: unknown,
	pointer: string,
): Generator<
	readonly [constraint: string, expected: unknown, invalid: unknown]
> {
	const samples = child(schema, "x-invalid");
	for (const [keyword, value] of Object.entries(schema)) {
		const isUnlimited = keyword === "additionalProperties" && value !== false;
		if (isUnlimited || WITHOUT_VIOLATION.test(keyword)) continue;
		const sample: Invalid = [[value, samples[keyword]]];
		const all =
			keyword in samples
				? sample
				: (INVALID[keyword]?.(value, valid) ?? sample);
		for (const [expected, invalid] of all) {
			if (invalid === undefined)
				throw new Error(
					`openapi.yaml: no value is known that violates ${keyword} at ${pointer || "the root"} of a request. Add x-invalid: { ${keyword}: <value> }.`,
				);
			yield [keyword, expected, invalid];
		}
	}
}

/**
 * Yields a violation of each constraint of the schema and of the schemas below it.
 * @param valid a value that satisfies the schema. Undefined stands for an optional value that the example omits.
 * @param insert returns the whole value with another value at the pointer
 */
export function* listViolations(
	document: ContractDocument,
	raw: Node,
	valid: unknown,
	inherited: readonly string[] = [],
	pointer = "",
	insert: (value: unknown) => unknown = (value) => value,
): Generator<Violation> {
	const schema = document.resolve(raw);
	const assumptions = ownAssumptions(schema, inherited);
	for (const [constraint, expected, invalid] of listInvalid(
		schema,
		valid,
		pointer,
	))
		yield {
			pointer,
			constraint,
			expected,
			assumptions,
			input: insert(invalid),
		};
	const below: [string, Node, unknown, (value: unknown) => unknown][] = [];
	if (isObject(valid))
		for (const [name, each] of entries(child(schema, "properties")))
			below.push([
				name,
				each,
				valid[name],
				(value) => ({ ...valid, [name]: value }),
			]);
	if (Array.isArray(valid) && isObject(schema.items)) {
		// The last item, because a service may look at the first only.
		const index = valid.length - 1;
		below.push([
			`${index}`,
			schema.items,
			valid[index],
			(value) => valid.with(index, value),
		]);
	}
	for (const [name, each, value, insertHere] of below)
		yield* listViolations(
			document,
			each,
			value,
			assumptions,
			`${pointer}/${escapeSegment(name)}`,
			(replacement) => insert(insertHere(replacement)),
		);
}
