import { escapeSegment, isObject } from "../values/json.ts";
import type { ViolatingRequest } from "./model.ts";
import {
	child,
	DocumentError,
	entries,
	type Node,
	readString,
} from "./node.ts";
import { ownAssumptions } from "./provenance.ts";
import type { DocumentOperation, DocumentParts } from "./read-operations.ts";

/** A value that violates one constraint of a schema and no other. */
interface Violation {
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

/** @throws DocumentError if no violation of a constraint is known, so that none is missing */
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
				throw new DocumentError(
					`no value is known that violates ${keyword} at ${pointer || "the root"} of a request. Add x-invalid: { ${keyword}: <value> }.`,
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
function* listViolations(
	document: DocumentParts,
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

type Violating = Omit<ViolatingRequest, "operation">;

function listViolatingBodies(
	document: DocumentParts,
	{ node, requestContent: [body] }: DocumentOperation,
): Violating[] {
	if (!body) return [];
	const [, content] = body;
	const assumptions = ownAssumptions(
		document.resolve(child(node, "requestBody")),
	);
	const schema = child(content, "schema");
	const { required = [] } = document.resolve(schema);
	/** A service may reject the value of an optional property, too. Then the response names two places. */
	const keepRequired = (example: unknown): Node =>
		Object.fromEntries(
			Object.entries(Object(example)).filter(([name]) =>
				[required].flat().includes(name),
			),
		);
	return [
		...listViolations(
			document,
			schema,
			keepRequired(content.example),
			assumptions,
		),
	].map(({ pointer, input, ...violation }) => ({
		place: pointer,
		...violation,
		request: { json: input },
	}));
}

const listViolatingQueries = (
	document: DocumentParts,
	{ parameters }: DocumentOperation,
): Violating[] =>
	parameters
		.filter((parameter) => parameter.in === "query")
		.flatMap((parameter) => {
			const place = readString(parameter, "name");
			const violations = listViolations(
				document,
				child(parameter, "schema"),
				undefined,
				ownAssumptions(parameter),
			);
			return (
				[...violations]
					// Every value in a query is a string.
					.filter(
						({ constraint, expected }) =>
							constraint !== "type" || expected !== "string",
					)
					.map(({ constraint, expected, assumptions, input }) => ({
						place,
						constraint,
						expected,
						assumptions,
						request: { query: { [place]: String(input) } },
					}))
			);
		});

/**
 * Returns a request for each constraint of each request body and query parameter.
 * @throws DocumentError if no value is known that violates a constraint
 */
export const listViolatingRequests = (
	document: DocumentParts,
): ViolatingRequest[] =>
	document.operations.flatMap((operation) =>
		[
			...listViolatingQueries(document, operation),
			...listViolatingBodies(document, operation),
		].map((each) => ({ operation: operation.id, ...each })),
	);
