import { groupBy } from "../values/group-by.ts";
import { removeAt, removeFrom, removeKeywords, renameAt } from "./changes.ts";
import { joinPointer } from "./edit.ts";
import { learnMediaType } from "./learn-media-types.ts";
import {
	isEmpty,
	learnAcceptance,
	learnConflict,
	learnRejection,
	listExpected,
	mediaTypeOf,
	statusOf,
} from "./learn-rejections.ts";
import type { Group, Learn, Round } from "./lesson.ts";
import { findResponse, follow } from "./schema-places.ts";

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
const learnHeader: Learn = (round, group) => {
	const [first] = group;
	const [, name] = /^header (.+)$/.exec(first.where) ?? [];
	const { target, status } = first.example;
	const response = findResponse(round.document, target, status);
	const headers = Object(response?.node.headers);
	const key = Object.keys(headers).find((each) => each.toLowerCase() === name);
	if (!response || key === undefined || first.actual !== "missing")
		return undefined;
	const expected = listExpected(round, first);
	const { root } = round.document;
	const own = `${response.pointer}${joinPointer("headers", key)}`;
	const isSent = expected.some((each) => `${name}` in each.response.headers);
	return {
		...{ kind: "header", from: key, of: expected.length },
		to: isSent ? "optional" : "missing",
		changes: isSent
			? [removeKeywords(follow(root, own)?.pointer ?? own, "required")]
			: [removeFrom(response.pointer, "headers", key)],
	};
};

const learnAt =
	(where: RegExp) =>
	(learn: Learn): Learn =>
	(round, group) =>
		where.test(group[0].where) ? learn(round, group) : undefined;

/** Learn the statuses, headers and media types of responses. */
export const RESPONSE_LEARNERS: readonly Learn[] = [
	...[
		...[learnHead, learnSuccess, learnConflict],
		...[learnRejection, learnAcceptance],
	].map(learnAt(/^status$/)),
	...[learnMediaType, learnHeader].map(learnAt(/^header /)),
];

/** Groups the sightings of the same status or header. */
export const groupResponses = ({
	observations: { sightings },
}: Round): Group[] =>
	groupBy(sightings, ({ where, example, actual, violation }) =>
		JSON.stringify([
			...[example.target, example.status, where, violation?.kind],
			...[where === "status" ? example.response.status : mediaTypeOf(actual)],
			where === "status" && example.request.method === "HEAD",
		]),
	);
