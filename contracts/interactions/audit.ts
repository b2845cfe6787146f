import { MatchersV3 } from "@pact-foundation/pact";
import { operations } from "../generated/operations.ts";
import type { Interaction } from "./interaction.ts";
import {
	cursor,
	exactly,
	fromState,
	idOf,
	json,
	problemAt,
	problemJson,
	timestamp,
} from "./matchers.ts";

const { like } = MatchersV3;
const { searchAudit, createZap, submitCommand, submitPipeline } = operations;
const { success, problems } = searchAudit;

/** The document gives both collections one schema of a limit. */
const PAGE = operations.listZaps.query.limit.default;

const ULID = "01KDVQ2JM0R4T7XKQ5D2V9N8HC";
const TIME = "2026-01-01T00:00:00.000Z";

const WORD_STATE = "a word is in a zap and in two later commands";

const found = (
	what: string,
	assumptions: string,
	conditions: Record<string, unknown>,
	items: unknown,
	nextCursor: unknown = null,
): Interaction => ({
	description: `searchAudit: ${what}`,
	assumptions: [assumptions],
	given: { state: WORD_STATE },
	request: { json: conditions },
	response: {
		status: success,
		headers: json,
		json: { items, ...(nextCursor !== undefined && { nextCursor }) },
	},
});

const word = fromState("word", "understudy");
const zapId = fromState("zapId", `zap_${ULID}`);
const [zap, command] = [createZap, submitCommand].map(({ audit }) => ({
	action: audit.action,
	subject: { type: audit.subjectType },
}));

/** Of the one record that creating, submitting or accepting wrote. */
const trail = (
	operation: typeof createZap | typeof submitCommand | typeof submitPipeline,
	id: ReturnType<typeof idOf>,
): Interaction[] => {
	const { action, subjectType } = operation.audit;
	const subjectId = fromState(`${subjectType}Id`, `${subjectType}_${ULID}`);
	const given = { state: "a zap, a command and a pipeline were accepted" };
	return [
		{
			description: `searchAudit: finds at once what ${operation.id} did`,
			assumptions: ["audit.trail"],
			given,
			request: { json: { subjectId } },
			response: {
				status: success,
				json: { items: exactly(1, like({ action })) },
			},
		},
		{
			description: `searchAudit: the record of ${operation.id} has its fields`,
			assumptions: ["audit.record"],
			given,
			request: { json: { subjectId } },
			response: {
				status: success,
				headers: json,
				json: {
					items: [
						{
							id: idOf("auditRecord"),
							at: timestamp,
							action,
							subject: { type: subjectType, id },
						},
					],
				},
			},
		},
	];
};

const searches: readonly Interaction[] = [
	found("for a word", "audit.query", { text: word }, [command, command, zap]),
	found(
		"for a word in another case",
		"audit.query",
		{ text: fromState("WORD", "UNDERSTUDY") },
		[command, command, zap],
	),
	found(
		"for a part of an id",
		"audit.query",
		{ text: fromState("endOfId", "V9N8HC") },
		[zap],
	),
	found(
		"for an action and a word",
		"audit.query",
		{ action: submitCommand.audit.action, text: word },
		[command, command],
	),
	found(
		"for a type of subject and a word",
		"audit.query",
		{ subjectType: createZap.audit.subjectType, text: word },
		[zap],
	),
	found("for a subject", "audit.query", { subjectId: zapId }, [zap]),
	...(
		[
			["for a word, from a time on", "from", [command, command]],
			["for a word, up to a time", "to", [zap]],
		] as const
	).map(([what, bound, items]) => ({
		...found(
			what,
			"audit.query",
			{ text: word, [bound]: fromState("commandAt", TIME) },
			items,
		),
		given: { state: WORD_STATE, params: { apart: 1 } },
	})),
	found(
		"for nothing that ever happened",
		"audit.query",
		{ action: "understudy.never-happens" },
		[],
	),
	found(
		"one record at a time",
		"audit.page",
		{ text: word, limit: 1 },
		[command],
		cursor,
	),
	{
		...found(
			"the page after the first, which is the last",
			"audit.page",
			{ text: word, limit: 2, cursor: fromState("cursor", "b3BhcXVl") },
			[command, zap],
		),
		given: { state: WORD_STATE, params: { read: 1 } },
	},
	{
		...found(
			"without a condition",
			"audit.query",
			{},
			exactly(PAGE, like({})),
			cursor,
		),
		given: {
			state: "zaps were created",
			params: { names: Array(PAGE + 1).fill("A zap") },
		},
	},
	{
		...found(
			"with a member that is not known",
			"audit.query",
			{ text: word, reverse: true },
			[command, command, zap],
		),
		forbiddenByTypes: true,
	},
];

const refused: readonly Interaction[] = (
	[
		["a limit of 0", { limit: 0 }, "/limit"],
		["a limit of 101", { limit: 101 }, "/limit"],
		["an empty text", { text: "" }, "/text"],
		["a date without a time", { from: "2026-01-01" }, "/from"],
		["a day that is none", { to: "2026-02-30T00:00:00Z" }, "/to"],
		["a cursor that was never issued", { cursor: "never-issued" }, "/cursor"],
	] as const
).map(
	([what, body, pointer]): Interaction => ({
		description: `searchAudit: with ${what}`,
		assumptions: ["errors.invalid", "errors.problem"],
		request: { json: body },
		response: {
			status: problems.invalid,
			headers: problemJson,
			json: problemAt(problems.invalid, { pointer }),
		},
	}),
);

export const audit: readonly Interaction[] = [
	...trail(createZap, idOf("zap")),
	...trail(submitCommand, idOf("command")),
	...trail(submitPipeline, idOf("pipeline")),
	...searches,
	...refused,
];
