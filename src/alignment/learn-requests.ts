import { isDeepStrictEqual } from "node:util";
import { judgeResponse } from "../document/judgment/judge-response.ts";
import { groupBy } from "../values/group-by.ts";
import type {
	ComparedObservation,
	Sighting,
} from "../verification/observed.ts";
import { removeKeywords, setAt } from "./changes.ts";
import { type Change, joinPointer, splitPointer } from "./edit.ts";
import { findViolatedKeywords } from "./infer-schema.ts";
import {
	groupRequests,
	learnAdditional,
	learnUnknown,
} from "./learn-unknown.ts";
import {
	type Group,
	joinLessons,
	type Learnt,
	type Lesson,
	type Round,
	summarize,
	type Undecided,
} from "./lesson.ts";
import {
	findParameterNamed,
	findViolated,
	listInputs,
} from "./request-inputs.ts";
import { type Element, findElements } from "./schema-places.ts";
import type { Measure } from "./service.ts";

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

/** Learns that the service does not have a rule for requests. */
function learnAcceptance(
	round: Round,
	group: Group,
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

/** Learns a limit that is smaller than the documented one. */
async function learnLimit(
	round: Round,
	group: Group,
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
					changes: [setAt(pointer, largest, joinPointer(keyword))],
				};
			}
	return undefined;
}

/** The name that the service has for a parameter. */
function learnName(round: Round, group: Group): Lesson | undefined {
	const [{ change, operation, where, expected, isOfRequest }] = group;
	const parameter = findParameterNamed(round, operation, expected);
	if (!isOfRequest || change?.kind !== "rename" || !parameter) return undefined;
	const { pointer } = parameter;
	const { to } = change;
	return {
		...{ ...summarize(group), kind: "rename", where: `request ${where}` },
		...{ from: expected, to, of: group.length, isCertain: true },
		changes: [setAt(pointer, to, "/name")],
	};
}

/** A parameter or a property of requests without an effect: what it is named, or whether there is none, is open. */
function askIgnored(
	{ observations: { sightings } }: Round,
	group: Group,
): Undecided[] | undefined {
	const ignored = group.flatMap((each) => each.ignored ?? [])[0];
	if (ignored === undefined) return undefined;
	const [{ operation }] = group;
	const where = `request $.${ignored}`;
	const isNamed = sightings.some(
		(each) =>
			each.isOfRequest &&
			each.operation === operation &&
			each.expected === ignored,
	);
	if (isNamed) return [];
	const why = `${operation} ignores ${ignored}.`;
	const question = `Does ${operation} have another name for ${ignored}, or nothing of the kind?`;
	return [{ operation, where, why, question }];
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
		const lesson = learnName(round, group);
		const questions = askIgnored(round, group);
		if (lesson) lessons.push(lesson);
		undecided.push(...(questions ?? []));
		if (lesson || questions) explained.push(...group);
	}
	return {
		lessons: joinLessons(lessons),
		undecided,
		explained: new Set(explained),
	};
}
