import { isDeepStrictEqual } from "node:util";
import { judgeResponse } from "../document/judgment/judge-response.ts";
import { isNode, type Node } from "../document/node.ts";
import { groupBy } from "../values/group-by.ts";
import {
	isObject,
	parsePointer,
	tryParseJson,
	valueAt,
} from "../values/json.ts";
import type {
	ComparedObservation,
	Sighting,
} from "../verification/observed.ts";
import { type Change, joinPointer, splitPointer } from "./edit.ts";
import { createNameChanges } from "./example-changes.ts";
import { findViolatedKeywords } from "./infer-schema.ts";
import {
	joinLessons,
	type Learnt,
	type Lesson,
	type Round,
	summarize,
	type Undecided,
} from "./lesson.ts";
import {
	type Element,
	findElements,
	follow,
	listParts,
	parentOf,
	whereOf,
} from "./schema-places.ts";

/** A value of a request, and its schema. */
interface Input {
	readonly name: string;
	readonly value: unknown;
	readonly elements: readonly Element[];
}

const readBody = ({
	request,
}: ComparedObservation | Sighting["example"]): unknown =>
	tryParseJson(`${request.body ?? ""}`);

/** Returns the elements of a query parameter, without the parameters of the path. */
function findParameter(
	{ document }: Round,
	target: string,
	name: string,
): Element[] {
	const operation = document.operations.find(({ id }) => id === target);
	const at = operation && follow(document.root, operation.pointer)?.pointer;
	const count = Array.isArray(operation?.node.parameters)
		? operation.node.parameters.length
		: 0;
	return Array.from({ length: count }, (_, index) =>
		follow(document.root, `${at}/parameters/${index}`),
	).flatMap((each) =>
		each?.node.name === name
			? (follow(document.root, `${each.pointer}/schema`) ?? [])
			: [],
	);
}

const readParameter = (schema: Node | undefined, text: string): unknown =>
	[schema?.type]
		.flat()
		.some((each) => each === "integer" || each === "number") &&
	/^-?\d+$/.test(text)
		? Number(text)
		: text;

/** Returns the values at the top of a request, each with its schema. */
function listInputs(round: Round, example: Sighting["example"]): Input[] {
	const { target, request } = example;
	const query = [...new URLSearchParams(request.path.split("?")[1])].map(
		([name, text]): Input => {
			const elements = findParameter(round, target, name);
			return { name, elements, value: readParameter(elements[0]?.node, text) };
		},
	);
	const body = readBody(example);
	const properties = Object.entries(isObject(body) ? body : {}).map(
		([name, value]): Input => ({
			...{ name, value },
			elements: findElements(round.document, {
				target,
				status: "request",
				where: `$.${name}`,
			}),
		}),
	);
	return [...query, ...properties];
}

/** Returns the value and the schemas of the place of a request that violates the document. */
function findViolated(
	round: Round,
	{ violation, example }: Sighting,
): (Input & { readonly where: string }) | undefined {
	const [place] = violation && "places" in violation ? violation.places : [];
	if (!place) return undefined;
	if ("parameter" in place) {
		const input = listInputs(round, example).find(
			({ name }) => name === place.parameter,
		);
		return input && { ...input, where: `$.${place.parameter}` };
	}
	const where = whereOf(place.pointer);
	const value = valueAt(readBody(example), ...parsePointer(place.pointer));
	return {
		...{ name: place.pointer, where, value },
		elements: findElements(round.document, {
			target: example.target,
			status: "request",
			where,
		}),
	};
}

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

/** Groups the sightings of statuses by the request that shows them. */
const groupRequests = ({ observations }: Round) =>
	groupBy(
		observations.sightings.filter(({ where }) => where === "status"),
		({ example, violation, actual }) => {
			const [place] =
				violation && "places" in violation ? violation.places : [];
			return JSON.stringify([example.target, example.status, place, actual]);
		},
	);

/** Returns the places of the request that have properties which the document does not name. */
function listUnknown(round: Round, example: Sighting["example"]): Element[] {
	const { target } = example;
	const found: Element[] = [];
	const visit = (value: unknown, where: string): void => {
		if (Array.isArray(value))
			for (const each of value) visit(each, `${where}[*]`);
		if (!isObject(value)) return;
		const elements = findElements(round.document, {
			target,
			status: "request",
			where,
		});
		const parts = elements.flatMap((each) =>
			listParts(round.document.root, each),
		);
		const names = new Set(
			parts.flatMap(({ node }) => Object.keys(Object(node.properties))),
		);
		if (names.size === 0) return;
		if (Object.keys(value).some((name) => !names.has(name)))
			found.push(...elements);
		for (const name of names) visit(value[name], `${where}.${name}`);
	};
	visit(readBody(example), "$");
	return found;
}

/** Whether other operations get such responses to requests with unknown properties in an element that they share. */
const isElsewhere = (
	round: Round,
	target: string,
	pointer: string,
	isSuch: (status: number) => boolean,
): boolean =>
	round.observations.exchanges.some(
		(each) =>
			each.target !== target &&
			isSuch(each.response.status) &&
			listUnknown(round, each).some((found) => found.pointer === pointer),
	);

type RequestLesson = Lesson & Pick<Learnt, "splits">;

/** Properties that the document does not name are accepted, although it says that they are not. */
function learnAdditional(
	round: Round,
	group: readonly [Sighting, ...Sighting[]],
): RequestLesson | undefined {
	const [{ example, violation }] = group;
	const { target, response } = example;
	const [place] = violation && "places" in violation ? violation.places : [];
	if (!place || !("pointer" in place) || response.status >= 300)
		return undefined;
	const where = parentOf(whereOf(place.pointer));
	const [element] = findElements(round.document, {
		target,
		status: "request",
		where,
	});
	if (element?.node.additionalProperties !== false) return undefined;
	const { pointer, references } = element;
	const isRejectedElsewhere = isElsewhere(
		...([round, target, pointer, (status: number) => status >= 400] as const),
	);
	return {
		...summarize(group),
		...{ kind: "unknown properties", where: `request ${where}` },
		...{ from: "rejected", to: "accepted", of: group.length, isCertain: true },
		splits: isRejectedElsewhere ? references.slice(-1) : [],
		changes: [
			{
				pointer,
				edit: () => [{ pointer: "/additionalProperties", remove: true }],
			},
		],
	};
}

/** Properties that the document does not name are rejected, wherever requests have some. */
function learnUnknown(
	round: Round,
	group: readonly [Sighting, ...Sighting[]],
): RequestLesson | undefined {
	const [first] = group;
	const { target, status, response } = first.example;
	if (status >= 300 || response.status < 400) return undefined;
	const pointers = group.map(({ example }) =>
		listUnknown(round, example).map(({ pointer }) => pointer),
	);
	const [common = []] = pointers;
	const element = listUnknown(round, first.example)[0];
	const pointer = common.find((each) =>
		pointers.every((all) => all.includes(each)),
	);
	if (pointer === undefined || common.length > 1) return undefined;
	const requests = round.observations.exchanges.filter(
		(each) => each.target === target && each.status < 300,
	);
	const having = requests.filter((each) =>
		listUnknown(round, each).some((found) => found.pointer === pointer),
	);
	const body = { target, status: "request" } as const;
	const names = new Set(
		findElements(round.document, { ...body, where: "$" })
			.filter((each) => each.pointer === pointer)
			.flatMap(({ node }) => Object.keys(Object(node.properties))),
	);
	const isRejected = ({ response: { status } }: ComparedObservation) =>
		status >= 400;
	if (!having.every(isRejected) || requests.every(isRejected)) return undefined;
	const isAcceptedElsewhere = isElsewhere(
		...([round, target, pointer, (status: number) => status < 300] as const),
	);
	return {
		...summarize(group),
		splits: isAcceptedElsewhere ? (element?.references.slice(0, 1) ?? []) : [],
		...{
			kind: "unknown properties",
			where: "request $",
			from: "accepted",
			to: "rejected",
		},
		...{ of: having.length, isCertain: having.length > 0 },
		changes: [
			{
				pointer,
				edit: () => [{ pointer: "/additionalProperties", value: false }],
			},
			...(names.size > 0 ? createNameChanges(round.document, body, names) : []),
		],
	};
}

/** Returns where references stand that have to become copies, since other requests may have unknown properties there. */
export const findRequestSplits = (round: Round): readonly string[] =>
	groupRequests(round).flatMap(
		(group) =>
			(learnAdditional(round, group) ?? learnUnknown(round, group))?.splits ??
			[],
	);

/** Finds the largest value that the service accepts, by further requests; undefined if it accepts none of them. */
export type Measure = (
	example: Sighting["example"],
	name: string,
	documented: number,
) => Promise<number | undefined>;

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

/** Learns which requests the service accepts. */
export async function learnRequests(
	round: Round,
	measure: Measure,
): Promise<Learnt> {
	const lessons: Lesson[] = [];
	const undecided: Undecided[] = [];
	const explained: Sighting[] = [];
	for (const group of groupRequests(round)) {
		const lesson =
			learnAcceptance(round, group) ??
			learnAdditional(round, group) ??
			learnUnknown(round, group) ??
			(await learnLimit(round, group, measure));
		if (!lesson) continue;
		if ("question" in lesson) undecided.push(lesson);
		else lessons.push(lesson);
		explained.push(...group);
	}
	return {
		lessons: joinLessons(lessons),
		undecided,
		explained: new Set(explained),
	};
}
