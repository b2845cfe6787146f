import { MatchersV3 } from "@pact-foundation/pact";
import { defaults, names } from "../generated/names.ts";
import type { Interaction } from "./interaction.ts";
import {
	cursor,
	EXAMPLE_CURSOR,
	exactly,
	fromState,
	idOf,
	jsonHeaders,
	newText,
	nonEmpty,
	timestamp,
} from "./matchers.ts";

const NAMES = ["Understudy A", "Understudy B", "Understudy C", "Understudy D"];
const { zapRequest, zapQuery } = names;
const { items, nextCursor } = names.zapPage;
const { id, name, createdAt } = names.zap;
/** The provider state appends a new word to each name. */
const [A, B, C, D] = NAMES.map((each) => ({
	[name]: MatchersV3.regex(`${each}( [a-z]+)?`, each),
}));
const DEFAULT_LIMIT = defaults.zapQuery.limit;

const zap = {
	[id]: idOf("zap"),
	[name]: nonEmpty("A"),
	[createdAt]: timestamp,
};
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

const listings: readonly Interaction[] = [
	{
		description: "listZaps: a zap that was just created comes first",
		assumptions: ["zaps.created"],
		given: afterCreating(["Understudy A"]),
		request: { query: { [zapQuery.limit]: "1" } },
		response: { json: { [items]: [A] } },
	},
	{
		description: "listZaps: the first page, newest first",
		assumptions: ["zaps.page"],
		given: afterCreating(NAMES),
		request: { query: { [zapQuery.limit]: "2" } },
		response: {
			json: { [items]: [D, C], [nextCursor]: cursor },
		},
	},
	{
		description: "listZaps: each zap of a page has its fields",
		assumptions: ["zap.fields"],
		given: afterCreating(NAMES),
		request: { query: { [zapQuery.limit]: "4" } },
		response: { json: { [items]: exactly(4, zap) } },
	},
	{
		description:
			"listZaps: the page after the first, after another zap was created",
		assumptions: ["zaps.page"],
		given: afterReading(1, 2),
		request: { query: { [zapQuery.limit]: "1", [zapQuery.cursor]: issued } },
		response: {
			json: { [items]: [B], [nextCursor]: cursor },
		},
	},
	{
		description: "listZaps: the page after the second",
		assumptions: ["zaps.page"],
		given: afterReading(2, 1),
		request: { query: { [zapQuery.limit]: "2", [zapQuery.cursor]: issued } },
		response: { json: { [items]: [B, A] } },
	},
	{
		description: "listZaps: without a limit",
		assumptions: ["zaps.page"],
		given: afterCreating(Array(DEFAULT_LIMIT + 1).fill("A zap")),
		request: { query: {} },
		response: {
			json: {
				[items]: exactly(DEFAULT_LIMIT, { [name]: nonEmpty("A zap") }),
				[nextCursor]: cursor,
			},
		},
	},
	{
		description: "listZaps: with the largest limit",
		assumptions: ["zaps.page"],
		given: afterCreating(NAMES),
		request: { query: { [zapQuery.limit]: "100" } },
		response: { headers: jsonHeaders },
	},
	{
		description: "listZaps: with an unknown parameter",
		assumptions: ["errors.invalid"],
		given: afterCreating(["Understudy A"]),
		request: { query: { [zapQuery.limit]: "1", page: "2" } },
		response: { json: { [items]: [A] } },
	},
];

const ADDITIONAL = {
	colour: "red",
	nested: { list: [1, null], empty: {}, none: [] },
};

/** Returns a new name in a request, and what the name in the response must match. */
const createName = (pattern: string, example: string) => ({
	sent: { [zapRequest.name]: newText(pattern, example) },
	kept: { [name]: MatchersV3.regex(pattern, example) },
});

const usual = createName(
	"Understudy [a-z]{20}",
	`Understudy ${"a".repeat(20)}`,
);
const spaced = createName(
	"  understudy[a-z]{20}  ",
	`  understudy${"a".repeat(20)}  `,
);
/** 200 code points, and 380 UTF-16 units. */
const longest = createName(
	"[a-z]{20}😀{180}",
	"a".repeat(20) + "😀".repeat(180),
);

const creations: readonly Interaction[] = [
	{
		description: "createZap: with additional properties, which are kept",
		assumptions: ["zaps.created", "zap.fields"],
		request: { json: { ...usual.sent, ...ADDITIONAL } },
		response: {
			json: { ...zap, ...usual.kept, ...ADDITIONAL },
		},
	},
	{
		description: "createZap: with a name between spaces, which are kept",
		assumptions: ["zaps.created"],
		request: { json: spaced.sent },
		response: { json: spaced.kept },
	},
	{
		description: "createZap: with a name of 200 code points",
		assumptions: ["zap.request"],
		request: { json: longest.sent },
		response: { json: longest.kept },
	},
];

export const zapInteractions: readonly Interaction[] = [
	...listings,
	...creations,
];
