import { isDeepStrictEqual } from "node:util";
import { judgeResponse } from "../document/judgment/judge-response.ts";
import { essenceOf } from "../values/http.ts";
import { tryParseJson, valueAt } from "../values/json.ts";
import { TOO_DEEP } from "../values/validation.ts";
import { CONTENT_TYPE } from "../verification/differences/learnt-differences.ts";
import type {
	ComparedObservation,
	Sighting,
} from "../verification/observed.ts";
import {
	type Change,
	joinPointer,
	removeKeywords,
	renameAt,
	setAt,
	splitPointer,
} from "./edit.ts";
import { findViolatedKeywords } from "./infer-schema.ts";
import { isUnread } from "./keyword-candidates.ts";
import { learnLenience, learnUnlisted } from "./learn-parameters.ts";
import { findLimits } from "./learn-rules.ts";
import { learnAdditional, learnUnknown } from "./learn-unknown.ts";
import type { Group, Learn, Round, Taught } from "./lesson.ts";
import {
	findViolated,
	findWithDefault,
	listInputs,
	sizeOf,
	withBytes,
	withSize,
} from "./request-inputs.ts";
import {
	type Element,
	findContents,
	findElements,
	findResponse,
	stepsOf,
} from "./schema-places.ts";

/** Removes a property that forbids all values, or the keyword that a value violates. */
function relax({ pointer, at, node }: Element, keyword: string): Change {
	const [properties, name] = splitPointer(at);
	if (keyword === "not" && properties.endsWith("/properties"))
		return removeKeywords(properties, name);
	return removeKeywords(pointer, ...(keyword in node ? [keyword] : []));
}

/** Returns the invalid place of a request. */
function placeOf(
	{ documented }: Round,
	{ target, request }: ComparedObservation | Sighting["example"],
): unknown {
	const { violation } = documented.expectStatus(target, request);
	return violation && "places" in violation ? violation.places[0] : undefined;
}

/** Returns the elements of a successful response that contain the value of the request and forbid it, too. */
function findRepeated(
	{ document, documented }: Round,
	example: Sighting["example"],
	value: unknown,
	keyword: string,
): Element[] {
	const { target } = example;
	const status = documented.operations.find(({ id }) => id === target)?.success;
	if (status === undefined) return [];
	const found: Element[] = [];
	judgeResponse(
		documented,
		{ ...example, status },
		{
			visit(where, seen) {
				if (isDeepStrictEqual(seen, value))
					found.push(...findElements(document, { target, status, where }));
			},
		},
	);
	return found.filter(({ node }) =>
		findViolatedKeywords(node, value).includes(keyword),
	);
}

/** Learns the media type that the service requires for the body of a request. */
export const learnRequestType: Learn = (round, [first]) => {
	const { where, example, expected, actual } = first;
	if (where !== CONTENT_TYPE) return undefined;
	const { target } = example;
	const content = findContents(round.document, {
		...{ target, status: "request" },
	}).find(({ mediaType }) => essenceOf(mediaType) === expected);
	return (
		content && {
			...{ kind: "media type", from: expected, to: actual, isCertain: true },
			changes: [renameAt(content.at, actual)],
		}
	);
};

/** Learns that the service does not have a rule for requests. */
const learnAcceptance: Learn = (round, [first]) => {
	const found = findViolated(round, first);
	if (
		!found ||
		found.value === undefined ||
		first.example.response.status >= 300
	)
		return undefined;
	const keywords = found.elements.map(({ node }) =>
		findViolatedKeywords(node, found.value),
	);
	const [[keyword, ...others] = []] = keywords;
	// The limits and the meaning of a value with another type are unknown.
	if (keyword === undefined || others.length > 0 || keyword === "type")
		return undefined;
	const [element] = found.elements;
	const limit = element?.node[keyword];
	const { target } = first.example;
	const isContradicted = round.observations.exchanges.some(
		(each) =>
			each.target === target &&
			each.response.status >= 400 &&
			isDeepStrictEqual(placeOf(round, each), placeOf(round, first.example)),
	);
	if (isContradicted)
		return {
			where: `request ${found.where}`,
			why: `${target} rejects some values that violate ${keyword} ${JSON.stringify(limit)}, and accepts others.`,
			question: `Which values does ${target} accept at ${found.where}?`,
		};
	return {
		...{ kind: "constraint", where: `request ${found.where}`, isCertain: true },
		isLate: found.elements.some(({ pointer }) => isUnread(round, pointer)),
		from:
			keyword === "not" ? "rejected" : `${keyword} ${JSON.stringify(limit)}`,
		to: "accepted",
		changes: [
			...found.elements,
			...findRepeated(round, first.example, found.value, keyword),
		].map((each) => relax(each, keyword)),
	};
};

/** Learns that the largest body is smaller than the document says. */
async function learnBytes(
	{ document, measure }: Round,
	[{ example }]: Group,
): Promise<Taught | undefined> {
	const { status, request, response } = example;
	if (status >= 300 || response.status < 400) return undefined;
	const size = Buffer.byteLength(request.body ?? "");
	const elements = document.operations
		.flatMap((each) => each.responses.map(([key]) => [each.id, key] as const))
		.flatMap(
			([target, key]) => findResponse(document, target, Number(key)) ?? [],
		)
		.filter(({ node }) => node["x-max-bytes"] === size);
	if (elements.length === 0) return undefined;
	const largest = await measure?.((bytes) => withBytes(request, bytes), size);
	return largest === undefined
		? undefined
		: {
				...{ kind: "limit", where: "request", isCertain: true },
				...{ from: `x-max-bytes ${size}`, to: `x-max-bytes ${largest}` },
				changes: elements.map(({ pointer }) =>
					setAt(pointer, largest, "/x-max-bytes"),
				),
			};
}

/** Learns that the service accepts bodies that are nested more deeply than the document says. */
const learnDepth: Learn = (round, [{ example, violation }]) => {
	const { status, response } = example;
	const places = violation && "places" in violation ? violation.places : [];
	const isTooDeep = places.some(({ detail }) => detail === TOO_DEEP);
	return isTooDeep && response.status < 300
		? {
				...{ kind: "no limit", where: "request $", isCertain: true },
				...{ from: `${status}`, to: "accepted" },
				changes: findLimits(round, "x-max-depth").map(({ pointer }) =>
					removeKeywords(pointer, "x-max-depth"),
				),
			}
		: undefined;
};

const UPPER = ["maximum", "maxLength", "maxItems"];

/** Learns a limit that is smaller than the documented one. */
async function learnLimit(
	round: Round,
	[first]: Group,
): Promise<Taught | undefined> {
	const { status, response } = first.example;
	if (status >= 300 || response.status < 400) return undefined;
	for (const { name, value, elements } of listInputs(round, first.example))
		for (const { pointer, node } of elements)
			for (const keyword of UPPER) {
				const limit = node[keyword];
				if (typeof limit !== "number" || sizeOf(value) !== limit) continue;
				const { request } = first.example;
				const largest = await round.measure?.(
					(size) => withSize(request, name, size),
					limit,
				);
				if (largest === undefined) continue;
				return {
					...{ kind: "limit", where: `request $.${name}`, isCertain: true },
					...{ from: `${keyword} ${limit}`, to: `${keyword} ${largest}` },
					changes: [setAt(pointer, largest, joinPointer(keyword))],
				};
			}
	return undefined;
}

/** So many pages of one size show that the size is no chance. */
const MIN_PAGES = 2;

/** Learns how many items a page has by default. */
export const learnPageSize: Learn = (
	round,
	[{ operation, where, expected, actual }],
) => {
	const [from, to] = [expected, actual].map((each) =>
		Number(/^(\d+) items$/.exec(each)?.[1]),
	);
	const inputs = findWithDefault(round, operation, from);
	const [{ name, pointer } = { name: "", pointer: "" }, ...others] = inputs;
	if (pointer === "" || others.length > 0) return undefined;
	const counts = round.observations.exchanges.flatMap((each) => {
		const isAsked = listInputs(round, each).some((one) => one.name === name);
		const json = tryParseJson(`${each.response.body}`);
		const items = valueAt(json, ...stepsOf(where));
		const isPage = each.target === operation && !isAsked;
		return isPage && Array.isArray(items) ? [items.length] : [];
	});
	// Without a limit, the pages grow while checks create records.
	const isLimit =
		Math.max(...counts) === to &&
		counts.filter((each) => each === to).length >= MIN_PAGES;
	return isLimit
		? {
				...{ kind: "limit", where: `request $.${name}` },
				...{ from: `default ${from}`, to: `default ${to}` },
				changes: [setAt(pointer, to, "/default")],
			}
		: undefined;
};

/** Learn which requests the service accepts. */
export const REQUEST_LEARNERS: readonly Learn[] = [
	...[learnLenience, learnUnlisted, learnDepth],
	...[learnAcceptance, learnAdditional, learnUnknown, learnLimit, learnBytes],
];
