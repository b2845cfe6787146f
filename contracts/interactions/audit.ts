import { MatchersV3 } from "@pact-foundation/pact";
import { operations } from "../generated/operations.ts";
import { createRejection } from "./create-rejection.ts";
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
const { searchAudit, createZap, submitCommand, submitPipeline } = operations;
const { success, problems } = searchAudit;

/** Both collections share one schema of the limit. */
const DEFAULT_LIMIT = operations.listZaps.query.limit.default;

const WORD_STATE = "a word is in a zap and in two later commands";

interface SearchOptions {
	readonly assumption?: string;
	readonly nextCursor?: unknown;
	readonly params?: Readonly<Record<string, number>>;
}

const createSearch = (
	what: string,
	filters: Record<string, unknown>,
	items: unknown,
	{
		assumption = "audit.query",
		nextCursor = null,
		params = {},
	}: SearchOptions = {},
): Interaction => ({
	description: `searchAudit: ${what}`,
	assumptions: [assumption],
	given: { state: WORD_STATE, params },
	request: { json: filters },
	response: {
		status: success,
		headers: jsonHeaders,
		json: { items, nextCursor },
	},
});

const word = fromState("word", "understudy");
const [zap, command] = [createZap, submitCommand].map(({ audit }) => ({
	action: audit.action,
	subject: { type: audit.subjectType },
}));

/** Creates the interactions that find the audit record of an operation. */
const createTrail = (
	operation: typeof createZap | typeof submitCommand | typeof submitPipeline,
): Interaction[] => {
	const { action, subjectType } = operation.audit;
	const subjectId = fromState(
		`${subjectType}Id`,
		`${subjectType}_${EXAMPLE_ULID}`,
	);
	const record = {
		id: idOf("auditRecord"),
		at: timestamp,
		action,
		subject: { type: subjectType, id: idOf(subjectType) },
	};
	const given = { state: "a zap, a command and a pipeline were accepted" };
	const request = { json: { subjectId } };
	return [
		{
			description: `searchAudit: finds the record of ${operation.id} immediately`,
			assumptions: ["audit.trail"],
			given,
			request,
			response: {
				status: success,
				json: { items: exactly(1, like({ action })) },
			},
		},
		{
			description: `searchAudit: the record of ${operation.id} has its fields`,
			assumptions: ["audit.record"],
			given,
			request,
			response: {
				status: success,
				headers: jsonHeaders,
				json: { items: [record] },
			},
		},
	];
};

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
	...(
		[
			["for a word, from a time on", "from", [command, command]],
			["for a word, up to a time", "to", [zap]],
		] as const
	).map(([what, bound, items]) =>
		createSearch(
			what,
			{ text: word, [bound]: fromState("commandAt", EXAMPLE_TIME) },
			items,
			{ params: { apart: 1 } },
		),
	),
	createSearch("without a match", { action: "understudy.never-happens" }, []),
	createSearch("one record at a time", { text: word, limit: 1 }, [command], {
		assumption: "audit.page",
		nextCursor: cursor,
	}),
	createSearch(
		"the page after the first, which is the last",
		{ text: word, limit: 2, cursor: fromState("cursor", EXAMPLE_CURSOR) },
		[command, zap],
		{ assumption: "audit.page", params: { read: 1 } },
	),
	{
		...createSearch("without filters", {}, exactly(DEFAULT_LIMIT, like({})), {
			nextCursor: cursor,
		}),
		given: {
			state: "zaps were created",
			params: { names: Array(DEFAULT_LIMIT + 1).fill("A zap") },
		},
	},
	{
		...createSearch("with an unknown property", { text: word, reverse: true }, [
			command,
			command,
			zap,
		]),
		bypassesClient: true,
	},
];

const rejected: readonly Interaction[] = (
	[
		["a limit of 0", "limit", 0],
		["a limit of 101", "limit", 101],
		["an empty text", "text", ""],
		["a date without a time", "from", "2026-01-01"],
		["a date that does not exist", "to", "2026-02-30T00:00:00Z"],
		["a cursor that was never issued", "cursor", "never-issued"],
	] as const
).map(([what, property, value]) =>
	createRejection(
		`searchAudit: with ${what}`,
		problems.invalid,
		{ json: { [property]: value } },
		{ pointer: `/${property}` },
	),
);

export const auditInteractions: readonly Interaction[] = [
	...[createZap, submitCommand, submitPipeline].flatMap(createTrail),
	...searches,
	...rejected,
];
