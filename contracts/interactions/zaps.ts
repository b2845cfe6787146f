import { MatchersV3 } from "@pact-foundation/pact";
import { defaults, names } from "../generated/names.ts";
import {
	createInteractions,
	cursor,
	EXAMPLE_CURSOR,
	type Exchange,
	exactly,
	fromState,
	type Interaction,
	idOf,
	jsonHeaders,
	newText,
	nonEmpty,
	timestamp,
} from "./interaction.ts";

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

/** Lists zaps after some were created. */
const afterCreating = (
	names: string[],
	query: Readonly<Record<string, string>>,
): Pick<Exchange, "given" | "query"> => ({
	given: { state: "zaps were created", params: { names } },
	query,
});

/** Lists zaps with the cursor of the last of these pages. */
const afterReading = (
	pages: number,
	limit: number,
	next: string,
): Pick<Exchange, "given" | "query"> => ({
	given: {
		state: "pages of zaps were read, and another zap was created",
		params: { names: NAMES, limit, pages },
	},
	query: {
		[zapQuery.limit]: next,
		[zapQuery.cursor]: fromState("cursor", EXAMPLE_CURSOR),
	},
});

const listings = createInteractions("listZaps", {
	"a zap that was just created comes first": {
		assumptions: ["zaps.created"],
		...afterCreating(["Understudy A"], { [zapQuery.limit]: "1" }),
		json: { [items]: [A] },
	},
	"the first page, newest first": {
		assumptions: ["zaps.page"],
		...afterCreating(NAMES, { [zapQuery.limit]: "2" }),
		json: { [items]: [D, C], [nextCursor]: cursor },
	},
	"each zap of a page has its fields": {
		assumptions: ["zap.fields"],
		...afterCreating(NAMES, { [zapQuery.limit]: "4" }),
		json: { [items]: exactly(4, zap) },
	},
	"the page after the first, after another zap was created": {
		assumptions: ["zaps.page"],
		...afterReading(1, 2, "1"),
		json: { [items]: [B], [nextCursor]: cursor },
	},
	"the page after the second": {
		assumptions: ["zaps.page"],
		...afterReading(2, 1, "2"),
		json: { [items]: [B, A] },
	},
	"without a limit": {
		assumptions: ["zaps.page"],
		...afterCreating(Array(DEFAULT_LIMIT + 1).fill("A zap"), {}),
		json: {
			[items]: exactly(DEFAULT_LIMIT, { [name]: nonEmpty("A zap") }),
			[nextCursor]: cursor,
		},
	},
	"with the largest limit": {
		assumptions: ["zaps.page"],
		...afterCreating(NAMES, { [zapQuery.limit]: "100" }),
		headers: jsonHeaders,
	},
	"with an unknown parameter": {
		assumptions: ["errors.invalid"],
		...afterCreating(["Understudy A"], { [zapQuery.limit]: "1", page: "2" }),
		json: { [items]: [A] },
	},
});

const ADDITIONAL = {
	colour: "red",
	nested: { list: [1, null], empty: {}, none: [] },
};

/** Sends a new name each time, and requires that it is kept. */
const createNamed = (pattern: string, example: string) => ({
	body: { [zapRequest.name]: newText(pattern, example) },
	json: { [name]: MatchersV3.regex(pattern, example) },
});

const A_20 = "a".repeat(20);
const usual = createNamed("Understudy [a-z]{20}", `Understudy ${A_20}`);

const creations = createInteractions("createZap", {
	"with additional properties, which are kept": {
		assumptions: ["zaps.created", "zap.fields"],
		body: { ...usual.body, ...ADDITIONAL },
		json: { ...zap, ...usual.json, ...ADDITIONAL },
	},
	"with a name between spaces, which are kept": {
		assumptions: ["zaps.created"],
		...createNamed("  understudy[a-z]{20}  ", `  understudy${A_20}  `),
	},
	// 380 UTF-16 units.
	"with a name of 200 code points": {
		assumptions: ["zap.request"],
		...createNamed("[a-z]{20}😀{180}", A_20 + "😀".repeat(180)),
	},
});

export const zapInteractions: readonly Interaction[] = [
	...listings,
	...creations,
];
