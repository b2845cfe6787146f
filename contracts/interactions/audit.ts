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
	timestamp,
} from "./matchers.ts";

const { like } = MatchersV3;
const { auditQuery, auditRecord, auditSubject } = names;
const { items, nextCursor } = names.auditPage;
const { action, subjectType, subjectId, text, limit } = auditQuery;
const { createZap, submitCommand, submitPipeline } = operations;

/** The interactions that find the audit record of an operation. */
const trails: readonly Interaction[] = [
	createZap,
	submitCommand,
	submitPipeline,
].flatMap(({ id, audit }): Interaction[] => {
	const type = audit.subjectType;
	const found = fromState(`${type}Id`, `${type}_${EXAMPLE_ULID}`);
	const common = {
		given: { state: "a zap, a command and a pipeline were accepted" },
		request: { json: { [subjectId]: found } },
	};
	const action = { [auditRecord.action]: audit.action };
	const record = {
		[auditRecord.id]: idOf("auditRecord"),
		[auditRecord.at]: timestamp,
		...action,
		[auditRecord.subject]: {
			[auditSubject.type]: type,
			[auditSubject.id]: idOf(type),
		},
	};
	return [
		{
			description: `searchAudit: finds the record of ${id} immediately`,
			assumptions: ["audit.trail"],
			...common,
			response: { json: { [items]: exactly(1, like(action)) } },
		},
		{
			description: `searchAudit: the record of ${id} has its fields`,
			assumptions: ["audit.record"],
			...common,
			response: { json: { [items]: [record] } },
		},
	];
});

type Values = Readonly<Record<string, unknown>>;

/** Creates a search for what the provider state with a word has created. */
const search = (
	what: string,
	filters: Values,
	found: unknown,
	params: Readonly<Record<string, number>> = {},
): Interaction => ({
	description: `searchAudit: ${what}`,
	assumptions: ["audit.query"],
	given: { state: "a word is in a zap and in two later commands", params },
	request: { json: filters },
	response: { json: { [items]: found, [nextCursor]: null } },
});

/** Creates a search that also checks the paging. */
const page = (next: unknown, interaction: Interaction): Interaction => ({
	...interaction,
	assumptions: ["audit.page"],
	response: {
		json: { ...Object(interaction.response.json), [nextCursor]: next },
	},
});

const [zap, command] = [createZap, submitCommand].map(({ audit }) => ({
	[auditRecord.action]: audit.action,
	[auditRecord.subject]: { [auditSubject.type]: audit.subjectType },
}));
const all = [command, command, zap];

const word = { [text]: fromState("word", "understudy") };
const upperCase = { [text]: fromState("WORD", "UNDERSTUDY") };
const endOfId = { [text]: fromState("endOfId", "V9N8HC") };
const zapId = fromState("zapId", `${idPrefixes.zap}${EXAMPLE_ULID}`);
const commandAt = fromState("commandAt", EXAMPLE_TIME);
const issued = fromState("cursor", EXAMPLE_CURSOR);
const commandAction = { [action]: submitCommand.audit.action };
const zapType = { [subjectType]: createZap.audit.subjectType };
/** Both collections share one schema of the limit. */
const DEFAULT_LIMIT = defaults.zapQuery.limit;

const searches: readonly Interaction[] = [
	search("for a word", word, all),
	search("for a word in another case", upperCase, all),
	search("for a part of an id", endOfId, [zap]),
	search("for an action and a word", { ...commandAction, ...word }, [
		command,
		command,
	]),
	search("for a type of subject and a word", { ...zapType, ...word }, [zap]),
	search("for a subject", { [subjectId]: zapId }, [zap]),
	search(
		"for a word, from a time on, which is included",
		{ ...word, [auditQuery.from]: commandAt },
		[command, command],
		{ apart: 1 },
	),
	search(
		"for a word, up to a time, which is excluded",
		{ ...word, [auditQuery.to]: commandAt },
		[zap],
		{ apart: 1 },
	),
	search("without a match", { [action]: "understudy.never-happens" }, []),
	page(
		cursor,
		search("one record at a time", { ...word, [limit]: 1 }, [command]),
	),
	page(
		null,
		search(
			"the page after the first, which is the last",
			{ ...word, [limit]: 2, [auditQuery.cursor]: issued },
			[command, zap],
			{ read: 1 },
		),
	),
	{
		description: "searchAudit: without filters",
		assumptions: ["audit.query"],
		given: {
			state: "zaps were created",
			params: { names: Array(DEFAULT_LIMIT + 1).fill("A zap") },
		},
		request: { json: {} },
		response: {
			json: { [items]: exactly(DEFAULT_LIMIT, like({})), [nextCursor]: cursor },
		},
	},
	search("with an unknown property", { ...word, reverse: true }, all),
];

export const auditInteractions: readonly Interaction[] = [
	...trails,
	...searches,
];
