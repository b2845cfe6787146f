import { MatchersV3 } from "@pact-foundation/pact";
import { defaults, names } from "../generated/names.ts";
import { idPrefixes, operations } from "../generated/operations.ts";
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
const { auditPage, auditQuery, auditRecord, auditSubject } = names;
const { createZap, submitCommand, submitPipeline } = operations;

/** Both collections share one schema of the limit. */
const DEFAULT_LIMIT = defaults.zapQuery.limit;

const word = fromState("word", "understudy");
const [zap, command] = [createZap, submitCommand].map(({ audit }) => ({
	[auditRecord.action]: audit.action,
	[auditRecord.subject]: { [auditSubject.type]: audit.subjectType },
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
	response: {
		headers: jsonHeaders,
		json: { [auditPage.items]: items, [auditPage.nextCursor]: nextCursor },
	},
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
		json: { [auditQuery.subjectId]: fromState(`${subjectType}Id`, example) },
	};
	const record = {
		[auditRecord.id]: idOf("auditRecord"),
		[auditRecord.at]: timestamp,
		[auditRecord.action]: action,
		[auditRecord.subject]: {
			[auditSubject.type]: subjectType,
			[auditSubject.id]: idOf(subjectType),
		},
	};
	return [
		{
			description: `searchAudit: finds the record of ${id} immediately`,
			assumptions: ["audit.trail"],
			given,
			request,
			response: {
				json: {
					[auditPage.items]: exactly(1, like({ [auditRecord.action]: action })),
				},
			},
		},
		{
			description: `searchAudit: the record of ${id} has its fields`,
			assumptions: ["audit.record"],
			given,
			request,
			response: { headers: jsonHeaders, json: { [auditPage.items]: [record] } },
		},
	];
});

const searches: readonly Interaction[] = [
	createSearch("for a word", { [auditQuery.text]: word }, [
		command,
		command,
		zap,
	]),
	createSearch(
		"for a word in another case",
		{ [auditQuery.text]: fromState("WORD", "UNDERSTUDY") },
		[command, command, zap],
	),
	createSearch(
		"for a part of an id",
		{ [auditQuery.text]: fromState("endOfId", "V9N8HC") },
		[zap],
	),
	createSearch(
		"for an action and a word",
		{
			[auditQuery.action]: submitCommand.audit.action,
			[auditQuery.text]: word,
		},
		[command, command],
	),
	createSearch(
		"for a type of subject and a word",
		{
			[auditQuery.subjectType]: createZap.audit.subjectType,
			[auditQuery.text]: word,
		},
		[zap],
	),
	createSearch(
		"for a subject",
		{
			[auditQuery.subjectId]: fromState(
				"zapId",
				`${idPrefixes.zap}${EXAMPLE_ULID}`,
			),
		},
		[zap],
	),
	createSearch(
		"for a word, from a time on, which is included",
		{
			[auditQuery.text]: word,
			[auditQuery.from]: fromState("commandAt", EXAMPLE_TIME),
		},
		[command, command],
		{ params: { apart: 1 } },
	),
	createSearch(
		"for a word, up to a time, which is excluded",
		{
			[auditQuery.text]: word,
			[auditQuery.to]: fromState("commandAt", EXAMPLE_TIME),
		},
		[zap],
		{ params: { apart: 1 } },
	),
	createSearch(
		"without a match",
		{ [auditQuery.action]: "understudy.never-happens" },
		[],
	),
	createSearch(
		"one record at a time",
		{ [auditQuery.text]: word, [auditQuery.limit]: 1 },
		[command],
		{
			assumptions: ["audit.page"],
			nextCursor: cursor,
		},
	),
	createSearch(
		"the page after the first, which is the last",
		{
			[auditQuery.text]: word,
			[auditQuery.limit]: 2,
			[auditQuery.cursor]: fromState("cursor", EXAMPLE_CURSOR),
		},
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
	createSearch(
		"with an unknown property",
		{ [auditQuery.text]: word, reverse: true },
		[command, command, zap],
	),
];

export const auditInteractions: readonly Interaction[] = [
	...trails,
	...searches,
];
