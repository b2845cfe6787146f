import { MatchersV3 } from "@pact-foundation/pact";
import { operations } from "../generated/operations.ts";
import type { Interaction } from "./interaction.ts";
import {
	cursor,
	EXAMPLE_CURSOR,
	EXAMPLE_TIME,
	EXAMPLE_ULID,
	exactly,
	fromState,
	idOf,
	jsonHeaders,
	timestamp,
} from "./matchers.ts";

const { like } = MatchersV3;
const { createZap, submitCommand, submitPipeline } = operations;

/** Both collections share one schema of the limit. */
const DEFAULT_LIMIT = operations.listZaps.query.limit.default;

const word = fromState("word", "understudy");
const [zap, command] = [createZap, submitCommand].map(({ audit }) => ({
	action: audit.action,
	subject: { type: audit.subjectType },
}));

const createSearch = (
	what: string,
	filters: Readonly<Record<string, unknown>>,
	items: unknown,
	{
		nextCursor = null,
		params = {},
		...others
	}: Partial<Interaction> & {
		readonly nextCursor?: unknown;
		readonly params?: Readonly<Record<string, number>>;
	} = {},
): Interaction => ({
	description: `searchAudit: ${what}`,
	assumptions: ["audit.query"],
	given: { state: "a word is in a zap and in two later commands", params },
	request: { json: filters },
	response: { headers: jsonHeaders, json: { items, nextCursor } },
	...others,
});

/** The interactions that find the audit record of an operation. */
const trails: readonly Interaction[] = [
	createZap,
	submitCommand,
	submitPipeline,
].flatMap(({ id, audit: { action, subjectType } }): Interaction[] => {
	const example = `${subjectType}_${EXAMPLE_ULID}`;
	const given = { state: "a zap, a command and a pipeline were accepted" };
	const request = {
		json: { subjectId: fromState(`${subjectType}Id`, example) },
	};
	const record = {
		id: idOf("auditRecord"),
		at: timestamp,
		action,
		subject: { type: subjectType, id: idOf(subjectType) },
	};
	return [
		{
			description: `searchAudit: finds the record of ${id} immediately`,
			assumptions: ["audit.trail"],
			given,
			request,
			response: { json: { items: exactly(1, like({ action })) } },
		},
		{
			description: `searchAudit: the record of ${id} has its fields`,
			assumptions: ["audit.record"],
			given,
			request,
			response: { headers: jsonHeaders, json: { items: [record] } },
		},
	];
});

const searches: readonly Interaction[] = [
	createSearch("for a word", { text: word }, [command, command, zap]),
	createSearch(
		"for a word in another case",
		{ text: fromState("WORD", "UNDERSTUDY") },
		[command, command, zap],
	),
	createSearch(
		"for a part of an id",
		{ text: fromState("endOfId", "V9N8HC") },
		[zap],
	),
	createSearch(
		"for an action and a word",
		{ action: submitCommand.audit.action, text: word },
		[command, command],
	),
	createSearch(
		"for a type of subject and a word",
		{ subjectType: createZap.audit.subjectType, text: word },
		[zap],
	),
	createSearch(
		"for a subject",
		{ subjectId: fromState("zapId", `zap_${EXAMPLE_ULID}`) },
		[zap],
	),
	createSearch(
		"for a word, from a time on",
		{ text: word, from: fromState("commandAt", EXAMPLE_TIME) },
		[command, command],
		{ params: { apart: 1 } },
	),
	createSearch(
		"for a word, up to a time",
		{ text: word, to: fromState("commandAt", EXAMPLE_TIME) },
		[zap],
		{ params: { apart: 1 } },
	),
	createSearch("without a match", { action: "understudy.never-happens" }, []),
	createSearch("one record at a time", { text: word, limit: 1 }, [command], {
		assumptions: ["audit.page"],
		nextCursor: cursor,
	}),
	createSearch(
		"the page after the first, which is the last",
		{ text: word, limit: 2, cursor: fromState("cursor", EXAMPLE_CURSOR) },
		[command, zap],
		{ assumptions: ["audit.page"], params: { read: 1 } },
	),
	createSearch("without filters", {}, exactly(DEFAULT_LIMIT, like({})), {
		nextCursor: cursor,
		given: {
			state: "zaps were created",
			params: { names: Array(DEFAULT_LIMIT + 1).fill("A zap") },
		},
	}),
	createSearch("with an unknown property", { text: word, reverse: true }, [
		command,
		command,
		zap,
	]),
];

export const auditInteractions: readonly Interaction[] = [
	...trails,
	...searches,
];
