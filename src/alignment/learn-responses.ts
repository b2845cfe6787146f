import { groupBy } from "../values/group-by.ts";
import type { Sighting } from "../verification/observed.ts";
import { removeAt, removeFrom, removeKeywords, renameAt } from "./changes.ts";
import { joinPointer } from "./edit.ts";
import { learnMediaType } from "./learn-media-types.ts";
import {
	learnAcceptance,
	learnConflict,
	learnRejection,
} from "./learn-rejections.ts";
import {
	joinLessons,
	type Learnt,
	type Lesson,
	type Round,
	summarize,
	type Undecided,
	unite,
} from "./lesson.ts";
import {
	isEmpty,
	type Learn,
	listExpected,
	mediaTypeOf,
	statusOf,
} from "./response-changes.ts";
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
		return `Some requests of ${target} get ${status}, others ${actual}. When does it respond with ${actual}?`;
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
