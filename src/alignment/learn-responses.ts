import { isNode, type Node } from "../document/node.ts";
import { groupBy } from "../values/group-by.ts";
import { essenceOf, isJsonType } from "../values/http.ts";
import { tryParseJson } from "../values/json.ts";
import type {
	ComparedObservation,
	Sighting,
} from "../verification/observed.ts";
import type { Change, DocumentEdit } from "./edit.ts";
import { elementAt, joinPointer } from "./edit.ts";
import { inferSchema } from "./infer-schema.ts";
import {
	joinLessons,
	type Learnt,
	type Lesson,
	type Round,
	summarize,
	type Undecided,
	unite,
} from "./lesson.ts";
import { findContents, findResponse } from "./schema-places.ts";

type Group = readonly [Sighting, ...Sighting[]];

/** What a kind of difference teaches; undefined if it is another kind. */
type Learn = (
	round: Round,
	group: Group,
) => Partial<Lesson> | string | undefined;

const statusOf = (sighting: Sighting): number =>
	sighting.example.response.status;

/** Returns the exchanges in which the documented response was expected, without those with HEAD. */
const listExpected = (
	{ observations }: Round,
	{ example: { target, status } }: Sighting,
): ComparedObservation[] =>
	observations.exchanges.filter(
		(each) =>
			each.target === target &&
			each.status === status &&
			each.request.method !== "HEAD",
	);

const isEmpty = ({ response }: { response: Sighting["example"]["response"] }) =>
	response.body.length === 0;

/** Returns the media type without the charset, which says nothing about the form. */
const mediaTypeOf = (contentType: string): string =>
	contentType
		.split(";")
		.map((each) => each.trim())
		.filter((each) => !/^charset=/i.test(each))
		.join("; ");

const removeAt = (pointer: string): Change => ({
	pointer,
	edit: () => [{ pointer: "", remove: true }],
});

/** Removes a name from a map, and the map if nothing else is in it. */
const removeFrom = (owner: string, map: string, name: string): Change => ({
	pointer: owner,
	edit(before) {
		const names = isNode(before) && isNode(before[map]) ? before[map] : {};
		if (!(name in names)) return [];
		return Object.keys(names).length === 1
			? [{ pointer: joinPointer(map), remove: true }]
			: [{ pointer: joinPointer(map, name), remove: true }];
	},
});

/** Another status of success: it takes the place of the documented one if no response has that. */
const learnSuccess: Learn = (round, group) => {
	const [first] = group;
	const { target, status, request } = first.example;
	const actual = statusOf(first);
	if (status >= 300 || actual >= 300 || request.method === "HEAD")
		return undefined;
	const response = findResponse(round.document, target, status);
	if (!response) return undefined;
	const expected = listExpected(round, first);
	const succeeded = expected.filter((each) => each.response.status < 300);
	const isOnly = succeeded.every((each) => each.response.status === actual);
	if (!isOnly)
		return `Some requests of ${target} get ${status}, others ${actual}. When does it respond with ${actual}?`;
	return {
		...{ from: `${status}`, to: `${actual}`, of: succeeded.length },
		seen: succeeded.length,
		changes: [
			...(succeeded.every(isEmpty)
				? [removeAt(`${response.pointer}/content`)]
				: []),
			{
				pointer: response.at,
				edit: () => [{ pointer: "", rename: `${actual}` }],
			},
		],
	};
};

/** Another status of rejections. */
const learnRejection: Learn = (round, group) => {
	const [first] = group;
	const { target, status } = first.example;
	const actual = statusOf(first);
	if (status < 400 || actual < 400) return undefined;
	const response = findResponse(round.document, target, status);
	if (!response) return undefined;
	const expected = listExpected(round, first).filter(
		(each) => each.response.status >= 400,
	);
	const others = expected.filter((each) => each.response.status !== actual);
	const found = {
		...{ from: `${status}`, to: `${actual}`, of: expected.length },
		seen: expected.length - others.length,
	};
	const rule = `/x-beyond-operations/${target}`;
	if (response.at === `${rule}/response`)
		return {
			...{ ...found, kind: "status" },
			changes: [
				{
					pointer: `${rule}/status`,
					edit: () => [{ pointer: "", value: `${actual}` }],
				},
			],
		};
	const known = findResponse(round.document, target, actual);
	const isKnown = known?.at.endsWith(`/${actual}`) === true;
	if (others.length === 0 && !isKnown)
		return {
			...found,
			changes: [
				{
					pointer: response.at,
					edit: () => [{ pointer: "", rename: `${actual}` }],
				},
			],
		};
	if (first.violation?.kind === "unsupportedEncoding" && known)
		return moveEncoding(round, response.pointer, known.pointer, found);
	if (isKnown) return undefined;
	const value = elementAt(round.document.root, response.at);
	return {
		...{ ...found, kind: "other status", isCertain: false },
		changes: [
			{
				pointer: response.at.replace(/\/[^/]+$/, ""),
				edit: () => [{ pointer: joinPointer(`${actual}`), value }],
			},
		],
	};
};

const ENCODING = "Accept-Encoding";

/** The header says which of the responses an encoded body gets. */
function moveEncoding(
	{ document: { root } }: Round,
	from: string,
	to: string,
	found: Partial<Lesson>,
): Partial<Lesson> | undefined {
	const header = elementAt(root, `${from}/headers/${ENCODING}`);
	if (header === undefined) return undefined;
	const add: Change = {
		pointer: to,
		edit: (before) => [
			isNode(before) && isNode(before.headers)
				? { pointer: joinPointer("headers", ENCODING), value: header }
				: { pointer: "/headers", value: { [ENCODING]: header } },
		],
	};
	return {
		...{ ...found, kind: "encoding" },
		changes: [removeFrom(from, "headers", ENCODING), add],
	};
}

/** A limit that the service does not have. */
const learnAcceptance: Learn = (round, group) => {
	const [first] = group;
	const { target, status } = first.example;
	if (status < 400 || statusOf(first) >= 300) return undefined;
	const isOfLimit =
		first.violation?.kind === "tooLarge" ||
		first.violation?.kind === "unsupportedMedia";
	const response = findResponse(round.document, target, status);
	if (!isOfLimit || !response) return undefined;
	const kindOf = ({ target, request }: Sighting["example"]) =>
		round.documented.expectStatus(target, request).violation?.kind;
	const expected = listExpected(round, first).filter(
		(each) => kindOf(each) === first.violation?.kind,
	);
	if (expected.some((each) => each.response.status === status))
		return `${target} rejects some requests with ${status}, and accepts others. Which ones does it accept?`;
	return {
		...{ kind: "no limit", to: "accepted", of: expected.length },
		from: `${status}`,
		changes: [removeAt(response.at)],
	};
};

/** A conflict with stored data, such as a name that must be unique. */
const learnConflict: Learn = (round, group) => {
	const [first] = group;
	const { target, status } = first.example;
	if (status >= 300 || statusOf(first) !== 409) return undefined;
	const success = findResponse(round.document, target, status);
	const rejection = findResponse(round.document, target, 400);
	if (!success || findResponse(round.document, target, 409)) return undefined;
	const [content] = findContents(round.document, { target, status: 400 });
	const schema = content && inferReference(round, group);
	const response = {
		description: "The request conflicts with the present state of the service.",
		...(rejection && content && schema
			? { content: { [content.mediaType]: { schema } } }
			: {}),
	};
	return {
		...{ kind: "conflict", from: "no conflict", to: "409" },
		of: group.length,
		isCertain: false,
		changes: [
			{
				pointer: success.at.replace(/\/[^/]+$/, ""),
				edit: () => [{ pointer: "/409", value: response }],
			},
		],
	};
};

/** Returns a reference to the schema of another error whose properties the bodies have, or their own schema. */
function inferReference({ document: { root } }: Round, group: Group): unknown {
	const bodies = group.map(({ example }) =>
		tryParseJson(`${example.response.body}`),
	);
	const own = inferSchema(bodies);
	const schemas = Object(elementAt(root, "/components/schemas"));
	const fits = (schema: unknown): boolean => {
		const { required, properties } = Object(schema);
		const names: readonly string[] = Array.isArray(required) ? required : [];
		return (
			names.length > 0 &&
			names.every((name) => bodies.every((each) => name in Object(each))) &&
			Object.keys(Object(own.properties)).every(
				(name) => name in Object(properties),
			)
		);
	};
	const name = Object.keys(schemas).find((each) => fits(schemas[each]));
	return name === undefined
		? own
		: { $ref: `#${joinPointer("components", "schemas", name)}` };
}

/** HEAD is rejected where GET works. */
const learnHead: Learn = (round, group) => {
	const [first] = group;
	if (first.example.request.method !== "HEAD" || statusOf(first) < 400)
		return undefined;
	const heads = round.observations.exchanges.filter(
		({ request }) => request.method === "HEAD",
	);
	if (heads.some(({ response }) => response.status < 400)) return undefined;
	return {
		...{ kind: "head", from: "HEAD works", to: "HEAD is rejected" },
		of: heads.length,
		changes: [removeAt("/x-beyond-operations/head")],
	};
};

/** A header that responses do not have. */
const learnHeader: Learn = (round, group) => {
	const [first] = group;
	const [, name] = /^header (.+)$/.exec(first.where) ?? [];
	const { target, status } = first.example;
	const response = findResponse(round.document, target, status);
	const headers = Object(response?.node.headers);
	const key = Object.keys(headers).find((each) => each.toLowerCase() === name);
	if (!response || key === undefined || first.actual !== "missing")
		return undefined;
	return {
		...{ kind: "header", from: key, to: "missing" },
		of: listExpected(round, first).length,
		changes: [removeFrom(response.pointer, "headers", key)],
	};
};

/** Returns the content in its other media type, with the schema of its bodies. */
function editContent(
	before: unknown,
	mediaType: string,
	bodies: readonly string[],
	isSameForm: boolean,
): DocumentEdit[] {
	const name = { pointer: "", rename: mediaType };
	if (isSameForm) return [name];
	const isJson = isJsonType(essenceOf(mediaType));
	const isSame = new Set(bodies).size === 1 && bodies.length > 1;
	const kept = Object.entries(Object(before)).filter(
		([each]) => each === "x-assumption",
	);
	const schema = isJson
		? inferSchema(bodies.map(tryParseJson))
		: { type: "string", ...(isSame && { const: bodies[0] }) };
	const value = { ...Object.fromEntries(kept), schema };
	return [{ pointer: "", value }, name];
}

/**
 * Returns the changes of contents that no exchange has shown, and that have the same media type and schema as one that
 * differs; none if the service still sends some of them as documented.
 */
function renameUnobserved(
	round: Round,
	{
		mediaType: documented,
		node,
	}: { readonly mediaType: string; readonly node: Node },
	mediaType: string,
): Change[] {
	const { document, observations } = round;
	const reference = Object(node.schema).$ref;
	if (reference === undefined) return [];
	const same = document.targets.flatMap(([target, responses]) =>
		responses.flatMap(([key]) =>
			findContents(document, { target, status: Number(key) })
				.filter(
					(each) =>
						each.mediaType === documented &&
						Object(each.node.schema).$ref === reference,
				)
				.map((content) => ({ content, target, status: Number(key) })),
		),
	);
	const isConforming = observations.exchanges.some(
		({ target, status, response }) =>
			mediaTypeOf(response.headers["content-type"] ?? "") === documented &&
			same.some((each) => each.target === target && each.status === status),
	);
	if (isConforming) return [];
	return same.map(({ content: { at } }) => ({
		pointer: at,
		edit: () => [{ pointer: "", rename: mediaType }],
	}));
}

const learnMediaType: Learn = (round, group) => {
	const [first] = group;
	if (first.where !== "header content-type" || first.actual === "missing")
		return undefined;
	const { target, status } = first.example;
	const response = findResponse(round.document, target, status);
	const content = findContents(round.document, { target, status }).find(
		({ mediaType }) => essenceOf(mediaType) === essenceOf(first.expected),
	);
	if (!response || !content) return undefined;
	const bodies = group
		.map(({ example }) => `${example.response.body}`)
		.filter((each) => each !== "");
	const areJson = bodies.every((each) => tryParseJson(each) !== undefined);
	const mediaType = mediaTypeOf(first.actual);
	const isSameForm = areJson === isJsonType(essenceOf(first.expected));
	const expected = listExpected(round, first);
	const seen = expected.filter(
		({ response }) =>
			mediaTypeOf(response.headers["content-type"] ?? "") === mediaType,
	).length;
	const of = expected.length;
	return {
		...{
			seen,
			kind: "media type",
			from: mediaTypeOf(first.expected),
			to: mediaType,
		},
		of,
		changes: [
			...(isSameForm ? [] : [removeAt(`${response.pointer}/x-metrics`)]),
			{
				pointer: content.at,
				edit: (before) => editContent(before, mediaType, bodies, isSameForm),
			},
			...(isSameForm ? renameUnobserved(round, content, mediaType) : []),
		],
	};
};

const KINDS: Readonly<Record<string, readonly Learn[]>> = {
	status: [
		learnHead,
		learnSuccess,
		learnConflict,
		learnRejection,
		learnAcceptance,
	],
	header: [learnMediaType, learnHeader],
};

/** Learns the statuses, headers and media types of responses. */
export function learnResponses(round: Round): Learnt {
	const lessons: Lesson[] = [];
	const undecided: Undecided[] = [];
	const explained: Sighting[] = [];
	const { sightings } = round.observations;
	const groups = groupBy(sightings, ({ where, example, actual, violation }) =>
		JSON.stringify([
			...[example.target, example.status, where, violation?.kind],
			...[where === "status" ? example.response.status : mediaTypeOf(actual)],
			where === "status" && example.request.method === "HEAD",
		]),
	);
	for (const group of groups) {
		const [first] = group;
		const learners = KINDS[first.where.replace(/ .*/, "")] ?? [];
		const found = learners
			.map((learn) => learn(round, group))
			.find((each) => each !== undefined);
		if (found === undefined) continue;
		explained.push(...group);
		const { operation, where, actual, expected } = first;
		if (typeof found === "string") {
			const [why = "", question = ""] = found.split(/(?<=\.) /);
			undecided.push({ operation, where, why, question });
			continue;
		}
		const summary = summarize(group);
		lessons.push({
			...{ ...summary, from: expected, to: actual, kind: where },
			...{ isCertain: summary.seen > 1, of: summary.seen, changes: [] },
			...found,
		});
	}
	return {
		lessons: joinLessons(lessons),
		undecided,
		explained: new Set(unite([explained])),
	};
}
