import {
	allowsAny,
	type Field,
	hasType,
	isFreeText,
} from "../document/field.ts";
import { MAX_LENGTH } from "../document/violating-requests.ts";
import { isObject } from "../values/json.ts";
import { uniqueWord } from "../values/unique-word.ts";
import type { Probe } from "../verification/contract.ts";
import { buildRequest } from "../verification/operations.ts";
import { createRequestProbe } from "./probe.ts";
import { MAX_FIELDS, type Subject } from "./subject.ts";
import { createNewBody, createQuery } from "./valid-requests.ts";

const FIRST_LETTER = 0x4e00;
const LETTERS = 20_000;

/**
 * Returns a new text with this number of code points. Some of them take two UTF-16 units. The text is new, because a
 * service may require unique names.
 */
function textOf(length: number): string {
	const letter = String.fromCharCode(
		FIRST_LETTER + Math.floor(Math.random() * LETTERS),
	);
	const word = uniqueWord();
	return length < word.length
		? letter.repeat(length)
		: word + "😀".repeat(length - word.length);
}

/** By keyword, creates a value at the limit, which the keyword still allows. */
const BOUNDARIES: Readonly<
	Record<string, (limit: number, valid: unknown) => unknown>
> = {
	minLength: (length) => textOf(length),
	maxLength: (length) => textOf(length),
	minimum: (least) => least,
	maximum: (most) => most,
	minItems: (count, valid) => repeat(valid, count),
	maxItems: (count, valid) => repeat(valid, count),
};

const repeat = (valid: unknown, count: number): unknown[] =>
	Array<unknown>(count).fill(Array.isArray(valid) ? valid[0] : {});

interface Boundary {
	readonly place: string;
	readonly what: string;
	/** Returns the whole input, a new one for each call. */
	readonly create: () => unknown;
}

/**
 * Lists inputs at the limits of keywords.
 * @param valid a value that satisfies the field; undefined for an optional value
 * @param insert returns the whole input with another value at this place
 */
function listBoundaries(
	field: Field,
	valid: unknown,
	place = "",
	insert: (value: unknown) => unknown = (value) => value,
	left: { count: number } = { count: MAX_FIELDS },
): Boundary[] {
	if (--left.count < 0) return [];
	const { schema, properties, items, role, alternatives } = field;
	// A text of this length may violate the pattern.
	const isFree = !hasType(field, "string") || isFreeText(field);
	const own = Object.entries(BOUNDARIES).flatMap(([keyword, make]) => {
		const limit = schema[keyword];
		// Only the service knows a valid cursor.
		if (typeof limit !== "number" || !isFree || role === "cursor") return [];
		if (!/^(min|max)imum$/.test(keyword) && limit > MAX_LENGTH) return [];
		return [
			{
				place,
				what: `${keyword} ${limit}`,
				create: () => insert(make(limit, valid)),
			},
		];
	});
	// The example of a property that may have any value is one kind of many.
	if (place !== "" && allowsAny(schema) && alternatives.length === 0)
		own.push({
			...{ place, what: "any value" },
			create: () =>
				insert(
					valid === undefined || isObject(valid)
						? uniqueWord()
						: { understudy: uniqueWord() },
				),
		});
	const below = properties.flatMap(([name, each]) =>
		listBoundaries(
			each,
			isObject(valid) ? valid[name] : undefined,
			`${place}/${name}`,
			(value) => insert({ ...Object(valid), [name]: value }),
			left,
		),
	);
	const inItems =
		items && Array.isArray(valid) && valid.length > 0
			? listBoundaries(
					items,
					valid[0],
					`${place}/0`,
					(value) => insert(valid.with(0, value)),
					left,
				)
			: [];
	return [...own, ...below, ...inItems];
}

/** Creates probes of each value at a limit that a constraint still allows. */
export const createBoundaryProbes = (subject: Subject): Probe[] =>
	subject.tested.flatMap((tested) => {
		const { plan, operation } = tested;
		const inBody = plan.request
			? listBoundaries(plan.request, createNewBody(plan, [])).map((each) => ({
					...each,
					request: () =>
						buildRequest(operation, {
							query: createQuery(plan),
							body: each.create(),
						}),
				}))
			: [];
		const inQuery = listBoundaries(plan.query, {}).map((each) => ({
			...each,
			request: () => {
				const query = createQuery(plan, [], Object(each.create()));
				return buildRequest(operation, { query });
			},
		}));
		// Only query parameters have limits to probe: a path parameter at its limit names no record.
		const isOther = ({ place }: Boundary): boolean =>
			plan.references?.has(place.slice(1)) ||
			operation.parameters.some(
				(each) => each.in !== "query" && place === `/${each.name}`,
			);
		const { documented } = subject;
		return [...inQuery, ...inBody]
			.filter((each) => !isOther(each))
			.flatMap(({ place, what, request }) => {
				const { status, because } = documented.expectStatus(
					operation.id,
					request(),
				);
				if (because !== undefined) return [];
				return [
					createRequestProbe(
						tested,
						`${place || "the body"} at ${what}`,
						status,
						documented.findRequestAssumptions(operation.id),
						request,
					),
				];
			});
	});
