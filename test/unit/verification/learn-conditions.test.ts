import { expect, test } from "vitest";
import type { Condition } from "../../../src/verification/contract.ts";
import {
	describeCondition,
	readCondition,
} from "../../../src/verification/differences/learnt-conditions.ts";
import { createTranslation } from "../../../src/verification/learning/lists/create-translation.ts";
import { learnConditions } from "../../../src/verification/learning/lists/learn-conditions.ts";
import {
	isAskedInQuery,
	selectWriting,
} from "../../../src/verification/learning/lists/learn-lists.ts";
import type { Inquiry } from "../../../src/verification/learning/lists/list-inquiry.ts";
import { received } from "../../support/received.ts";

type Row = Readonly<Record<string, unknown>>;
type Body = Readonly<Record<string, unknown>>;

const CONDITIONS: readonly Condition[] = [
	{ name: "limit", role: "limit" },
	{ name: "cursor", role: "cursor" },
	{ name: "kind", role: "subjectType", place: "$.items[*].kind" },
	{ name: "from", role: "from", place: "$.items[*].at", isInclusive: true },
];

const TEXTS: readonly Condition[] = [
	{ name: "id", role: "subjectId", place: "$.items[*].key" },
	{ name: "words", role: "text" },
];

const AT = "2026-01-01T00:00:00.000Z";

const createRows = (count: number): Row[] =>
	Array.from({ length: count }, (_, index) => ({
		...{ key: index, sort: index % 2 === 0 ? "jar" : "lid" },
		at: `2026-03-0${9 - index}T00:00:00Z`,
		note: { label: "teacup".repeat(3) + "abcdef".charAt(index) },
	}));

/**
 * Lets a service that responds like this show its names.
 * @param respond returns a page, the text of a rejection, or undefined for a rejection without a text
 */
async function learn(
	respond: (
		body: Body,
		rows: readonly Row[],
		parameters: URLSearchParams,
	) => unknown,
	headers: Readonly<Record<string, string>> = {},
	known?: readonly string[],
	others: readonly Condition[] = [],
	isDocumented: Inquiry["isDocumented"] = () => true,
) {
	const rows = createRows(6);
	let requests = 0;
	const sent = new Set<string>();
	const { conditions, seen } = await learnConditions({
		...{ isInQuery: false, conditions: [...CONDITIONS, ...others] },
		...{ renamed: new Map(), wrappers: ["search"] },
		alike: () => ["jar.lock", "jar.melt"],
		isDocumented,
		findings: [
			{
				...{ exchange: undefined, where: "$.items[*].kind", assumptions: [] },
				...{ expected: "kind", actual: "sort" },
			},
			{
				...{ exchange: undefined, where: "$.items[*].kind", assumptions: [] },
				...{ expected: '"tin"', actual: '"jar"' },
			},
		],
		async write() {
			sent.clear();
			rows.unshift({ ...rows[0], key: 100 + rows.length });
		},
		async send({ body, query }) {
			// A request that is sent again does not count.
			const key = JSON.stringify([body, query]);
			if (!sent.has(key)) requests += 1;
			sent.add(key);
			const request = { method: "POST", path: "/v1/audit/search" };
			const unknown = Object.keys(Object(body)).filter(
				(each) => known && !known.includes(each),
			);
			const parameters = new URLSearchParams(query);
			const page = respond(Object(body), rows, parameters);
			const isRejected = page === undefined || typeof page === "string";
			const status = unknown.length > 0 || isRejected ? 400 : 200;
			const shown =
				typeof page === "string"
					? page
					: JSON.stringify(
							status === 400
								? unknown.map((at) => ({ at, why: "There is no such field." }))
								: page,
						);
			return { request, response: received(status, shown, headers) };
		},
	});
	return {
		...{ requests, seen: seen.map(({ actual }) => actual) },
		keywords: seen.flatMap(({ keywords = [] }) => keywords),
		rejected: seen.flatMap(({ change, where = [] }) => (change ? where : [])),
		positions: conditions.flatMap(({ position = [] }) => position),
		changes: conditions.map(readCondition),
		names: conditions.map((each) =>
			`${each.name} ${describeCondition(each).replace(", ", " ")}`.trim(),
		),
		translate: (name: string, value: unknown) =>
			conditions.find((each) => each.name === name)?.translate(value),
	};
}

const IGNORED = "itself is ignored, whatever its value is";

const cut = (rows: readonly Row[], size: unknown, start: number) =>
	rows.slice(start, start + Number(size ?? 5));

test("names that a service shows are found by what they select", async () => {
	const { names, seen, translate, positions } = await learn(
		({ rows_a_page: size, leaf = 1, search }, all) => {
			const { sort } = Object(search);
			const found = all.filter((each) => !sort || each.sort === sort);
			return {
				rows: cut(found, size, (Number(leaf) - 1) * Number(size ?? 5)),
				about: { leaf: 1 },
			};
		},
		{ "x-rows-a-page": "5" },
	);
	expect(names).toEqual([
		"limit rows_a_page",
		"cursor leaf the number of a page, from 1",
		"kind search.sort",
	]);
	expect(positions).toEqual([{ role: "page", first: 1, hasMinimum: false }]);
	expect(seen).toEqual([
		"a record again, if another one is created between two pages",
		"takes a position after the last record, with no records",
		"takes -1, with other records",
		"takes a text that is no number, with no records",
		...["limit", "cursor", "kind"].map((each) => `${each} ${IGNORED}`),
		"ignores from",
	]);
	expect(translate("kind", "tin")).toBe("jar");
	expect(translate("kind", "other")).toBe("other");
});

test("a bound is a number if the records have their times as numbers", async () => {
	const toSeconds = (each: Row) => Date.parse(`${each.at}`) / 1_000;
	const { names, translate } = await learn(({ limit, since }, all) => {
		if (typeof since === "string") return undefined;
		const found = all.filter(
			(each) => !since || toSeconds(each) >= Number(since),
		);
		return cut(
			found.map((each) => ({ ...each, at: toSeconds(each) })),
			...([limit, 0] as const),
		);
	});
	expect(names).toContain("from since seconds since 1970");
	expect(translate("from", "2026-03-05T00:00:00Z")).toBe(1_772_668_800);
});

test("a bound is a text with a space if the only times of the records are", async () => {
	const { names, seen, translate } = await learn(({ limit, since }, all) => {
		const rows = all.map(({ at, ...each }) => ({
			...{ ...each, done: `${at}`.slice(0, 19).replace("T", " ") },
		}));
		if (since !== undefined && !/^[-\d]+ [:\d]+$/.test(`${since}`))
			return undefined;
		const found = rows.filter(({ done }) => done >= `${since ?? ""}`);
		return cut(found, limit, 0);
	});
	expect(names).toContain('from since a time like "2026-01-01 00:00:00"');
	expect(translate("from", "2026-03-05T01:02:03.4Z")).toBe(
		"2026-03-05 01:02:03",
	);
	expect(seen.filter((each) => each.includes("without"))).toEqual([]);
});

test("a condition that is a list in the document, too, has no other form", async () => {
	const { names } = await learn(
		({ limit, sorts }, all) => {
			if (sorts !== undefined && !Array.isArray(sorts)) return undefined;
			return cut(
				all.filter(({ sort }) => sorts?.includes(sort) ?? true),
				limit,
				0,
			);
		},
		...([{}, undefined] as const),
		[
			{
				name: "sorts",
				role: "action",
				place: "$.items[*].sort",
				isListed: true,
			},
		],
	);
	// The document of the other conditions has no array.
	expect(names).toEqual(["kind sorts in an array"]);
});

test("a condition may be a list of values, and have the name of the object around the property", async () => {
	const { names, translate, changes } = await learn(
		({ limit, made_keys: keys, made_of: of }, all) => {
			if (keys !== undefined && !Array.isArray(keys)) return undefined;
			const found = all.filter(
				({ key, sort }) =>
					(keys?.includes(key) ?? true) && (!of || of === sort),
			);
			return cut(
				found.map(({ key, sort, ...each }) => ({
					...each,
					made: { key, of: sort },
				})),
				...([limit, 0] as const),
			);
		},
		...([{}, undefined] as const),
		[
			{ name: "id", role: "subjectId", place: "$.items[*].made.key" },
			{ name: "type", role: "action", place: "$.items[*].made.of" },
		],
	);
	expect(names).toEqual(["id made_keys in an array", "type made_of"]);
	expect(translate("id", 3)).toEqual([3]);
	expect(changes[0]).toMatchObject({ to: "made_keys", isListed: true });
});

test("a condition of the documented name may be a list of values", async () => {
	const { names, changes } = await learn(
		({ limit, sort }, all) => {
			if (sort !== undefined && !Array.isArray(sort)) return undefined;
			const found = all.filter((each) => sort?.includes(each.sort) ?? true);
			return cut(found, limit, 0);
		},
		...([{}, undefined] as const),
		[{ name: "sort", role: "action", place: "$.items[*].sort" }],
	);
	expect(names).toContain("sort sort in an array");
	expect(changes.at(-1)).toEqual({ kind: "other type", value: ["text"] });
});

test("the size of a page is found by what the page has", async () => {
	const { names } = await learn(({ books_per_page: size }, all) => ({
		rows: cut(all, size, 0),
		total_books: all.length,
		next_page: null,
	}));
	expect(names).toContain("limit books_per_page");
});

test("a condition of the document is no size of a page, although pages have its name", async () => {
	const { names } = await learn(({ size, from }, all) => ({
		rows: from === undefined ? cut(all, size, 0) : [],
		about: { size: 5, from: 1 },
	}));
	expect(names).toContain("limit size");
});

test("the id of a record is no size of a page, although it selects one record", async () => {
	const link = '</shelf{?key}>; rel="search", </shelf?key=3&per=5>; rel="self"';
	const { names } = await learn(
		({ key, per }, all) =>
			cut(
				all.filter((each) => key === undefined || each.key === key),
				...([per, 0] as const),
			),
		{ link },
	);
	expect(names[0]).toBe("limit per");
});

test("a name that selects nothing is not reported, and is tried a limited number of times", async () => {
	const { names, requests } = await learn((_, all) => all);
	expect(names).toEqual([]);
	expect(requests).toBeLessThan(70);
});

test("conditions that work as documented are left alone, but not the order", async () => {
	const { names, seen } = await learn(({ limit, from }, all) =>
		from === undefined ? cut(all.toReversed(), limit, 0) : [],
	);
	expect(names).toEqual([]);
	expect(seen).toEqual(["ignores kind"]);
});

test("a service with too few records shows nothing", async () => {
	const { requests } = await learn((_, [one]) => [one]);
	expect(requests).toBe(1);
});

const isSince = ({ at }: Row, time: unknown): boolean =>
	Date.parse(`${at}`) >= Date.parse(`${time}`);

test.each([
	["ignores", undefined],
	["rejects", ["page_size", "at_min"]],
])(
	"usual names are found in few requests if the service %s others",
	async (_, known) => {
		const { names, requests, rejected } = await learn(
			({ page_size: size, at_min: time }, all) =>
				cut(
					all.filter((each) => time === undefined || isSince(each, time)),
					size,
					0,
				),
			{},
			known,
		);
		expect(names).toEqual(["limit page_size", "from at_min"]);
		expect(rejected).toEqual(
			known ? ["request $.cursor", "request $.kind"] : [],
		);
		expect(requests).toBeLessThan(93);
	},
);

test("a bound is compared with the times of the records", async () => {
	const { seen, keywords } = await learn(({ limit, from }, all) =>
		cut(
			all.filter(({ at }) => from === undefined || `${at}` > `${from}`),
			limit,
			0,
		),
	);
	expect(seen).toContain("excludes records of this time");
	expect(keywords).toContainEqual({ "x-inclusive": false });
});

test("a service that counts records may reject negative positions", async () => {
	const { positions } = await learn(({ limit, leave = 0 }, all) =>
		Number(leave) < 0
			? "leave must not be negative"
			: { rows: cut(all, limit, Number(leave)), leave },
	);
	expect(positions).toEqual([{ role: "offset", first: 0, hasMinimum: true }]);
});

test("conditions of an expression are found, and which other expressions the service takes", async () => {
	const meets = (row: Row, term: string): boolean => {
		const [, name = "", operator, value = ""] =
			/^(\w+) (eq|ge) '([^']*)'$/.exec(term) ?? [];
		const own = `${row[name]}`;
		return operator === "ge" ? own >= value : own === value;
	};
	const { names, seen, translate } = await learn(({ limit, where }, all) =>
		cut(
			all.filter(
				(row) =>
					where === undefined ||
					`${where}`.split(" and ").every((each) => meets(row, each)),
			),
			limit,
			0,
		),
	);
	expect(names).toEqual([
		"kind where sort eq 'jar'",
		"from where at ge '2037-01-01T00:00:00.000Z'",
	]);
	expect(seen.join()).toContain("an expression such as sort eq 'jar'; takes");
	expect(translate("kind", "tin")).toBe("sort eq 'jar'");
});

test("a search for words is no expression", async () => {
	const { names } = await learn(({ limit, q }, all) =>
		cut(
			all.filter(({ sort }) => q === undefined || `${q}`.includes(`${sort}`)),
			limit,
			0,
		),
	);
	expect(names).toEqual([]);
});

test("where and how a text is searched is found", async () => {
	const searchWith =
		(textOf: (row: Row) => string) => async (): Promise<readonly string[]> => {
			const { seen } = await learn(
				({ words = "" }, all) =>
					all.filter((row) => textOf(row).includes(`${words}`)),
				{},
				undefined,
				TEXTS,
			);
			return seen.filter((each) => !each.startsWith("ignores "));
		};
	const inSource = await searchWith(({ note }) => JSON.stringify(note))();
	expect(inSource).toEqual([
		"regards the case of letters",
		"is not searched in id",
		'is searched in JSON, so that "label": finds records',
	]);
	const inValues = await searchWith(
		(row) => `${row.key} ${Object(row.note).label}`,
	)();
	expect(inValues).toEqual(["regards the case of letters"]);
});

test("an id that is in the searched text of its own record by chance does not count", async () => {
	const { seen } = await learn(
		({ words = "" }, all) =>
			all
				.map((row, index) => {
					const label = `${Object(row.note).label} ${row.key}`;
					return index === 0 ? { ...row, note: { label } } : row;
				})
				.filter(({ note }) => JSON.stringify(note).includes(`${words}`)),
		{},
		undefined,
		TEXTS,
	);
	expect(seen).toContain("is not searched in id");
});

test("an id that fills a page by chance does not show that ids are searched", async () => {
	const { seen } = await learn(
		({ words = "" }, all) => {
			const chance = all
				.map(({ key }) => key)
				.filter((key) => Number(key) % 2 === 1);
			const found = all
				.map((row) => {
					const others = chance.filter((key) => key !== row.key);
					const label = `${Object(row.note).label} ${others}`;
					return { ...row, note: { label } };
				})
				.filter(({ note }) => JSON.stringify(note).includes(`${words}`));
			return cut(found, undefined, 0);
		},
		{},
		undefined,
		TEXTS,
	);
	expect(seen).toContain("is not searched in id");
});

test("conditions that the document does not have are found by what they select", async () => {
	const { seen } = await learn(({ key, sort, q, shape }, rows) => {
		if (sort !== undefined && sort !== "jar" && sort !== "lid")
			return undefined;
		const all = rows.map((each) => {
			const own: Row & { readonly shape: string } = {
				...{ ...each, shape: each.sort === "jar" ? "Round" : "Flat" },
			};
			return own;
		});
		const found = all.filter(
			(each) =>
				(key ?? each.key) === each.key &&
				`${shape ?? each.shape}`.toLowerCase() === each.shape.toLowerCase() &&
				(sort ?? each.sort) === each.sort &&
				JSON.stringify(each).includes(`${q ?? ""}`),
		);
		return { rows: found };
	});
	const selecting = seen.filter((each) => each.startsWith("selects records"));
	expect(selecting).toEqual([
		"selects records",
		"selects records with exactly this value",
		"selects records that contain the value, all records if it is empty",
	]);
	expect(seen).toContain("ignores the case of letters");
	const ignoring = await learn((_, all) => ({ rows: all }));
	expect(ignoring.seen).not.toContain("selects records");
});

test.each(["note", "noteLabel"])(
	"a property of an object in records may be a condition: %s",
	async (name) => {
		const { seen } = await learn((body, rows) => {
			const found = rows.filter(
				(each) =>
					(body[name] ?? Object(each.note).label) === Object(each.note).label,
			);
			return { rows: found };
		});
		expect(seen).toContain("selects records with exactly this value");
	},
);

test("a service that rejects unknown names may skip records, and take short words only", async () => {
	const known = ["limit", "skip", "tag"];
	const { seen, names } = await learn(
		({ limit, skip = 0, tag }, all) => {
			const rows = all.map((each) => ({ ...each, tags: [] }));
			if (`${tag ?? ""}`.length > 24) return undefined;
			return cut(tag === undefined ? rows : [], limit, Number(skip));
		},
		{},
		known,
	);
	expect(names).toContain(
		"cursor skip a number of records to skip, by default 0",
	);
	expect(seen).toContain("selects records");
	expect(seen).toContain("at most 24 characters");
});

test.each([
	[["jar", "lid", "pan"], 'only "jar", "lid", "pan"'],
	[["jar", "lid", "pan", ""], 'only "jar", "lid", "pan" and ""'],
])(
	"a condition takes those of the offered values that the service takes: %j",
	async (taken, only) => {
		const { seen } = await learn(({ sort, limit }, all) => {
			if (sort !== undefined && !taken.includes(`${sort}`))
				return "sort: unknown variant, expected one of `jar`, `lid`, `pan` at line 1 column 9";
			return cut(
				all.filter((each) => (sort || each.sort) === each.sort),
				limit,
				0,
			);
		});
		expect(seen.join("\n")).toContain(
			`${only}; other texts are rejected with 400 (sort: unknown variant, expected one of \`jar\`, \`lid\`, \`pan\` at line 1 column 9)`,
		);
	},
);

test("a name that the service rejects as unknown is not tried with other values", async () => {
	const one = await learn(
		({ leaf = 1, size }, all) => ({
			rows: cut(all, size, (Number(leaf) - 1) * Number(size ?? 5)),
			about: { leaf: 1, size: 5 },
		}),
		{},
		["leaf", "size"],
		[{ name: "shape", role: "subjectType", place: "$.items[*].shape" }],
	);
	expect(one.names).toContain("cursor leaf the number of a page, from 1");
	const unknown = ["kind", "from", "shape"].map((each) => `request $.${each}`);
	expect(one.rejected).toEqual(unknown);
	expect(one.requests).toBeLessThan(74);
});

test("a bound has the last word of the time of a record, and the other bound a word that belongs to it", async () => {
	const { names, requests } = await learn(
		({ start_time, end_time, ...others }, all) => {
			const [unknown] = Object.keys(others);
			if (unknown) return JSON.stringify([{ at: unknown, why: "no field" }]);
			return all
				.map(({ at, ...row }) => ({ ...row, create_time: `${at}` }))
				.filter((row) => row.create_time >= `${start_time ?? ""}`)
				.filter((row) => row.create_time < `${end_time ?? "9"}`);
		},
		...([{}, undefined, [{ name: "to", role: "to" }]] as const),
	);
	expect(names).toEqual(["from start_time", "to end_time"]);
	expect(requests).toBeLessThan(127);
});

test("the other bound is tried with the forms of times that the first does not take", async () => {
	const taken: unknown[] = [];
	const { seen } = await learn(
		({ from, to }, all) => {
			if (to !== undefined && from === undefined) taken.push(to);
			if (/t/.test(`${from ?? ""}${to ?? ""}`)) return undefined;
			return all
				.filter(({ at }) => `${at}` >= `${from ?? ""}`)
				.filter(({ at }) => `${at}` <= `${to ?? "9"}`);
		},
		...([{}, undefined, [{ name: "to", role: "to" }]] as const),
	);
	expect(seen.filter((each) => each.includes("lower case"))).toEqual([
		...["from", "to"].map(() => "rejects t and z in lower case with 400"),
	]);
	expect(taken).not.toContain("2026-01-01 00:00:00Z");
});

test("a value has the case in which the service writes another one", () => {
	const translate = (expected: string, actual: string) => {
		const found = { exchange: undefined, where: "$.kind", assumptions: [] };
		const findings = [
			{ ...found, expected: "kind", actual: "sort" },
			{ ...found, expected, actual },
		];
		const inquiry = { findings } as unknown as Inquiry;
		const condition = { name: "kind", role: "subjectType", place: "$.kind" };
		return createTranslation(inquiry, condition, { value: "", form: "" })(
			"lid",
		);
	};
	expect(translate('"jar"', '"Jar"')).toBe("Lid");
	expect(translate('"jar"', '"JAR"')).toBe("LID");
	expect(translate('"jar"', '"Jars"')).toBe("lid");
});

test("a bound has no fractions of a second if the service rejects them", async () => {
	const { names, translate } = await learn(({ since }, all) => {
		if (`${since}`.includes(".")) return undefined;
		return all.filter(({ at }) => `${at}` >= `${since ?? ""}`);
	});
	expect(names).toContain("from since a time without fractions of a second");
	expect(translate("from", AT)).toBe("2026-01-01T00:00:00Z");
});

test("conditions compare values inside the objects of records, and take them for the documented ones", async () => {
	const { names, translate, seen } = await learn(
		({ limit, kind, writtenFrom }, all) =>
			cut(
				all
					.map(({ key, at, sort }) => ({
						...{ id: key, attributes: { writtenAt: at } },
						links: { kind: { data: sort } },
					}))
					.filter(
						({ attributes, links }) =>
							(kind === undefined || links.kind.data === kind) &&
							!(`${attributes.writtenAt}` < `${writtenFrom ?? ""}`),
					),
				...([limit, 0] as const),
			),
	);
	expect(names).toContain("from writtenFrom");
	expect(translate("kind", "tin")).toBe("jar");
	expect(seen.join()).not.toContain("only");
});

test("a search may take its page from the query", async () => {
	const { names, seen } = await learn((_, all, parameters) => {
		const size = parameters.get("size") ?? undefined;
		const page = Number(parameters.get("page") ?? 0);
		// A position beyond the limit of the service does not tell what the others after the last record do.
		if (page > 2_000) return undefined;
		return { rows: cut(all, size, page * Number(size ?? 5)), size: 5 };
	});
	expect(names).toEqual([
		"limit size in the query",
		"cursor page the number of a page, from 0, in the query",
	]);
	expect(seen).toContain(
		"takes a position after the last record, with no records",
	);
	expect(seen.filter((each) => each.endsWith(IGNORED))).toHaveLength(2);
});

test("a service may reject a documented name that it has no use for, and all that it does not know", async () => {
	const { seen } = await learn(({ size, limit, ...others }, all) =>
		limit === undefined && Object.keys(others).length === 0
			? { rows: cut(all, size, 0), size: 5 }
			: undefined,
	);
	expect(seen).toEqual(["rejects unknown names with 400", "rejected"]);
});

test("the values that a condition takes are described: booleans, words and items", async () => {
	const flags = ["true", "false", "1", "FALSE", "False"];
	const boolean = await learn(({ size, open }, all) => {
		const rows = all.map((each, index) => ({ ...each, open: index > 2 }));
		const isOpen = open === true || open === "1" || open === "true";
		if (open !== undefined && !flags.includes(`${open}`)) return undefined;
		return open === undefined
			? { rows: cut(rows, size, 0), size: 5 }
			: { rows: rows.filter((each) => each.open === isOpen) };
	});
	expect(boolean.seen).toContain(
		'only true, false, "1"; other texts are rejected with 400',
	);
	const words = await learn(
		({ sort }, all) => {
			const rows = all.map((each) => ({ ...each, sort: `${each.sort}.open` }));
			if (sort !== undefined && !/\.(open|lock)$/.test(`${sort}`))
				return undefined;
			return { rows: rows.filter((each) => !sort || each.sort === sort) };
		},
		{},
		undefined,
		[{ name: "sort", role: "action", place: "$.items[*].sort" }],
	);
	expect(words.seen).toContain(
		'only some values, such as "jar.open", "jar.lock"; other texts are rejected with 400',
	);
	const items = await learn(({ sorts = ["jar", "lid"] }, all) => {
		if (!Array.isArray(sorts) || sorts.length < 1 || sorts.length > 4)
			return undefined;
		const found = all.filter(({ sort }) => sorts.includes(sort));
		return { rows: found, size: 5 };
	});
	expect(items.seen).toContain("at least 1, at most 4");
	expect(items.seen).toContain("selects those with any of several values");
});

test.each([
	[500, "Expected a number <= 500"],
	[70, "No."],
])(
	"the largest size of a page is told if it is another one: %i",
	async (most, said) => {
		const { seen } = await learn(
			({ limit = 3 }, all) =>
				Number(limit) > most ? said : { rows: cut(all, limit, 0) },
			...([
				{},
				undefined,
				[],
				(input: { body?: unknown }) => Object(input.body).limit <= 100,
			] as const),
		);
		expect(seen).toContain(`at most ${most}`);
	},
);

test("what the numbers beside the records mean is told", async () => {
	const { seen } = await learn(({ size = 5, leaf = 1 }, all) => {
		const rows = cut(all, size, (Number(leaf) - 1) * Number(size));
		const leaves = Math.ceil(all.length / Number(size));
		const next = Number(leaf) + 1;
		return { rows, about: { all: all.length, leaves, leaf, next, most: 50 } };
	});
	expect(seen.filter((each) => each.startsWith("the number"))).toEqual([
		"the number of all records on all pages",
		"the number of pages",
		"the number of the page",
		"the number of the next page",
	]);
});

test.each<
	[
		string,
		string | undefined,
		(all: number, page: number, found: number) => number,
	]
>([
	[
		"all",
		"the number of all records, whatever the request selects",
		(all) => all,
	],
	[
		"matching",
		"the number of all records that the request selects",
		(...[, , found]) => found,
	],
	["on the page", "the number of records on the page", (_, page) => page],
	["size of a page", undefined, () => 5],
])(
	"what a number counts is told without positions: %s",
	async (_, told, count) => {
		const { seen } = await learn(({ limit = 99, sort }, all) => {
			const found = all.filter((each) => !sort || each.sort === sort);
			const rows = cut(found, limit, 0);
			return {
				rows,
				about: { sum: count(all.length, rows.length, found.length) },
			};
		});
		expect(seen.filter((each) => each.startsWith("the number"))).toEqual(
			told ? [told] : [],
		);
	},
);

test.each([
	[99, ["the number of all records, which each page has"]],
	// The number may be the size of each page.
	[6, []],
])(
	"what a number counts in a list of at most %i records, without conditions",
	async (most, told) => {
		const { seen } = await learn((_, all) => {
			const rows = cut(all, most, 0);
			return { rows, sum: rows.length };
		});
		const found = seen.filter((each) => each.startsWith("the number"));
		expect(found).toEqual(told);
	},
);

test("what a number counts in a list that heeds only the size of pages", async () => {
	const { seen } = await learn(({ limit = 5 }, all) => ({
		rows: cut(all, limit, 0),
		sum: all.length,
	}));
	expect(seen).toContain("the number of all records on all pages");
});

test.each([
	["the first", 1, ["names only one of two problems"]],
	["each", 2, []],
])(
	"of two conditions with an invalid value, %s is named",
	async (_, most, told) => {
		const { seen } = await learn(({ limit = 5, from }, all) => {
			const wrong = [
				...(Number.isInteger(limit) ? [] : ["limit is no number"]),
				...(/^[-\d]+T|^$/.test(`${from ?? ""}`) ? [] : ["from is no time"]),
			];
			if (wrong.length > 0) return wrong.slice(0, most).join("; ");
			return cut(
				all.filter(({ at }) => `${at}` >= `${from ?? ""}`),
				limit,
				0,
			);
		});
		expect(seen.filter((each) => each.startsWith("names "))).toEqual(told);
	},
);

test("a service may name one of two values of a wrong type, but each value out of its range", async () => {
	const { seen } = await learn(({ limit = 5, from }, all) => {
		if (!Number.isInteger(limit)) return "limit is no number";
		if (/^[a-z]/.test(`${from ?? ""}`)) return "from is no time";
		const wrong = [
			...(Number(limit) < 1 ? ["limit is too small"] : []),
			...(from === 0 ? ["from is too early"] : []),
		];
		if (wrong.length > 0) return wrong.join("; ");
		const found = all.filter(({ at }) => `${at}` >= `${from ?? ""}`);
		return cut(found, limit, 0);
	});
	expect(seen.filter((each) => each.startsWith("names "))).toEqual([
		"names only one of two values of a wrong type",
	]);
});

test.each([
	["a number", false, ["names only one of two problems"]],
	["a token, which a service reads later", true, []],
])(
	"of a size and a position with an invalid value, one is named: %s",
	async (_, isToken, told) => {
		const { seen } = await learn(({ limit = 5, cursor }, all) => {
			if (!Number.isInteger(limit)) return "limit is no number";
			const [, position] = /^(?:page-)?(\d+)$/.exec(`${cursor ?? 0}`) ?? [];
			if (position === undefined || (isToken && Number.isInteger(cursor)))
				return "cursor is broken";
			const end = Number(position) + Number(limit);
			const next = isToken && end < all.length ? `page-${end}` : undefined;
			return { rows: all.slice(Number(position), end), next };
		});
		expect(seen.filter((each) => each.startsWith("names "))).toEqual(told);
	},
);

test("the links of pages are told with what they keep, and what is null on an empty page", async () => {
	const tell = async (rest: string) => {
		const { seen } = await learn(({ size = 5, leaf = 1 }, all) => {
			const rows = cut(all, size, (Number(leaf) - 1) * Number(size));
			const first = rows.length === 0 ? null : 1;
			const next = `/v1/audit/search?leaf=2${rest}`;
			return { rows, about: { leaf, next, first } };
		});
		return seen;
	};
	const without = "a URL without size of the body of the request";
	const shown = await tell("");
	expect(shown).toContain(without);
	expect(shown).toContain("null on a page without records");
	expect(await tell("&size=2")).toContain(without.replace("out", ""));
});

test("a condition may take UUIDs only, booleans, and only texts with a character", async () => {
	const id = (key: unknown): string =>
		`0b9e1e1a-6d5c-4f7e-9a3b-${`${key}`.padStart(12, "0")}`;
	const isUuid =
		/^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[14][0-9a-f]{3}\1[89ab][0-9a-f]{3}\1[0-9a-f]{12}$/;
	const toCompact = (each: unknown): string => `${each}`.replaceAll("-", "");
	const { seen } = await learn(
		({ key, open, owner }, all) => {
			const isOpen = `${open}`.toLowerCase() === "true";
			if (open !== undefined && !/^(true|false)$/i.test(`${open}`)) return "No";
			if (key !== undefined && !isUuid.test(`${key}`)) return "No";
			if (owner === "") return "No";
			return {
				rows: all
					.map((each, index) => ({
						...{ ...each, key: id(each.key), open: index > 2 },
						owner: index > 3 ? "understudy" : "somebody",
					}))
					.filter((each) => !key || toCompact(each.key) === toCompact(key))
					.filter((each) => open === undefined || each.open === isOpen)
					.filter((each) => (owner ?? each.owner) === each.owner),
			};
		},
		...([{}, undefined, TEXTS] as const),
	);
	const text = seen.join("\n");
	expect(text).toContain("only a UUID; other texts");
	expect(text).toContain("only true, false; other texts");
	expect(text).toContain("selects records with exactly this value");
	expect(text).toContain("at least 1 character");
});

test.each([
	["that contain the value", (own: string, text: string) => own.includes(text)],
	[
		"that begin with the value",
		(own: string, text: string) => own.startsWith(text),
	],
	[
		"that end with the value",
		(own: string, text: string) => own.endsWith(text),
	],
	["with exactly this value", (own: string, text: string) => own === text],
])(
	"a condition may select the records %s, although all have the same one",
	async (selects, is) => {
		const { seen } = await learn(({ owner }, all) => {
			const found = all.filter(
				() => owner === undefined || is("somebody", `${owner}`),
			);
			return { rows: found.map((each) => ({ ...each, owner: "somebody" })) };
		});
		const ofEmpty = is("somebody", "") ? ", all records if it is empty" : "";
		expect(seen).toContain(`selects records ${selects}${ofEmpty}`);
	},
);

test("a request that a rejection repeats does not name its conditions", async () => {
	const { names } = await learn(({ limit, ...others }, all) => {
		const [unknown] = Object.keys(others);
		return unknown === undefined
			? { rows: cut(all, limit, 0) }
			: `Unknown key '${unknown}'\nInput: ${JSON.stringify(others)}`;
	});
	expect(names.filter((each) => each.includes("."))).toEqual([]);
});

test("a condition may take null as no condition", async () => {
	const isDocumented: Inquiry["isDocumented"] = ({ body }) =>
		!Object.values(Object(body)).includes(null);
	const learnWith = async (isNone: boolean) => {
		const { seen } = await learn(
			({ words = "" }, all) =>
				all.filter((row) =>
					words === null ? isNone : JSON.stringify(row).includes(`${words}`),
				),
			...([{}, undefined, TEXTS, isDocumented] as const),
		);
		return seen.filter((each) => each.startsWith("takes null"));
	};
	expect(await learnWith(true)).toContain("takes null (no condition)");
	expect(await learnWith(false)).toEqual(["takes null"]);
});

test("a condition may take an empty text that the document rejects", async () => {
	const { seen } = await learn(
		({ words = "" }, all) =>
			all.filter((row) => JSON.stringify(row).includes(`${words}`)),
		...([{}, undefined, TEXTS] as const),
		({ body }) => Object(body).words !== "",
	);
	expect(seen).toContain("selects all records if it is empty");
	const strict = await learn(
		({ sort }, all) => all.filter((row) => (sort ?? row.sort) === row.sort),
		...([{}, undefined, []] as const),
		({ body }) => Object(body).kind !== "",
	);
	expect(strict.seen).toContain("selects no records if it is empty");
});

test("a condition may cut the fraction of a number", async () => {
	const { seen } = await learn(
		({ key }, all) =>
			key === undefined || Number.isFinite(Number(key))
				? all.filter((row) => !key || row.key === Math.trunc(Number(key)))
				: "No",
		...([{}, undefined, TEXTS] as const),
	);
	expect(seen.join()).toMatch(/only an integer, decimals \((\d)\.9 as \1\)/);
});

test("a condition may take only numbers from 1", async () => {
	const { seen } = await learn(
		({ id }, all) => {
			const rows = all.map((row) => ({ ...row, key: Number(row.key) + 1 }));
			if (id === undefined) return rows;
			const isTaken = Number.isInteger(id) && Number(id) > 0;
			return isTaken ? rows.filter(({ key }) => key === id) : "No";
		},
		...([{}, undefined, TEXTS] as const),
	);
	expect(seen.join()).toMatch(
		/only an integer; other texts are rejected with 400.*, so is 0, so is -1/,
	);
});

test("the number of a page is tried with other values, and so is the size", async () => {
	const { seen } = await learn(
		({ limit, page }, all) => {
			const [size, start] = [limit || 5, page || 1].map(Number);
			if (!Number.isFinite(size) || !Number.isFinite(start)) return "No number";
			const whole = Math.trunc(Number(size));
			return cut(all, whole, (Math.trunc(Number(start)) - 1) * whole);
		},
		...([
			{},
			undefined,
			[],
			(input: { body?: unknown }) => Object(input.body).limit !== "",
		] as const),
	);
	expect(seen.join()).toContain(
		'page takes only numbers, also 2.5, also "", also "1", also true, also null, also []; a text is rejected with 400 (No number)',
	);
	expect(seen).toContain("takes the empty text (no condition)");
});

test("a condition may take words in any case", async () => {
	const { seen } = await learn(({ limit, sort }, all) => {
		const found = all.filter(
			(each) =>
				sort === undefined || each.sort === `${sort}`.trim().toLowerCase(),
		);
		if (`${sort ?? "a"}`.trim() === "") return "It is empty";
		return { rows: cut(found, limit, 0), about: "rows" };
	});
	expect(seen).toContain("ignores the white space around it");
	expect(seen).toContain("rejects white space only with 400 (It is empty)");
	expect(seen).toContain("ignores the case of letters");
});

test("a search gets more records by the operation that creates those of a list", () => {
	const [run, create] = [{ path: "/runs" }, { path: "/rows" }];
	const reading = [{ path: "/search" }, { path: "/rows" }];
	expect(selectWriting([run, create], reading, "/rows")).toEqual([create]);
	expect(selectWriting([run, create], reading, "/search")).toEqual([create]);
	expect(selectWriting([run], reading, "/search")).toEqual([run]);
});

test("the conditions of a list without a body are in the query, also if its pages have no cursor", () => {
	const body = { bodies: ["application/json"] };
	expect(isAskedInQuery({ bodies: [] })).toBe(true);
	expect(isAskedInQuery(body)).toBe(false);
	expect(isAskedInQuery(body, { in: "query" })).toBe(true);
});

test("a list without records is measured by the values that it rejects", async () => {
	const check: Readonly<Record<string, (value: string) => string | undefined>> =
		{
			offset: (value) =>
				/^\d+$/.test(value) ? undefined : "offset must be a whole number",
			sort: (value) =>
				["at", "size"].includes(value)
					? undefined
					: "sort must be one of at, size",
			lid: (value) =>
				["true", "false"].includes(value) ? undefined : "lid must be boolean",
			q: (value) =>
				value !== "" && value.length <= 80 ? undefined : "q has a wrong length",
			from: (value) =>
				value.includes("T") ? undefined : "from must be a date-time",
		};
	const { seen } = await learnConditions({
		...{ isInQuery: true, conditions: CONDITIONS, findings: [] },
		...{ renamed: new Map(), wrappers: [], isDocumented: () => true },
		names: () => ["lid", "jar"],
		async write() {},
		async send({ query }) {
			const wrong = [...new URLSearchParams(query)].flatMap(
				([name, value]) => check[name]?.(value) ?? [],
			);
			const request = { method: "GET", path: "/jars" };
			const [error] = wrong;
			const response = error
				? received(400, { error })
				: received(200, { rows: [] });
			return { request, response };
		},
	});
	const told = seen.map(({ where = "", actual }) => `${where}: ${actual}`);
	expect(told).toEqual(
		expect.arrayContaining([
			'request query offset: takes only values like "1"; rejects a made-up word with 400 (offset must be a whole number), -1 with 400 (offset must be a whole number)',
			'request query sort: takes only values like "at", "size"; rejects a made-up word with 400 (sort must be one of at, size)',
			'request query lid: takes only values like "true", "false"; rejects a made-up word with 400 (lid must be boolean)',
			"request query q: at least 1 character, at most 80 characters",
		]),
	);
	expect(told.join()).toContain("request query from: rejects a date without");
	expect(told.join()).not.toContain("jar");
});

test("the id of no record as the place of the next page is tried, and what is said of it is told", async () => {
	const idOf = ({ key }: Row): string =>
		`jar_7f3b5d9c1e${100_000 + Number(key)}`;
	const { names, seen } = await learn(({ limit, after }, all) => {
		const rows = all.map((each) => ({ ...each, key: idOf(each) }));
		const index = rows.findIndex(({ key }) => key === after);
		if (after !== undefined && index < 0) return `No such jar: ${after}`;
		return cut(rows, limit, index + 1);
	});
	expect(names[0]).toMatch(/^cursor after the id of the last record/);
	expect(seen).toContain(
		"rejects the id of no record with 400 (No such jar: jar_…)",
	);
});

test("a condition may take 0 and 1 instead of false and true", async () => {
	const { seen, keywords } = await learn(({ size, open }, all) => {
		const rows = all.map((each, index) => ({ ...each, open: index === 1 }));
		if (open === undefined) return { rows: cut(rows, size, 0) };
		if (open !== 0 && open !== 1)
			return JSON.stringify({ errors: { open: ["must be true or false"] } });
		return { rows: rows.filter((each) => each.open === (open === 1)) };
	});
	expect(seen).toContain("selects records");
	expect(seen).toContain(
		"only 0, 1; other texts are rejected with 400 (must be true or false)",
	);
	expect(keywords).toEqual([]);
});
