import { isDeepStrictEqual } from "node:util";
import { judgeResponse } from "../document/judgment/judge-response.ts";
import { essenceOf } from "../values/http.ts";
import { TOO_DEEP } from "../values/validation.ts";
import type {
	ComparedObservation,
	Sighting,
} from "../verification/observed.ts";
import {
	type Change,
	elementAt,
	removeKeywords,
	renameAt,
	setAt,
	splitPointer,
} from "./edit.ts";
import { findViolatedKeywords } from "./infer-schema.ts";
import { isEmptyPage, isUnread } from "./keyword-candidates.ts";
import { learnLimit } from "./learn-limits.ts";
import { learnLenience, learnUnlisted } from "./learn-parameters.ts";
import { findLimits } from "./learn-rules.ts";
import { learnTypes } from "./learn-types.ts";
import { learnAdditional, learnUnknown } from "./learn-unknown.ts";
import type { Learn, Of, Round } from "./lesson.ts";
import { findInvalidPlace, findViolated } from "./request-inputs.ts";
import {
	type Element,
	findContents,
	findElements,
	findSplits,
	type Place,
} from "./schema-places.ts";

/**
 * Removes the keyword that a value violates. A property that forbids all values is removed, or becomes that of the response
 * which returns the value.
 */
function relax(
	{ pointer, at, node }: Element,
	keyword: string,
	returned: unknown,
): Change {
	const [properties, name] = splitPointer(at);
	if (keyword !== "not" || !properties.endsWith("/properties"))
		return removeKeywords(pointer, ...(keyword in node ? [keyword] : []));
	return returned === undefined
		? removeKeywords(properties, name)
		: setAt(at, returned);
}

/** Returns the invalid place of a request. */
function placeOf(
	{ documented }: Round,
	{ target, request }: ComparedObservation | Sighting["example"],
): unknown {
	return findInvalidPlace(documented.expectStatus(target, request).violation);
}

/** Returns the elements of a successful response that contain the value of the request. */
function findReturned(
	{ document, documented }: Round,
	example: Sighting["example"],
	value: unknown,
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
	return found;
}

/** Learns the media type that the service requires for the body of a request. */
export const learnRequestType: Learn<Of<"request type">> = (
	round,
	[{ operation, change }],
) => {
	const { from, to } = change;
	const content = findContents(round.document, {
		...{ target: operation, status: "request" },
	}).find(({ mediaType }) => essenceOf(mediaType) === from);
	return (
		content && {
			...{ kind: "media type", from, to, isCertain: true },
			changes: [renameAt(content.at, to)],
		}
	);
};

/** Whether a request violates a keyword at a place. */
function violatesAt(
	round: Round,
	example: ComparedObservation,
	keyword: string,
	place: Place,
): boolean {
	const { target, request } = example;
	if (target !== place.target) return false;
	const { violation } = round.documented.expectStatus(target, request);
	const found = findViolated(round, { violation, example });
	return (
		found?.where === place.where &&
		found.elements.some(({ node }) =>
			findViolatedKeywords(node, found.value).includes(keyword),
		)
	);
}

const TIME = "date-time";

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
	// The limits and the meaning of a value with another type are unknown, unless it is a condition that no record meets. A
	// number may be a time.
	const isTime = found.elements.some(({ node }) => node.format === TIME);
	const isUnclear =
		keyword === "type" && (isTime || !isEmptyPage(first.example));
	if (keyword === undefined || others.length > 0 || isUnclear) return undefined;
	const [element] = found.elements;
	const { target } = first.example;
	const returned = findReturned(round, first.example, found.value);
	const own = returned.find(({ at }) =>
		at.endsWith(`/properties${found.name}`),
	);
	const limit = element?.node[keyword];
	const rejected = round.observations.exchanges.filter(
		({ response }) => response.status >= 400,
	);
	const isSame = (each: ComparedObservation): boolean =>
		each.target === target &&
		isDeepStrictEqual(placeOf(round, each), placeOf(round, first.example));
	if (rejected.some(isSame))
		return {
			where: `request ${found.where}`,
			why: `${target} rejects some values that violate ${keyword} ${JSON.stringify(limit)}, and accepts others.`,
			question: `Which values does ${target} accept at ${found.where}?`,
		};
	return {
		...{ kind: "constraint", where: `request ${found.where}`, isCertain: true },
		isLate: isUnread(round, target, found.name.replace("/", "")),
		from:
			keyword === "not" ? "rejected" : `${keyword} ${JSON.stringify(limit)}`,
		to: "accepted",
		splits: found.elements.flatMap((element) =>
			findSplits(round, element, (place) =>
				rejected.some((each) => violatesAt(round, each, keyword, place)),
			),
		),
		changes: [
			...found.elements,
			...returned.filter(({ node }) =>
				findViolatedKeywords(node, found.value).includes(keyword),
			),
		].map((each) =>
			relax(each, keyword, own && elementAt(round.document.root, own.at)),
		),
	};
};

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

/** Learn which requests the service accepts. */
export const REQUEST_LEARNERS: readonly Learn[] = [
	...[learnLenience, learnUnlisted, learnDepth],
	...[learnAcceptance, learnAdditional, learnUnknown, learnTypes],
	learnLimit,
];
