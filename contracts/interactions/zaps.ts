import { operations } from "../generated/operations.ts";
import { createRejection } from "./create-rejection.ts";
import type { Interaction } from "./interaction.ts";
import {
	cursor,
	EXAMPLE_CURSOR,
	EXAMPLE_TIME,
	exactly,
	fromState,
	idOf,
	jsonHeaders,
	nonEmpty,
	timestamp,
} from "./matchers.ts";

const { listZaps, createZap } = operations;

const NAMES = ["Understudy A", "Understudy B", "Understudy C", "Understudy D"];
const [A, B, C, D] = NAMES.map((name) => ({ name }));
const DEFAULT_LIMIT = listZaps.query.limit.default;

const zap = { id: idOf("zap"), name: nonEmpty("A"), createdAt: timestamp };
const issued = fromState("cursor", EXAMPLE_CURSOR);

type Given = NonNullable<Interaction["given"]>;

const afterCreating = (names: string[]): Given => ({
	state: "zaps were created",
	params: { names },
});

const afterReading = (pages: number, limit: number): Given => ({
	state: "pages of zaps were read, and another zap was created",
	params: { names: NAMES, limit, pages },
});

const createListing = (
	what: string,
	assumption: string,
	given: Given,
	query: Readonly<Record<string, unknown>>,
	response: Omit<Interaction["response"], "status">,
): Interaction => ({
	description: `listZaps: ${what}`,
	assumptions: [assumption],
	given,
	request: { query },
	response: { status: listZaps.success, ...response },
});

const listings: readonly Interaction[] = [
	createListing(
		"a zap that was just created comes first",
		"zaps.created",
		afterCreating(["Understudy A"]),
		{ limit: "1" },
		{ json: { items: [A] } },
	),
	createListing(
		"the first page, newest first",
		"zaps.page",
		afterCreating(NAMES),
		{ limit: "2" },
		{ headers: jsonHeaders, json: { items: [D, C], nextCursor: cursor } },
	),
	createListing(
		"each zap of a page has its fields",
		"zap.fields",
		afterCreating(NAMES),
		{ limit: "4" },
		{ headers: jsonHeaders, json: { items: exactly(4, zap) } },
	),
	createListing(
		"the page after the first, after another zap was created",
		"zaps.page",
		afterReading(1, 2),
		{ limit: "1", cursor: issued },
		{ headers: jsonHeaders, json: { items: [B], nextCursor: cursor } },
	),
	createListing(
		"the page after the second",
		"zaps.page",
		afterReading(2, 1),
		{ limit: "2", cursor: issued },
		{ json: { items: [B, A] } },
	),
	createListing(
		"without a limit",
		"zaps.page",
		afterCreating(Array(DEFAULT_LIMIT + 1).fill("A zap")),
		{},
		{
			headers: jsonHeaders,
			json: {
				items: exactly(DEFAULT_LIMIT, { name: nonEmpty("A zap") }),
				nextCursor: cursor,
			},
		},
	),
	createListing(
		"with the largest limit",
		"zaps.page",
		afterCreating(NAMES),
		{ limit: "100" },
		{ headers: jsonHeaders },
	),
	{
		...createListing(
			"with an unknown parameter",
			"errors.invalid",
			afterCreating(["Understudy A"]),
			{ limit: "1", page: "2" },
			{ json: { items: [A] } },
		),
		bypassesClient: true,
	},
];

const rejectedQueries: readonly Interaction[] = (
	[
		["a limit of 0", "limit", "0"],
		["a limit of 101", "limit", "101"],
		["a limit in words", "limit", "ten"],
		["an empty limit", "limit", ""],
		["two limits", "limit", ["1", "2"]],
		["a cursor that was never issued", "cursor", "never-issued"],
	] as const
).map(([what, parameter, value]) =>
	createRejection(
		`listZaps: with ${what}`,
		listZaps.problems.invalid,
		{ query: { [parameter]: value } },
		{ parameter },
	),
);

/** 200 code points and 400 UTF-16 units. */
const LONGEST = { name: "😀".repeat(200) };
const OWN = { colour: "red", nested: { list: [1, null] } };

const creations: readonly Interaction[] = [
	{
		description: "createZap: with additional properties, which are kept",
		assumptions: ["zaps.created", "zap.fields"],
		request: { json: { name: "Understudy", ...OWN } },
		response: {
			status: createZap.success,
			headers: jsonHeaders,
			json: { ...zap, name: "Understudy", ...OWN },
		},
	},
	{
		description: "createZap: with a name of 200 code points",
		assumptions: ["zap.request"],
		request: { json: LONGEST },
		response: { status: createZap.success, json: LONGEST },
	},
	...(
		[
			["with a name of 201 code points", { name: "a".repeat(201) }],
			["with an empty name", { name: "" }],
			["without a name", { colour: "red" }],
			["with its own id", { name: "Understudy", id: "mine" }],
			["with its own time", { name: "Understudy", createdAt: EXAMPLE_TIME }],
		] as const
	).map(
		([what, json]): Interaction => ({
			description: `createZap: ${what}`,
			assumptions: ["zap.request"],
			request: { json },
			response: { status: "clientError" },
			bypassesClient: true,
		}),
	),
	createRejection(
		"createZap: with a name that is a number",
		createZap.problems.invalid,
		{ json: { name: 5 } },
		{ pointer: "/name" },
	),
];

export const zapInteractions: readonly Interaction[] = [
	...listings,
	...rejectedQueries,
	...creations,
];
