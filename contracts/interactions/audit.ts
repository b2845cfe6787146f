import { MatchersV3 } from "@pact-foundation/pact";
import { defaults, names } from "../generated/names.ts";
import { idPrefixes, operations } from "../generated/operations.ts";
import {
	createInteractions,
	cursor,
	EXAMPLE_CURSOR,
	EXAMPLE_TIME,
	EXAMPLE_ULID,
	type Exchange,
	exactly,
	fromState,
	type Interaction,
	idOf,
	timestamp,
} from "./interaction.ts";

const { like } = MatchersV3;
const { auditQuery, auditRecord } = names;
const { items, nextCursor } = names.auditPage;
const { action, subjectType, subjectId, text, limit } = auditQuery;
const { createZap, submitCommand, submitPipeline } = operations;

/** Finds the audit record of an operation. */
const trails = [createZap, submitCommand, submitPipeline].flatMap(
	({ id, audit }) => {
		const type = audit.subjectType;
		const found = fromState(`${type}Id`, `${type}_${EXAMPLE_ULID}`);
		const search = {
			given: { state: "a zap, a command and a pipeline were accepted" },
			body: { [subjectId]: found },
		};
		const action = { [auditRecord.action]: audit.action };
		const record = {
			[auditRecord.id]: idOf("auditRecord"),
			[auditRecord.createdAt]: timestamp,
			...action,
			[auditRecord.subject]: {
				[auditRecord.subjectType]: type,
				[auditRecord.subjectId]: idOf(type),
			},
		};
		return createInteractions("searchAudit", {
			[`finds the record of ${id} immediately`]: {
				assumptions: ["audit.trail"],
				...search,
				json: { [items]: exactly(1, like(action)) },
			},
			[`the record of ${id} has its fields`]: {
				assumptions: ["audit.record"],
				...search,
				json: { [items]: [record] },
			},
		});
	},
);

const [zap, command] = [createZap, submitCommand].map(({ audit }) => ({
	[auditRecord.action]: audit.action,
	[auditRecord.subject]: { [auditRecord.subjectType]: audit.subjectType },
}));
const all = [command, command, zap];

const withWord = (
	params: Readonly<Record<string, number>> = {},
): NonNullable<Exchange["given"]> => ({
	state: "a word is in a zap and in two later commands",
	params,
});

/** Searches for what the provider state with a word has created. */
const search = (
	body: Readonly<Record<string, unknown>>,
	found: unknown,
	next: unknown = null,
): Exchange => ({
	assumptions: ["audit.query"],
	given: withWord(),
	body,
	json: { [items]: found, [nextCursor]: next },
});

const word = { [text]: fromState("word", "understudy") };
const upperCase = { [text]: fromState("WORD", "UNDERSTUDY") };
const endOfId = { [text]: fromState("endOfId", "V9N8HC") };
const zapId = fromState("zapId", `${idPrefixes.zap}${EXAMPLE_ULID}`);
const commandAt = fromState("commandAt", EXAMPLE_TIME);
const issued = fromState("cursor", EXAMPLE_CURSOR);
const ofCommands = { [action]: submitCommand.audit.action };
const ofZaps = { [subjectType]: createZap.audit.subjectType };
/** Both collections share one schema of the limit. */
const DEFAULT_LIMIT = defaults.zapQuery.limit;

const searches = createInteractions("searchAudit", {
	"for a word": search(word, all),
	"for a word in another case": search(upperCase, all),
	"for a part of an id": search(endOfId, [zap]),
	"for an action and a word": search({ ...ofCommands, ...word }, [
		command,
		command,
	]),
	"for a type of subject and a word": search({ ...ofZaps, ...word }, [zap]),
	"for a subject": search({ [subjectId]: zapId }, [zap]),
	"for a word, from a time on, which is included": {
		...search({ ...word, [auditQuery.from]: commandAt }, [command, command]),
		given: withWord({ apart: 1 }),
	},
	"for a word, up to a time, which is excluded": {
		...search({ ...word, [auditQuery.to]: commandAt }, [zap]),
		given: withWord({ apart: 1 }),
	},
	"without a match": search({ [action]: "understudy.never-happens" }, []),
	"one record at a time": {
		...search({ ...word, [limit]: 1 }, [command], cursor),
		assumptions: ["audit.page"],
	},
	"the page after the first, which is the last": {
		...search({ ...word, [limit]: 2, [auditQuery.cursor]: issued }, [
			command,
			zap,
		]),
		assumptions: ["audit.page"],
		given: withWord({ read: 1 }),
	},
	"without filters": {
		...search({}, exactly(DEFAULT_LIMIT, like({})), cursor),
		given: {
			state: "zaps were created",
			params: { names: Array(DEFAULT_LIMIT + 1).fill("A zap") },
		},
	},
	"with an unknown property": search({ ...word, reverse: true }, all),
});

export const auditInteractions: readonly Interaction[] = [
	...trails,
	...searches,
];
