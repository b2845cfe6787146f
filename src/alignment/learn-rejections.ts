import { judgeResponse } from "../document/judgment/judge-response.ts";
import type { Node } from "../document/node.ts";
import { tryParseJson } from "../values/json.ts";
import type {
	ComparedObservation,
	Sighting,
} from "../verification/observed.ts";
import { addResponse } from "./add-response.ts";
import {
	elementAt,
	insertAt,
	removeAt,
	removeFrom,
	renameAt,
	setAt,
	splitPointer,
} from "./edit.ts";
import { inferSchema } from "./infer-schema.ts";
import type { Group, Learn, Lesson, Round, Taught } from "./lesson.ts";
import { type Element, findContents, findResponse } from "./schema-places.ts";

export const statusOf = (sighting: Sighting): number =>
	sighting.example.response.status;

/** Returns the exchanges in which the documented response was expected, without HEAD requests. */
export const listExpected = (
	{ observations }: Round,
	{ example: { target, status } }: Sighting,
): ComparedObservation[] =>
	[...observations.exchanges, ...observations.denied].filter(
		(each) =>
			each.target === target &&
			each.status === status &&
			each.request.method !== "HEAD",
	);

export const isEmpty = ({
	response,
}: {
	response: Sighting["example"]["response"];
}): boolean => response.body.length === 0;

/** Returns the media type without the charset, which does not affect the form. */
export const mediaTypeOf = (contentType: string): string =>
	contentType
		.split(";")
		.map((each) => each.trim())
		.filter((each) => !/^charset=/i.test(each))
		.join("; ");

/** Returns where the responses of an operation stand. */
const ownerOf = ({ at }: Element): string => splitPointer(at)[0];

/** Learns another status of rejections. */
export const learnRejection: Learn = (round, group) => {
	const [first] = group;
	const { target, status } = first.example;
	const actual = statusOf(first);
	if (status < 400 || actual < 400 || actual === status) return undefined;
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
			changes: [setAt(`${rule}/status`, `${actual}`)],
		};
	const known = findResponse(round.document, target, actual);
	const isKnown = known?.at.endsWith(`/${actual}`) === true;
	const isOther = first.violation?.kind !== "invalid";
	const isOnly = isOther || showsMalformed(round, expected);
	if (others.length === 0 && !isKnown && isOnly)
		return {
			...found,
			changes: [renameAt(response.at, `${actual}`)],
		};
	if (first.violation?.kind === "unsupportedEncoding" && known)
		return moveEncoding(round, response.pointer, known.pointer, found);
	const keywords = findKeywords(round, first);
	if (isKnown && keywords.length > 0 && first.violation?.kind === "invalid")
		return {
			...{ ...found, kind: "violation status", isCertain: true },
			to: `${actual} for ${keywords.join(", ")}`,
			changes: keywords.map((keyword) =>
				insertAt(operationOf(response), [VIOLATION_STATUS, keyword], actual),
			),
		};
	if (known && isKnown)
		return moveMedia(round, first, response, known.pointer, found);
	// A service that reads a body before it validates the values rejects what it cannot read with a status of its own.
	const isOfReading = keywords.every((each) => OF_READING.includes(each));
	return {
		...{ ...found, kind: "other status", isCertain: false },
		changes: [
			...addResponse(round, response, first),
			...(isOfReading ? keywords : []).map((keyword) =>
				insertAt(operationOf(response), [VIOLATION_STATUS, keyword], actual),
			),
		],
	};
};

/** Whether the rejections include that of a body that cannot be read. Recorded traffic may have none by chance. */
const showsMalformed = (
	{ documented, isRecorded }: Round,
	rejections: readonly ComparedObservation[],
): boolean =>
	!isRecorded ||
	rejections.some(({ target, request }) => {
		const { violation } = documented.expectStatus(target, request);
		return request.body === undefined || violation?.kind === "malformed";
	});

const VIOLATION_STATUS = "x-violation-status";

/** The keywords of which a program finds a violation while it reads a body into its types. */
const OF_READING = ["type", "required", "additionalProperties"];

/** Returns the pointer of an operation, by one of its responses. */
const operationOf = ({ at }: Element): string =>
	splitPointer(splitPointer(at)[0])[0];

/** Returns the keywords that only requests with this actual status violate, if each such request has one that no other has. */
function findKeywords(round: Round, sighting: Sighting): readonly string[] {
	const { target } = sighting.example;
	const actual = statusOf(sighting);
	const rejected = round.observations.exchanges.filter(
		(each) => each.target === target && each.response.status >= 400,
	);
	const keywordsOf = (isSame: boolean): readonly (readonly string[])[] =>
		rejected
			.filter(({ response }) => (response.status === actual) === isSame)
			.flatMap(({ request }) => {
				const { violation } = round.documented.expectStatus(target, request);
				return violation?.kind === "invalid" ? [violation.keywords ?? []] : [];
			});
	const others = new Set(keywordsOf(false).flat());
	const own = keywordsOf(true).map((all) =>
		all.filter((each) => !others.has(each)),
	);
	const isTold = others.size > 0 && own.every((all) => all.length > 0);
	return isTold ? [...new Set(own.flat())] : [];
}

/** The header that marks the response to other media types, if that is not 415. */
const ACCEPT = {
	description: "The media types that the service accepts. Need not be sent.",
	schema: { type: "string" },
};

const ENCODING = "Accept-Encoding";
const MAX_BYTES = "x-max-bytes";

/**
 * Learns that the service rejects bodies that are not JSON, too large or of another media type like other invalid requests.
 * Removes the response to them, unless it is that to encoded bodies, too.
 * @param known the pointer of the response to other invalid requests
 */
function moveMedia(
	round: Round,
	first: Sighting,
	{ at, node }: Element,
	known: string,
	found: Partial<Lesson>,
): Taught | undefined {
	const { operations, expectStatus } = round.documented;
	const { example, violation } = first;
	const { target } = example;
	const { problems } = operations.find(({ id }) => id === target) ?? {};
	const { invalid, malformed = invalid } = problems ?? {};
	const other = violation?.kind === "malformed" ? invalid : malformed;
	const isOfMedia = violation?.kind === "unsupportedMedia";
	const { [MAX_BYTES]: maxBytes } = node;
	const isOfSize = violation?.kind === "tooLarge" && maxBytes !== undefined;
	if (!isOfMedia && !isOfSize && violation?.kind !== "malformed")
		return undefined;
	const isOfEncoding = isOfMedia && ENCODING in Object(node.headers);
	const isMoved = listExpected(round, first).every(
		({ request, response: { status } }) =>
			status < 400 ||
			`${status}` === found.to ||
			(isOfEncoding &&
				expectStatus(target, request).violation?.kind ===
					"unsupportedEncoding"),
	);
	if (found.to !== `${other}` || !isMoved) return undefined;
	return {
		...{ ...found, kind: "status" },
		changes: [
			...(isOfEncoding ? [] : [removeAt(at)]),
			...(isOfMedia ? [insertAt(known, ["headers", "Accept"], ACCEPT)] : []),
			...(isOfSize ? [insertAt(known, [MAX_BYTES], maxBytes)] : []),
		],
	};
}

/** Moves the header that marks the response to an encoded body. */
function moveEncoding(
	{ document: { root } }: Round,
	from: string,
	to: string,
	found: Partial<Lesson>,
) {
	const header = elementAt(root, `${from}/headers/${ENCODING}`);
	if (header === undefined) return undefined;
	return {
		...{ ...found, kind: "encoding" },
		changes: [
			removeFrom(from, "headers", ENCODING),
			insertAt(to, ["headers", ENCODING], header),
		],
	};
}

/** Learns that the service does not have a limit. */
export const learnAcceptance: Learn = (round, group) => {
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
		return {
			why: `${target} rejects some requests with ${status}, and accepts others.`,
			question: "Which ones does it accept?",
		};
	return {
		...{ kind: "no limit", to: "accepted", of: expected.length },
		from: `${status}`,
		changes: [removeAt(response.at)],
	};
};

/** Learns a conflict with stored data, such as a name that must be unique. */
export const learnConflict: Learn = (round, group) => {
	const [first] = group;
	const { target, status } = first.example;
	if (status >= 300 || statusOf(first) !== 409) return undefined;
	const success = findResponse(round.document, target, status);
	if (!success || findResponse(round.document, target, 409)) return undefined;
	const response = {
		description: "The request conflicts with the present state of the service.",
		content: describeConflict(round, group),
	};
	return {
		...{ kind: "conflict", from: "no conflict", to: "409" },
		of: group.length,
		isCertain: false,
		changes: [setAt(ownerOf(success), response, "/409")],
	};
};

/** Returns the content of another error that the responses have the form of, or else a content that describes them. */
function describeConflict({ document, documented }: Round, group: Group): Node {
	const [{ example: first }] = group;
	const { target } = first;
	const alike = documented
		.listStatuses(target)
		.filter((status) => status >= 400)
		.find((status) =>
			group.every(({ example }) => {
				const response = { ...example.response, status };
				const exchange = { ...example, status, response };
				return judgeResponse(documented, exchange).deviations.length === 0;
			}),
		);
	const [content] =
		alike === undefined
			? []
			: findContents(document, { target, status: alike });
	const bodies = group.map(({ example: { response } }) => {
		const text = `${response.body}`;
		return tryParseJson(text) ?? text;
	});
	const own = mediaTypeOf(first.response.headers["content-type"] ?? "");
	return content
		? { [content.mediaType]: { schema: content.node.schema } }
		: { [own]: { schema: inferSchema(bodies) } };
}
