import {
	escapeSegment,
	filterEntries,
	isObject,
	withValueAt,
} from "../values/json.ts";
import { ownAssumptions } from "./extensions.ts";
import type { ViolatingRequest } from "./model.ts";
import {
	child,
	type DocumentOperation,
	type DocumentParts,
	entries,
	findSuccess,
	type Node,
	readString,
} from "./node.ts";

/** A value that violates one constraint of a schema and no other. */
interface Violation
	extends Pick<ViolatingRequest, "constraint" | "expected" | "assumptions"> {
	/** A JSON pointer to the value that has the constraint. */
	readonly pointer: string;
	/** The whole value, which is invalid only at the pointer. */
	readonly input: unknown;
}

/** Keywords that no value can violate, and keywords that `listViolations` handles itself. */
const WITHOUT_VIOLATION =
	/^(description|default|example|readOnly|properties|items|x-.*)$/;

const WRONG_TYPES: Readonly<Record<string, unknown>> = {
	object: [],
	array: {},
	string: 5,
	integer: "ten",
};

/**
 * The maximum length of texts and arrays in these requests. Longer ones would test the memory of a service instead of
 * its limits.
 */
export const MAX_LENGTH = 100_000;

const repeat = (value: unknown, count: number): unknown[] =>
	Array(count).fill(Array.isArray(value) ? value[0] : undefined);

/** Values of a schema. */
interface Samples {
	/** A value that satisfies it. Undefined stands for an optional value that the example omits. */
	readonly valid: unknown;
	/** The value at the same place in the example of the response. */
	readonly shown?: unknown;
}

/**
 * By keyword, returns a value that is likely to violate it. The value may violate other keywords, too. Each name in
 * `required` is a separate constraint.
 */
const INVALID: Readonly<
	Record<string, (expected: unknown, valid: unknown, shown: unknown) => unknown>
> = {
	type: (type) => WRONG_TYPES[String(type)],
	required: (name, valid) =>
		filterEntries(Object(valid), (each) => each !== String(name)),
	// A service that takes the value of a client takes only one of this form.
	not: (_, __, shown) => shown ?? "understudy",
	minLength: (length) =>
		Number(length) > 0 && Number(length) <= MAX_LENGTH
			? "a".repeat(Number(length) - 1)
			: undefined,
	maxLength: (length) =>
		Number(length) < MAX_LENGTH ? "a".repeat(Number(length) + 1) : undefined,
	minItems: (count, valid) =>
		Number(count) > 0 && Number(count) <= MAX_LENGTH
			? repeat(valid, Number(count) - 1)
			: undefined,
	maxItems: (count, valid) =>
		Number(count) < MAX_LENGTH ? repeat(valid, Number(count) + 1) : undefined,
	minimum: (least) => Number(least) - 1,
	maximum: (most) => Number(most) + 1,
	// Without its required properties, an object would violate `required`, too.
	minProperties: (least, valid) =>
		Number(least) > 0 && isObject(valid) && Object.keys(valid).length === 0
			? {}
			: undefined,
	const: () => "understudy",
	enum: () => "understudy",
	format: () => "understudy",
	pattern: () => "\u{1F3AD}",
	exclusiveMinimum: (least) => least,
	exclusiveMaximum: (most) => most,
	additionalProperties: (_, valid) => ({ ...Object(valid), understudy: true }),
};

/** Yields values that violate the keywords of a schema. Skips keywords for which no invalid value is known. */
function* listInvalid(schema: Node, { valid, shown }: Samples) {
	const samples = child(schema, "x-invalid");
	for (const [constraint, value] of Object.entries(schema)) {
		const isUnlimited =
			constraint === "additionalProperties" && value !== false;
		if (isUnlimited || WITHOUT_VIOLATION.test(constraint)) continue;
		const names = constraint === "required" ? [value].flat() : [value];
		for (const expected of names) {
			const invalid =
				constraint in samples
					? samples[constraint]
					: INVALID[constraint]?.(expected, valid, shown);
			if (invalid !== undefined) yield { constraint, expected, invalid };
		}
	}
}

/** Returns the property names, and the index of one item, with their schemas. */
function listParts(schema: Node, valid: unknown): [key: string, Node][] {
	// The last item, because a service may check the first one only.
	if (Array.isArray(valid) && valid.length > 0)
		return [[`${valid.length - 1}`, child(schema, "items")]];
	return isObject(valid) ? entries(child(schema, "properties")) : [];
}

/**
 * Yields a violation of each constraint of the schema and of the schemas below it.
 * @param insert returns the whole value with the value at the pointer replaced
 */
function* listViolations(
	document: DocumentParts,
	raw: Node,
	{ valid, shown }: Samples,
	inherited: readonly string[],
	pointer = "",
	insert: (value: unknown) => unknown = (value) => value,
): Generator<Violation> {
	const schema = document.resolve(raw);
	const assumptions = ownAssumptions(schema, inherited);
	for (const { invalid, ...each } of listInvalid(schema, { valid, shown }))
		yield { pointer, ...each, assumptions, input: insert(invalid) };
	for (const [key, part] of listParts(schema, valid))
		yield* listViolations(
			document,
			part,
			{ valid: Object(valid)[key], shown: Object(shown)[key] },
			assumptions,
			`${pointer}/${escapeSegment(key)}`,
			(value) => insert(withValueAt(valid, [key], value)),
		);
}

type Violating = Omit<ViolatingRequest, "operation">;

function listViolatingBodies(
	document: DocumentParts,
	{ node, requestContent: [body], responses }: DocumentOperation,
): Violating[] {
	if (!body) return [];
	const [, content] = body;
	const success = findSuccess(responses);
	const [, response = {}] = responses.find(([each]) => each === success) ?? [];
	const [[, { example: shown = undefined } = {}] = []] = entries(
		child(document.resolve(response), "content"),
	);
	const assumptions = ownAssumptions(
		document.resolve(child(node, "requestBody")),
	);
	const schema = child(content, "schema");
	const required = [document.resolve(schema).required].flat();
	// A service may also reject a valid value of an optional property. Then the response names two places.
	const valid = filterEntries(Object(content.example), (name) =>
		required.includes(name),
	);
	return [
		...listViolations(document, schema, { valid, shown }, assumptions),
	].map(({ pointer: place, input, ...violation }) => ({
		place,
		...violation,
		request: { json: input },
	}));
}

const WRITTEN_AS_TEXT = /^(string|array|object)$/;

const listViolatingQueries = (
	document: DocumentParts,
	{ parameters }: DocumentOperation,
): Violating[] =>
	parameters
		.filter((parameter) => parameter.in === "query")
		.flatMap((parameter) => {
			const place = readString(parameter, "name");
			const schema = child(parameter, "schema");
			const assumptions = ownAssumptions(parameter);
			return (
				[...listViolations(document, schema, { valid: undefined }, assumptions)]
					// Every query value is a string. A string is also accepted as an array with one item.
					.filter(
						({ constraint, expected }) =>
							constraint !== "type" || !WRITTEN_AS_TEXT.test(String(expected)),
					)
					.map(({ pointer: _, input, ...violation }) => ({
						place,
						...violation,
						request: { query: { [place]: input } },
					}))
			);
		});

/**
 * Returns requests, each of which should violate one constraint of a request body or query parameter. If only the
 * service knows which values are invalid, a request may violate several constraints or none.
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
