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
	text,
	timestamp,
} from "./matchers.ts";

const { listZaps, createZap } = operations;

const NAMES = ["Understudy A", "Understudy B", "Understudy C", "Understudy D"];

const zap = { id: idOf("zap"), name: text("A"), createdAt: timestamp };
const issued = fromState("cursor", "b3BhcXVl");

const pages: readonly Interaction[] = [
	{
		description: "listZaps: a zap that was just created comes first",
		assumptions: ["zaps.created"],
		given: { state: "zaps were created", params: { names: ["Understudy A"] } },
		request: { query: { limit: "1" } },
		response: {
			status: listZaps.success,
			json: { items: [{ name: "Understudy A" }] },
		},
	},
	{
		description: "listZaps: the first page, newest first",
		assumptions: ["zaps.page"],
		given: { state: "zaps were created", params: { names: NAMES } },
		request: { query: { limit: "2" } },
		response: {
			status: listZaps.success,
			headers: json,
			json: {
				items: [{ name: "Understudy D" }, { name: "Understudy C" }],
				nextCursor: cursor,
			},
		},
	},
	{
		description: "listZaps: each zap of a page has its fields",
		assumptions: ["zap.fields"],
		given: { state: "zaps were created", params: { names: NAMES } },
		request: { query: { limit: "4" } },
		response: {
			status: listZaps.success,
			headers: json,
			json: { items: exactly(4, zap) },
		},
	},
	{
		description: "listZaps: the page after the first, though a zap came since",
		assumptions: ["zaps.page"],
		given: {
			state: "pages of zaps were read, and another zap was created",
			params: { names: NAMES, limit: 2, pages: 1 },
		},
		request: { query: { limit: "1", cursor: issued } },
		response: {
			status: listZaps.success,
			headers: json,
			json: { items: [{ name: "Understudy B" }], nextCursor: cursor },
		},
	},
	{
		description: "listZaps: the page after the second",
		assumptions: ["zaps.page"],
		given: {
			state: "pages of zaps were read, and another zap was created",
			params: { names: NAMES, limit: 1, pages: 2 },
		},
		request: { query: { limit: "2", cursor: issued } },
		response: {
			status: listZaps.success,
			json: { items: [{ name: "Understudy B" }, { name: "Understudy A" }] },
		},
	},
	{
		description: "listZaps: without a limit",
		assumptions: ["zaps.page"],
		given: {
			state: "zaps were created",
			params: { names: Array(listZaps.query.limit.default + 1).fill("A zap") },
		},
		response: {
			status: listZaps.success,
			headers: json,
			json: {
				items: exactly(listZaps.query.limit.default, { name: text("A zap") }),
				nextCursor: cursor,
			},
		},
	},
	{
		description: "listZaps: with the largest limit",
		assumptions: ["zaps.page"],
		given: { state: "zaps were created", params: { names: NAMES } },
		request: { query: { limit: "100" } },
		response: { status: listZaps.success, headers: json },
	},
	{
		description: "listZaps: with a parameter that is not known",
		assumptions: ["errors.invalid"],
		given: { state: "zaps were created", params: { names: ["Understudy A"] } },
		request: { query: { limit: "1", page: "2" } },
		response: {
			status: listZaps.success,
			json: { items: [{ name: "Understudy A" }] },
		},
		forbiddenByTypes: true,
	},
];

const refusedQueries: readonly Interaction[] = [
	["a limit of 0", { limit: "0" }],
	["a limit of 101", { limit: "101" }],
	["a limit in words", { limit: "ten" }],
	["an empty limit", { limit: "" }],
	["two limits", { limit: ["1", "2"] }],
	["a cursor that was never issued", { cursor: "never-issued" }],
].map(([what, query]): Interaction => {
	const sent = query as Record<string, unknown>;
	const [parameter = ""] = Object.keys(sent);
	return {
		description: `listZaps: with ${String(what)}`,
		assumptions: ["errors.invalid", "errors.problem"],
		request: { query: sent },
		response: {
			status: listZaps.problems.invalid,
			headers: problemJson,
			json: problemAt(listZaps.problems.invalid, { parameter }),
		},
		forbiddenByTypes: true,
	};
});

const creations: readonly Interaction[] = [
	{
		description: "createZap: with members of its own, which are kept",
		assumptions: ["zaps.created", "zap.fields"],
		request: {
			json: { name: "Understudy", colour: "red", nested: { list: [1, null] } },
		},
		response: {
			status: createZap.success,
			headers: json,
			json: {
				...zap,
				name: "Understudy",
				colour: "red",
				nested: { list: [1, null] },
			},
		},
	},
	{
		description: "createZap: with a name of 200 code points",
		assumptions: ["zap.request"],
		request: { json: { name: "😀".repeat(200) } },
		response: {
			status: createZap.success,
			json: { name: "😀".repeat(200) },
		},
	},
	...(
		[
			["with a name of 201 code points", { name: "a".repeat(201) }],
			["with an empty name", { name: "" }],
			["without a name", { colour: "red" }],
			["with an id of its own", { name: "Understudy", id: "mine" }],
			[
				"with a time of its own",
				{ name: "Understudy", createdAt: "2026-01-01T00:00:00.000Z" },
			],
		] as const
	).map(
		([what, body]): Interaction => ({
			description: `createZap: ${what}`,
			assumptions: ["zap.request"],
			request: { json: body },
			response: { status: "clientError" },
			forbiddenByTypes: true,
		}),
	),
	{
		description: "createZap: with a name that is a number",
		assumptions: ["errors.invalid", "errors.problem"],
		request: { json: { name: 5 } },
		response: {
			status: createZap.problems.invalid,
			headers: problemJson,
			json: problemAt(createZap.problems.invalid, { pointer: "/name" }),
		},
		forbiddenByTypes: true,
	},
];

export const zaps: readonly Interaction[] = [
	...pages,
	...refusedQueries,
	...creations,
];
