import type { Node } from "../document/node.ts";
import { essenceOf, isJsonType } from "../values/http.ts";
import { tryParseJson } from "../values/json.ts";
import { removeAt, renameAt } from "./changes.ts";
import type { Change, DocumentEdit } from "./edit.ts";
import { inferSchema } from "./infer-schema.ts";
import { listExpected, mediaTypeOf } from "./learn-rejections.ts";
import type { Learn, Round } from "./lesson.ts";
import { findContents, findResponse } from "./schema-places.ts";

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
 * Returns the changes of contents that no exchange has shown, and that have the same media type and schema as one that
 * differs; none if the service still sends some of them as documented,
 * or if they are only missing in recorded traffic.
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
	const isConforming = observations.exchanges.some(
		({ target, status, response }) =>
			mediaTypeOf(response.headers["content-type"] ?? "") === documented &&
			same.some((each) => each.target === target && each.status === status),
	);
	if (isConforming) return [];
	return same.map(({ content: { at } }) => renameAt(at, mediaType));
}

export const learnMediaType: Learn = (round, group) => {
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
				edit: (before) => {
					const isError = status >= 400;
					return editContent(before, mediaType, bodies, isSameForm, isError);
				},
			},
			...(isSameForm ? renameUnobserved(round, content, mediaType) : []),
		],
	};
};
