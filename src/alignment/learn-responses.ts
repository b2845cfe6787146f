import type { Node } from "../document/node.ts";
import { groupBy } from "../values/group-by.ts";
import { essenceOf, isJsonType } from "../values/http.ts";
import { tryParseJson } from "../values/json.ts";
import type {
	ComparedObservation,
	Sighting,
} from "../verification/observed.ts";
import {
	type Change,
	type DocumentEdit,
	insertAt,
	joinPointer,
	removeAt,
	removeFrom,
	removeKeywords,
	renameAt,
} from "./edit.ts";
import { inferSchema } from "./infer-schema.ts";
import {
	isEmpty,
	learnAcceptance,
	learnConflict,
	learnRejection,
	listExpected,
	mediaTypeOf,
	statusOf,
} from "./learn-rejections.ts";
import {
	type Group,
	type Learn,
	type Of,
	type Round,
	selectKind,
} from "./lesson.ts";
import {
	type Element,
	enter,
	findContents,
	findResponse,
	findSplits,
	follow,
	type Place,
} from "./schema-places.ts";

/** Returns the content with another media type, and with the schema of its bodies. */
function editContent(
	before: unknown,
	mediaType: string,
	bodies: readonly string[],
	isSameForm: boolean,
	isError: boolean,
): DocumentEdit[] {
	const name = { pointer: "", rename: mediaType };
	if (isSameForm) return [name];
	const isJson = isJsonType(essenceOf(mediaType));
	const isSame = new Set(bodies).size === 1 && bodies.length > 1 && !isError;
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
 * Returns the changes of contents that no exchange has shown. They have the media type and the schema of a content that
 * differs. Returns none if the service still sends one of them as documented. Returns none for recorded traffic, in which
 * they may be missing by chance.
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
	if (reference === undefined || round.isRecorded) return [];
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
	const { exchanges, denied } = observations;
	const isConforming = [...exchanges, ...denied].some(
		(each) =>
			sentTypeOf(each) === documented &&
			same.some(
				({ target, status }) =>
					target === each.target && status === each.status,
			),
	);
	if (isConforming) return [];
	return same.map(({ content: { at } }) => renameAt(at, mediaType));
}

/** Returns the media type of a response, without its charset. */
const sentTypeOf = ({ response }: Pick<Sighting["example"], "response">) =>
	mediaTypeOf(response.headers["content-type"] ?? "");

/** Returns the references to replace by copies, because other statuses with the same content have its media type. */
const findOtherTypes = (
	round: Round,
	content: Element & { readonly mediaType: string },
	actual: string,
): string[] => {
	const schema = enter(round.document.root, content, "schema");
	const hasType = (place: Place, mediaType: string): boolean =>
		place.where === "$" &&
		round.observations.exchanges.some(
			(each) =>
				each.target === place.target &&
				each.response.status === place.status &&
				sentTypeOf(each) === mediaType,
		);
	return schema
		? findSplits(
				round,
				schema,
				(place) => hasType(place, content.mediaType) && !hasType(place, actual),
			)
		: [];
};

export const learnMediaType: Learn<Of<"media type">> = (round, group) => {
	const [first] = group;
	const { target, status } = first.example;
	const { from, to } = first.change;
	const response = findResponse(round.document, target, status);
	const content = findContents(round.document, { target, status }).find(
		({ mediaType }) => essenceOf(mediaType) === essenceOf(from),
	);
	if (!response || !content) return undefined;
	const bodies = group
		.map(({ example }) => `${example.response.body}`)
		.filter((each) => each !== "");
	const areJson = bodies.every((each) => tryParseJson(each) !== undefined);
	const mediaType = mediaTypeOf(to);
	const isSameForm = areJson === isJsonType(essenceOf(from));
	const expected = listExpected(round, first);
	const others = expected.filter(
		(each) => sentTypeOf(each) === content.mediaType,
	);
	// The next round knows the responses with another status.
	if (others.some((each) => each.response.status !== status)) return undefined;
	const seen = expected.filter((each) => sentTypeOf(each) === mediaType).length;
	if (others.length >= seen)
		return {
			why: `${target} responds with ${status} as ${content.mediaType}, too.`,
			question: `When is it ${mediaType}?`,
		};
	return {
		...{ kind: "media type", from: mediaTypeOf(from), to: mediaType },
		...{ seen, of: expected.length },
		splits: isSameForm ? [] : findOtherTypes(round, content, mediaType),
		changes: [
			...(isSameForm ? [] : [removeAt(`${response.pointer}/x-metrics`)]),
			{
				pointer: content.at,
				edit: (before) => {
					const isError = status >= 400;
					return editContent(before, mediaType, bodies, isSameForm, isError);
				},
			},
			...(isSameForm ? renameUnobserved(round, content, mediaType) : []),
		],
	};
};

/** Learns another status of success. It replaces the documented status if no response has that one. */
const learnSuccess: Learn = (round, group) => {
	const [first] = group;
	const { target, status, request } = first.example;
	const actual = statusOf(first);
	const isHead = request.method === "HEAD";
	if (status >= 300 || actual >= 300 || actual === status || isHead)
		return undefined;
	const response = findResponse(round.document, target, status);
	if (!response) return undefined;
	const expected = listExpected(round, first);
	const succeeded = expected.filter((each) => each.response.status < 300);
	const isOnly = succeeded.every((each) => each.response.status === actual);
	if (!isOnly)
		return {
			why: `Some requests of ${target} get ${status}, others ${actual}.`,
			question: `When does it respond with ${actual}?`,
		};
	return {
		...{ from: `${status}`, to: `${actual}`, of: succeeded.length },
		seen: succeeded.length,
		changes: [
			...(succeeded.every(isEmpty)
				? [removeAt(`${response.pointer}/content`)]
				: []),
			renameAt(response.at, `${actual}`),
		],
	};
};

const LOCATION = /^(\/.*\/)([^/]+)$/;

/** Returns the template of the header Location, if its last part is another one in each response. */
function findLocation(all: readonly ComparedObservation[]): string | undefined {
	const parts = all.map(({ response }) =>
		LOCATION.exec(response.headers.location ?? ""),
	);
	const [starts, ids] = [1, 2].map(
		(index) => new Set(parts.map((each) => each?.[index])),
	);
	const [start] = starts ?? [];
	return start !== undefined && starts?.size === 1 && ids?.size === all.length
		? `${start}{id}`
		: undefined;
}

/** Learns that responses have no body. The path of a new record may be in a header instead. */
export const learnEmpty: Learn<Of<"no body">> = (round, [first]) => {
	const { target, status } = first.example;
	const response = findResponse(round.document, target, status);
	const sent = listExpected(round, first).filter(
		(each) => each.response.status === status,
	);
	if (!response || !sent.every(isEmpty)) return undefined;
	const template = findLocation(sent);
	const location = {
		...{ required: true, "x-template": template },
		schema: { type: "string" },
	};
	return {
		...{ kind: "no body", seen: sent.length, of: sent.length },
		changes: [
			removeAt(`${response.pointer}/content`),
			...(template === undefined
				? []
				: [insertAt(response.pointer, ["headers", "Location"], location)]),
		],
	};
};

/** Learns that HEAD is rejected where GET works. */
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

/** Learns that responses lack a header. */
export const learnHeader: Learn<Of<"header">> = (round, [first]) => {
	const { name } = first.change;
	const { target, status } = first.example;
	const response = findResponse(round.document, target, status);
	const headers = Object(response?.node.headers);
	const key = Object.keys(headers).find((each) => each.toLowerCase() === name);
	if (!response || key === undefined) return undefined;
	const expected = listExpected(round, first);
	const { root } = round.document;
	const own = `${response.pointer}${joinPointer("headers", key)}`;
	const isSent = expected.some((each) => name in each.response.headers);
	return {
		...{ kind: "header", from: key, of: expected.length },
		to: isSent ? "optional" : "missing",
		changes: isSent
			? [removeKeywords(follow(root, own)?.pointer ?? own, "required")]
			: [removeFrom(response.pointer, "headers", key)],
	};
};

/** Learn the statuses of responses. */
export const STATUS_LEARNERS: readonly Learn[] = [
	...[learnHead, learnSuccess, learnConflict],
	...[learnRejection, learnAcceptance],
];

/** Returns a key that is equal for the same place in responses of the same kind. */
export const keyOfBody = ({ where, example }: Sighting): string =>
	`${example.target} ${example.status} ${where}`;

export const keyOfMediaType = (sighting: Of<"media type">): string =>
	`${keyOfBody(sighting)} ${mediaTypeOf(sighting.change.to)}`;

/** Groups the sightings of the same status. */
export const groupStatuses = (round: Round): Group[] =>
	groupBy(selectKind(round, "status"), (each) =>
		JSON.stringify([
			...[keyOfBody(each), each.violation?.kind, statusOf(each)],
			each.example.request.method === "HEAD",
		]),
	);
