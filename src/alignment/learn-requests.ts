import { isDeepStrictEqual } from "node:util";
import { judgeResponse } from "../document/judgment/judge-response.ts";
import { isNode } from "../document/node.ts";
import { groupBy } from "../values/group-by.ts";
import type {
	ComparedObservation,
	Sighting,
} from "../verification/observed.ts";
import { type Change, joinPointer, splitPointer } from "./edit.ts";
import { findViolatedKeywords } from "./infer-schema.ts";
import {
	groupRequests,
	learnAdditional,
	learnUnknown,
} from "./learn-unknown.ts";
import {
	joinLessons,
	type Learnt,
	type Lesson,
	type Round,
	summarize,
	type Undecided,
} from "./lesson.ts";
import { findParameters, findViolated, listInputs } from "./request-inputs.ts";
import { type Element, findElements, listParts } from "./schema-places.ts";
import type { Measure } from "./service.ts";

/** Removes a property that no value may have, or the keyword that a value violates. */
function relax({ pointer, at, node }: Element, keyword: string): Change {
	const [properties, name] = splitPointer(at);
	return keyword === "not" && properties.endsWith("/properties")
		? {
				pointer: properties,
				edit: () => [{ pointer: joinPointer(name), remove: true }],
			}
		: {
				pointer,
				edit: (before) =>
					isNode(before) && keyword in before && keyword in node
						? [{ pointer: joinPointer(keyword), remove: true }]
						: [],
			};
}

/** Returns the place that a request violates. */
function placeOf(
	{ documented }: Round,
	{ target, request }: ComparedObservation | Sighting["example"],
): unknown {
	const { violation } = documented.expectStatus(target, request);
	return violation && "places" in violation ? violation.places[0] : undefined;
}

/** Returns the elements of a successful response that has the value of the request, and that the value violates, too. */
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

/** A rule for requests that the service does not have. */
function learnAcceptance(
	round: Round,
	group: readonly [Sighting, ...Sighting[]],
): Lesson | Undecided | undefined {
	const [first] = group;
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
	// A value of another type has no limits, and what it means is open.
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
			...{ operation: target, where: `request ${found.where}` },
			why: `${target} rejects some values that violate ${keyword} ${JSON.stringify(limit)}, and accepts others.`,
			question: `Which values does ${target} accept at ${found.where}?`,
		};
	return {
		...summarize(group),
		...{
			kind: "constraint",
			where: `request ${found.where}`,
			of: group.length,
			isCertain: true,
		},
		from:
			keyword === "not" ? "rejected" : `${keyword} ${JSON.stringify(limit)}`,
		to: "accepted",
		changes: [
			...found.elements,
			...findRepeated(round, first.example, found.value, keyword),
		].map((each) => relax(each, keyword)),
	};
}

const UPPER = ["maximum", "maxLength", "maxItems"];

/** A smaller limit than the documented one. */
async function learnLimit(
	round: Round,
	group: readonly [Sighting, ...Sighting[]],
	measure: Measure,
): Promise<Lesson | undefined> {
	const [first] = group;
	const { status, response } = first.example;
	if (status >= 300 || response.status < 400) return undefined;
	for (const { name, value, elements } of listInputs(round, first.example))
		for (const { pointer, node } of elements)
			for (const keyword of UPPER) {
				const limit = node[keyword];
				const size = typeof value === "number" ? value : Object(value).length;
				if (typeof limit !== "number" || size !== limit) continue;
				const largest = await measure(first.example, name, limit);
				if (largest === undefined) continue;
				return {
					...summarize(group),
					...{
						kind: "limit",
						where: `request $.${name}`,
						of: group.length,
						isCertain: true,
					},
					...{ from: `${keyword} ${limit}`, to: `${keyword} ${largest}` },
					changes: [
						{
							pointer,
							edit: () => [{ pointer: joinPointer(keyword), value: largest }],
						},
					],
				};
			}
	return undefined;
}

/** A parameter or a property of requests that the service ignores. */
function learnIgnored(
	round: Round,
	group: readonly [Sighting, ...Sighting[]],
): Lesson | undefined {
	const ignored = group.flatMap((each) => each.ignored ?? [])[0];
	if (ignored === undefined) return undefined;
	const { document } = round;
	const [{ operation: target }] = group;
	const parameters = findParameters(round, target).flatMap((each) =>
		each.node.name === ignored ? [each.at] : [],
	);
	const owners = findElements(document, {
		target,
		status: "request",
		where: "$",
	})
		.flatMap((each) => listParts(document.root, each))
		.filter(({ node }) => ignored in Object(node.properties));
	const changes: Change[] = [
		...parameters.map((pointer) => ({
			pointer,
			edit: () => [{ pointer: "", remove: true as const }],
		})),
		...owners.map(({ pointer }) => ({
			pointer: `${pointer}${joinPointer("properties", ignored)}`,
			edit: () => [{ pointer: "", remove: true as const }],
		})),
	];
	return {
		...summarize(group),
		...{ kind: "ignored", where: `request $.${ignored}`, from: ignored },
		...{ to: "ignored", of: group.length, isCertain: false, changes },
	};
}

/** Learns which requests the service accepts. */
export async function learnRequests(
	round: Round,
	measure: Measure | undefined,
): Promise<Learnt> {
	const lessons: Lesson[] = [];
	const undecided: Undecided[] = [];
	const explained: Sighting[] = [];
	for (const group of groupRequests(round)) {
		const lesson =
			learnAcceptance(round, group) ??
			learnAdditional(round, group) ??
			learnUnknown(round, group) ??
			(measure && (await learnLimit(round, group, measure)));
		if (!lesson) continue;
		if ("question" in lesson) undecided.push(lesson);
		else lessons.push(lesson);
		explained.push(...group);
	}
	for (const group of groupBy(round.observations.sightings, ({ key }) => key)) {
		const lesson = learnIgnored(round, group);
		if (!lesson) continue;
		lessons.push(lesson);
		explained.push(...group);
	}
	return {
		lessons: joinLessons(lessons),
		undecided,
		explained: new Set(explained),
	};
}
