import { expect, test } from "vitest";
import { tryParseJson } from "../../../src/values/json.ts";
import { uniqueWord } from "../../../src/values/unique-word.ts";
import type { OutgoingRequest } from "../../../src/verification/contract.ts";
import { learnBody } from "../../../src/verification/learning/bodies/learn-body.ts";
import type { Repair } from "../../../src/verification/learning/rejections/repairs.ts";
import { measureRules } from "../../../src/verification/learning/rules/measure-rules.ts";
import { measureSearch } from "../../../src/verification/learning/rules/measure-sizes.ts";
import { createMemory } from "../../../src/verification/learning/values/create-memory.ts";
import { listChoices } from "../../../src/verification/learning/values/guess-values.ts";
import { received } from "../../support/received.ts";
import { contract, operationOf } from "../../support/shipped-contract.ts";

type Body = Readonly<Record<string, unknown>>;
type Measuring = Parameters<typeof measureRules>[0];

const operation = operationOf("createZap");
const { expectStatus } = contract.documented;

/** Measures the rules of an operation that takes each body that the document allows. */
const measureZaps = (given: Pick<Measuring, "send"> & Partial<Measuring>) =>
	measureRules({
		...{ operation, repairs: [], isReturned: () => true },
		createBody: () => ({ name: uniqueWord() }),
		isDocumented: (request) =>
			expectStatus("createZap", request).status === 201,
		...given,
	});

/** Repairs that add properties with these values. */
const setAll = (values: Body) =>
	Object.entries(values).map(([name, value]) => ({
		...({ kind: "set", at: [], name, make: () => value } as const),
	}));

/** Whether a body is neither too large nor nested too deeply. */
const isUsual = ({ body }: OutgoingRequest): boolean =>
	String(body).length <= 1_048_576 && !/\[{128}/.test(String(body));

interface Measured {
	/** The properties that responses show. */
	readonly shown?: readonly string[];
	/** Whether the service reads a request at all. */
	readonly takes?: (request: OutgoingRequest) => boolean;
	readonly isRecord?: (value: unknown) => boolean;
	/** Returns words in the style of a known one. */
	readonly alike?: (known: string) => readonly string[];
	/** Names of properties that the service knows. */
	readonly names?: readonly string[];
	/** Optional properties of the documented example. */
	readonly optional?: Body;
}

/**
 * Measures a service that returns a record for the bodies that it accepts, or a sentence.
 * @param required the properties that it requires beside the documented ones
 */
async function measure(
	respond: (body: Body) => Body | string | undefined,
	required: Body = {},
	{ takes = isUsual, optional, ...rest }: Measured = {},
) {
	const { shown = [], isRecord = () => false, alike = () => [] } = rest;
	const body = { ...Object(operation.example.body), ...optional };
	let requests = 0;
	const { rules, repairs } = await measureZaps({
		operation: { ...operation, example: { ...operation.example, body } },
		repairs: setAll(required),
		...{ shown: () => shown, isRecord, alike },
		names: () => rest.names ?? [],
		async send(request) {
			requests += 1;
			const record = takes(request)
				? respond(Object(tryParseJson(String(request.body))))
				: undefined;
			const text = JSON.stringify(record ?? { error: "no" });
			const isTaken =
				record !== undefined && Object(record).error === undefined;
			return received(isTaken && typeof record === "object" ? 201 : 422, text);
		},
	});
	return {
		...{ requests, repairs: repairs.map(({ name }) => name) },
		keywords: rules.map(({ at, keywords }) => [at.join("."), keywords]),
		rules: rules.map(
			({ at, expected, actual }) => `${at.join(".")}: ${expected} > ${actual}`,
		),
	};
}

test("a service that takes what the document allows has no rule", async () => {
	const { rules, requests } = await measure((body) => ({ id: 1, ...body }));
	expect(rules).toEqual([]);
	expect(requests).toBeLessThan(23);
});

test("the longest text is measured, and in which units", async () => {
	const points = await measure((body) =>
		[...String(body.name)].length <= 70 ? body : undefined,
	);
	expect(points.rules).toEqual([
		"name: at most 200 characters > at most 70 characters",
	]);
	const units = await measure((body) =>
		String(body.name).length <= 70 ? body : undefined,
	);
	expect(units.rules).toEqual([
		"name: at most 200 characters > at most 70 UTF-16 code units",
	]);
});

test("a limit that a rejection names takes few requests", async () => {
	const ask = (said: string) =>
		measure(
			({ name, count }) =>
				[...String(name)].length > 70 || Number(count) > 431
					? said
					: { name, count },
			{ count: 5 },
		);
	const named = await ask("at most 70 characters, and 431 of count");
	const other = await ask("too much");
	expect(named.rules).toContain("count: any number > at most 431");
	expect(named.rules).toEqual(other.rules);
	expect(named.requests).toBeLessThan(other.requests - 8);
});

test("a text that a service takes in a list of one is no list", async () => {
	const { rules } = await measure(
		({ name, note }) => {
			const text = [note].flat().join();
			return text.length > 0 && text.length <= 30 ? { name, note: text } : "no";
		},
		{ note: "a note" },
	);
	expect(rules).toContain("note: any text > at most 30 UTF-16 code units");
	expect(rules.join()).not.toContain("note.*");
});

test("of two least lengths, only the larger one is told", async () => {
	const { rules } = await measure(
		({ name, note }) =>
			typeof note === "string" && note.length >= 3
				? { name, note }
				: "note must have at least 3 characters",
		{ note: "a note" },
	);
	expect(rules).toContain("note: any value > only values like a text");
	expect(rules).toContain(
		"note: takes one character > rejects fewer than 3 characters",
	);
	expect(rules.join()).not.toContain("at least 1 character");
});

test("properties that the service makes take few requests", async () => {
	const ask = (made: Body) =>
		measure(({ name }) => ({ name, ...made })).then(({ requests }) => requests);
	const made = { state: "new", by: "me", count: 3, isOpen: true };
	expect((await ask(made)) - (await ask({}))).toBeLessThan(5);
});

test("the kinds of values of a property that the service shows are measured", async () => {
	const { rules } = await measure(({ mode = "slow", flag = true, ...body }) =>
		["slow", "quick"].includes(String(mode)) && flag !== ""
			? { ...body, mode, flag: flag !== null && Boolean(flag), serial: 7 }
			: undefined,
	);
	expect(rules).toEqual([
		expect.stringMatching(/^flag: comes back as sent > a text as true, /),
		expect.stringMatching(/^flag: any value > only values like a text, /),
		"flag: any text > at least 1 character",
		"flag: no default > true if it is left out",
		'mode: any value > only values like a text such as "slow"; others, like an empty text, a number, a boolean, null, an object, an array, an array of texts, another text, are rejected, another text with 422',
		'mode: no default > "slow" if it is left out',
	]);
});

test("a service that takes an empty text for none may take any empty value", async () => {
	const { rules } = await measure(({ name, mode }) => {
		const isNone = !mode || ["[]", "{}"].includes(JSON.stringify(mode));
		if (!isNone) return mode === "slow" ? { name, mode } : "no";
		return { name, mode: "slow" };
	});
	const values = rules.find((each) => each.includes("only values like"));
	expect(values).toMatch(
		/"slow", an empty text, null, an empty array, an empty object, 0, false; others, like a number, .*, another text, are rejected, another text with 422/,
	);
});

test("words may have white space around them", async () => {
	const { rules } = await measure(({ name, mode = "slow" }) => {
		const word = `${mode}`.trim();
		if (!["slow", "quick"].includes(word)) return "slow or quick";
		return { name, mode: word };
	});
	expect(rules).toContain(
		"mode: regards the white space around it > ignores the white space around it",
	);
});

test("a property may become a text, and be missing that is not sent or empty", async () => {
	const { rules, keywords } = await measure(({ name, note = null }) => {
		if (note !== null && typeof note === "object") return undefined;
		const text = note === null ? "" : `${note}`;
		return { name, ...(text !== "" && { note: text }) };
	});
	expect(rules).toEqual([
		'note: comes back as sent > a number as "5", a boolean as "true", missing if it is not sent or an empty text or null',
		"note: any value > only values like a text, an empty text, a number, a boolean, null",
	]);
	expect(keywords).toHaveLength(2);
});

test.each([
	[[], "not ignored > lining is ignored, whatever its value is"],
	[["lining"], "comes back as sent > does not come back"],
])(
	"a property is ignored of which nothing comes back, if no response has it: %j",
	async (names, told) => {
		const { rules } = await measure(
			({ name }) => ({ name }),
			{},
			{ names, optional: { lining: { color: "red" } } },
		);
		expect(rules).toContain(`lining: ${told}`);
	},
);

test("numbers and booleans that come back as texts are told", async () => {
	const { rules } = await measure(({ name }) => ({ name: String(name) }));
	expect(rules.join()).toMatch(
		/as sent > a number as "\d+", a boolean as "true"/,
	);
});

test("white space that is removed from a text is told", async () => {
	const { rules } = await measure(({ name }) => ({ name: `${name}`.trim() }));
	expect(rules).toContain(
		"name: comes back as sent > without the white space around it",
	);
	const { rules: others } = await measure(({ name = "x", ...body }) => ({
		...{ ...body, name },
	}));
	expect(others.join()).not.toContain(" without ");
});

test("the characters that a text must not have are measured, and whether it may be short", async () => {
	const { rules, keywords } = await measure((body) =>
		/^[a-z][a-z0-9_-]{2,}$/.test(String(body.name)) ? body : undefined,
	);
	expect(rules).toEqual([
		"name: any characters > rejects spaces, upper-case letters, letters such as é, ., :, /, !, a digit first",
		"name: takes white space only > rejects white space only",
		"name: takes one character > rejects fewer than 3 characters",
	]);
	expect(keywords).toEqual([
		["name", { pattern: "^[a-z_-][a-z0-9_-]*$" }],
		["name", undefined],
		["name", { minLength: 3 }],
	]);
});

test("a pattern forbids the rejected characters if most are accepted", async () => {
	const { keywords } = await measure((body) =>
		/^[^:/]*$/.test(String(body.name)) && /\S/.test(String(body.name))
			? body
			: undefined,
	);
	expect(keywords).toEqual([
		["name", { pattern: "^[^:/]*$" }],
		["name", undefined],
	]);
	const blank = await measure((body) =>
		/\S/.test(String(body.name)) ? body : undefined,
	);
	expect(blank.keywords).toEqual([["name", { pattern: "\\S" }]]);
});

test("the range of a number is measured, and the texts of an object in the body", async () => {
	const { rules, keywords } = await measure(
		({ pages, binding, ...body }) => {
			const { colour } = Object(binding);
			const isRight =
				Number.isInteger(pages) &&
				Number(pages) >= 4 &&
				Number(pages) <= 3_000 &&
				/^[a-z]{3,40}$/.test(colour);
			return isRight ? { ...body, pages, binding } : undefined;
		},
		{ pages: 10, binding: { colour: "red" } },
	);
	expect(rules).toEqual(
		expect.arrayContaining([
			"pages: any number > at least 4",
			"pages: any number > at most 3000",
			"pages: any number > only integers",
			"binding.colour: any text > at most 40 characters",
		]),
	);
	expect(keywords).toEqual(
		expect.arrayContaining([
			["pages", { minimum: 4 }],
			["pages", { maximum: 3_000 }],
			["pages", { type: "integer" }],
			["binding.colour", { pattern: "^[a-z]*$" }],
			["binding.colour", { minLength: 3 }],
			["binding.colour", { maxLength: 40 }],
		]),
	);
});

test("a service whose texts must be unique takes short ones that no record has", async () => {
	const names = new Set<unknown>(["q", "   "]);
	const { rules } = await measure((body) => {
		if (names.has(body.name)) return "has already been taken";
		names.add(body.name);
		return body;
	});
	expect(rules).toEqual([]);
});

test("the range of a number that is the id of a record is not measured", async () => {
	const { rules } = await measure(
		(body) => (body.shelf === 7 ? body : undefined),
		{ shelf: 7 },
	);
	expect(rules.filter((each) => each.includes("any number"))).toEqual([]);
});

test("a property that must be the id of a record is found", async () => {
	const roomId = "8e7b1c52-4d7c-4a3e-9d52-0b6f1a2c3d4e";
	const { rules } = await measure(
		(body) => (body.roomId === roomId ? body : "This room is not there."),
		{ roomId },
	);
	expect(rules).toContain(
		"roomId: any value > only ids of records, others are rejected with 422 (This room is not there.)",
	);
});

test("a service that names only the first of two problems is found", async () => {
	const isText = (value: unknown): boolean => typeof value === "string";
	const first = await measure(
		(body) =>
			isText(body.name)
				? isText(body.tint)
					? body
					: "Wrong tint."
				: "Wrong name.",
		{ tint: "red" },
	);
	expect(first.rules).toContain(
		": names each problem of a request > names only one of two problems",
	);
	const unsent = await measure(({ name, tint = "red" }) =>
		isText(name)
			? isText(tint)
				? { name, tint }
				: "Wrong tint."
			: "Wrong name.",
	);
	expect(unsent.rules).toContain(
		": names each problem of a request > names only one of two values of a wrong type",
	);
	const typed = await measure(
		(body) => {
			const names = ["name", "tint"];
			const missing = names.filter((each) => body[each] === undefined);
			if (missing.length > 0) return `Without ${missing.join(", ")}.`;
			const wrong = names.find((each) => !isText(body[each]));
			return wrong === undefined ? body : `Wrong ${wrong}.`;
		},
		{ tint: "red" },
	);
	expect(typed.rules).toContain(
		": names each problem of a request > names only one of two values of a wrong type",
	);
	expect(typed.rules.join()).not.toContain("names no other problem");
	const validated = await measure(
		(body) => {
			const names = ["name", "tint"];
			const wrong = names.find((each) => !isText(body[each]));
			if (wrong !== undefined) return `Wrong ${wrong} instead of a tint.`;
			const long = names.filter((each) => `${body[each]}`.length > 50);
			return long.length > 0 ? `Long ${long.join()}.` : body;
		},
		{ tint: "red" },
	);
	expect(validated.rules.join()).toContain("two values of a wrong type");
	expect(validated.rules.join()).toContain(
		"names no other problem beside a value of a wrong type",
	);
	const optional = await measure(
		({ name, tint = "red" }) => {
			if (name === undefined) return "No name.";
			const wrong = Object.entries({ name, tint }).find(
				([, value]) => typeof value === "object",
			);
			return wrong ? `Wrong ${wrong[0]}.` : { name, tint };
		},
		{ tint: "red" },
	);
	expect(optional.rules.join()).toContain("values of a wrong type");
	const both = await measure(
		(body) =>
			["name", "tint"]
				.flatMap((each) => (isText(body[each]) ? [] : [`Wrong ${each}.`]))
				.join(" ") || body,
		{ tint: "red" },
	);
	expect(both.rules.join()).not.toContain("problem");
});

test("values that are rejected in different forms do not show whether each is named", async () => {
	const isLong = (value: unknown): boolean => `${value}`.length > 50;
	const listRules = async (ofTint: Body | string) => {
		const { rules } = await measure(
			(body) => {
				if (isLong(body.tint)) return ofTint;
				return isLong(body.name) ? "Long name." : body;
			},
			{ tint: "red" },
		);
		return rules.filter((each) => each.includes("names only"));
	};
	expect(await listRules("Long tint.")).toHaveLength(1);
	expect(await listRules({ error: "Long tint." })).toEqual([]);
});

test("a text in another form than the service wants is an invalid value, too", async () => {
	const { rules } = await measure(
		({ name, tint }) => {
			const wrong = Object.entries({ name, tint }).filter(
				([, each]) => typeof each !== "string",
			);
			if (wrong.length > 0) return `Wrong ${wrong.map(([each]) => each)}.`;
			if (!/^#[0-9a-f]{6}$/.test(`${tint}`)) return "No color.";
			return `${name}`.length > 50 ? "Long name." : { name, tint };
		},
		{ tint: "#ff0000" },
	);
	expect(rules).toContain(
		": names each problem of a request > names only one of two invalid values",
	);
});

test("what a service names of several invalid items is found", async () => {
	const listProblems = ({ name, parts }: Body): string[] => [
		...(typeof name === "string" ? [] : ["No name."]),
		...Object.entries(Object(parts)).flatMap(([index, part]) =>
			typeof Object(part).size === "number" ? [] : [`Wrong size in ${index}.`],
		),
	];
	const parts = [{ size: 5 }, { size: 7 }];
	const listRules = async (rejectWith: (body: Body) => string | undefined) => {
		const { rules } = await measure((body) => rejectWith(body) || body, {
			parts,
		});
		return rules.filter((each) => each.includes("names "));
	};
	const told = ": names each problem of a request >";
	expect(await listRules((body) => listProblems(body)[0])).toEqual([
		`${told} names only one of two items with a value of a wrong type`,
		`${told} names no invalid item beside another problem`,
	]);
	const validateLast = (body: Body) =>
		typeof body.name === "string" ? listProblems(body).join(" ") : "No name.";
	expect(await listRules(validateLast)).toEqual([
		`${told} names no invalid item beside another problem`,
	]);
	expect(await listRules((body) => listProblems(body).at(-1))).toEqual([
		`${told} names only one of two items with a value of a wrong type`,
		`${told} names no other problem beside a value of a wrong type`,
	]);
	expect(await listRules((body) => listProblems(body).join(" "))).toEqual([]);
	// Without an index, nothing tells which of the items is meant.
	expect(
		await listRules((body) => listProblems(body)[0] && "Invalid."),
	).toEqual([]);
});

test("the largest depth and size are measured", async () => {
	const depthOf = (value: unknown): number =>
		typeof value === "object" && value !== null
			? 1 + Math.max(0, ...Object.values(value).map(depthOf))
			: 0;
	const { rules } = await measure((body) =>
		depthOf(body) <= 40 ? body : undefined,
	);
	expect(rules).toEqual([": at most 128 levels > at most 40 levels"]);
	const takes = ({ body }: OutgoingRequest): boolean =>
		String(body).length <= 1_048_576 && !/\[{1000}/.test(String(body));
	const deep = await measure((body) => body, {}, { takes });
	expect(deep.rules).toEqual([": at most 128 levels > at most 1000 levels"]);
});

test("the depth and the size of a search are measured, unless it rejects unknown names", async () => {
	const search = async (takes: (body: string) => boolean) => {
		const rules = await measureSearch({
			...{ operation, repairs: [], createBody: () => ({}) },
			isDocumented: (request) => isUsual(request),
			isReturned: () => false,
			send: async ({ body }) => received(takes(`${body}`) ? 200 : 400, "{}"),
		});
		return rules.map(({ actual }) => actual);
	};
	expect(await search((body) => body.length < 1000)).toEqual([
		"at most 492 levels",
		"at most 999 bytes",
	]);
	expect(await search((body) => body.trim() === "{}")).toEqual([
		"also 16777216 bytes",
	]);
});

test("the depth is measured inside an object of the document, and not under a name that the service rejects", async () => {
	const { rules } = await measure(
		({ name, tags, ...others }) =>
			Object.keys(others).length > 0 || JSON.stringify(tags)?.includes("[[[[[")
				? `Wrong ${Object.keys(others).join()}.`
				: { name, tags },
		{},
		{ takes: () => true, optional: { tags: { colour: "red" } } },
	);
	expect(rules).toContain(": at most 128 levels > at most 6 levels");
	const strict = await measure(({ name, ...others }) =>
		Object.keys(others).length > 0 ? "Wrong name." : { name },
	);
	expect(strict.rules.join()).not.toContain("levels");
	const open = await measure(
		({ name, notes, ...others }) =>
			Object.keys(others).length > 0 || JSON.stringify(notes).includes("[[[[[")
				? "Wrong name."
				: { name, notes },
		{ notes: { colour: "red" } },
	);
	expect(open.rules).toContain(": at most 128 levels > at most 6 levels");
});

test("a service that stops accepting bodies has no rule", async () => {
	for (const most of Array(24).keys()) {
		let left = most;
		const { rules } = await measure((body) => (left-- > 0 ? body : "Is full."));
		expect(rules).toEqual([]);
	}
});

test.each([
	["all", 9],
	["the first", 1],
])(
	"names of the record that the service rejects as unknown are not tried with values of each kind: %s",
	async (_, count) => {
		let tried = 0;
		const { rules } = await measure(({ name, notes = null, ...others }) => {
			if ("state" in others) tried += 1;
			const unknown = Object.keys(others)
				.slice(0, count)
				.map((each) => [each, "is unknown"]);
			if (unknown.length > 0) return { error: Object.fromEntries(unknown) };
			return notes === null || typeof notes === "string"
				? { name, notes, state: "new", count: 0 }
				: { error: { notes: "must be a text" } };
		});
		expect(tried).toBeLessThanOrEqual(2);
		expect(rules).toContainEqual(
			"notes: any value > only values like a text, an empty text, null",
		);
	},
);

test("the words of a choice are told, and those which need another property", async () => {
	const { rules } = await measure(
		({ name, speed = "slow", lane }) => {
			if (!["slow", "fast", "free"].includes(String(speed)))
				return "speed has to be one of slow, fast, free";
			return speed === "free" && lane === undefined
				? "`lane` is needed for speed free"
				: { name, speed };
		},
		{ speed: "slow" },
	);
	expect(rules).toContainEqual(
		'speed: any text > only "slow", "fast"; not without more: "free" (`lane` is needed for speed …)',
	);
});

test("objects in a body are measured: the words that they take, what each word requires, and their items", async () => {
	const limits = { path: 40, cron: 60 };
	const readPart = ({ type, cron, path }: Body): string | undefined => {
		if (type !== "timer" && type !== "hook")
			return "type: must be one of timer, hook";
		const [name, value] =
			type === "timer" ? (["cron", cron] as const) : (["path", path] as const);
		if (typeof value !== "string") return `${name}: is required for ${type}`;
		return value.length > limits[name] ? `${name}: is too long` : undefined;
	};
	const set = (at: readonly string[], name: string, value: unknown) =>
		({ kind: "set", at, name, make: () => value }) as const;
	const parts = { kind: "set", at: [], name: "parts" } as const;
	const part = { type: "timer", cron: "daily" };
	const { rules, repairs } = await measureZaps({
		repairs: [
			{ ...parts, make: () => [{}] },
			set(["parts", "*"], "type", part.type),
			set(["parts", "*"], "cron", part.cron),
		],
		isStored: true,
		async learn(createBody) {
			const [{ type = "" } = {}] = Object(createBody()).parts;
			return type === "hook"
				? [set(["parts", "*"], "path", "here")]
				: undefined;
		},
		async send({ body }) {
			const { name, parts: all } = Object(tryParseJson(String(body)));
			const wrong =
				Array.isArray(all) && all.length > 0 && all.length <= 20
					? all.flatMap((each) => readPart(Object(each)) ?? [])
					: ["parts: must have 1 to 20 items"];
			const [said] = wrong;
			const stored = { name, parts: [{ note: null, ...Object(all)[0] }] };
			return said === undefined
				? received(201, JSON.stringify(stored))
				: received(422, JSON.stringify({ error: said }));
		},
	});
	const told = rules.map(({ at, actual }) => `${at.join(".")} ${actual}`);
	expect(told).toContain("parts at most 20 items");
	expect(told).toContain("parts at least 1 item");
	expect(told).toContain(
		'parts.*.type only "timer"; not without more: "hook" (path: is required for …)',
	);
	expect(told).toContain(
		'parts.*.path required with type "hook", such as "here"',
	);
	expect(told).toContain("parts.*.path at most 40 UTF-16 code units");
	expect(told).toContain("parts.*.cron at most 60 UTF-16 code units");
	expect(repairs).toContainEqual(
		expect.objectContaining({ name: "cron", only: 'with type "timer"' }),
	);
});

test("each word of a command gets a request that succeeds, with what the service requires in an object", async () => {
	const needs = { add: "label", find: "number" } as const;
	const judge = ({ command, args = {} }: Body): Body => {
		const need = needs[command as keyof typeof needs];
		if (need === undefined) return { command: ["One of: add, find."] };
		const others = Object.keys(Object(args)).filter((name) => name !== need);
		const errors = [
			...others.map((name) => [name, ["Unknown field."]]),
			...(Object(args)[need] === undefined ? [[need, ["Missing data."]]] : []),
		];
		return errors.length > 0 ? { args: Object.fromEntries(errors) } : {};
	};
	const succeeded = new Set<unknown>();
	const { rules } = await measureRules({
		...{ operation: operationOf("submitCommand"), isReturned: () => true },
		repairs: [
			...setAll({ args: { label: "blue" } }),
			{
				...{ kind: "set", at: [], name: "command", documented: "x" },
				make: () => "add",
			},
		],
		createBody: () => ({ command: "x" }),
		...{ isDocumented: () => true, describedAs: () => ["add", "find"] },
		async learn(createBody, rejection) {
			const found = await learnBody({
				...{ createBody, repairs: [], wrappers: [] },
				...{ knowledge: createMemory(), rejections: [rejection] },
				send: async (body) => received(...respond(Object(body))),
			});
			return found?.isAccepted ? found.repairs : undefined;
		},
		send: async ({ body }) =>
			received(...respond(Object(tryParseJson(String(body))))),
	});
	function respond(body: Body): [status: number, body: unknown] {
		const errors = judge(body);
		if (Object.keys(errors).length > 0) return [422, { errors }];
		succeeded.add(body.command);
		return [201, body];
	}
	expect(succeeded).toEqual(new Set(["add", "find"]));
	expect(rules.map(({ at, actual }) => `${at.join(".")} ${actual}`)).toEqual(
		expect.arrayContaining([
			'args.label rejected with command "find", such as "blue"',
			expect.stringMatching(/^args.number required with command "find", such/),
		]),
	);
});

test("an object that must be empty is told, unless the service takes texts in it", async () => {
	const args = { shard: 4 };
	const tell = async (takesTexts: boolean) => {
		const { rules, keywords } = await measure(
			({ args = {}, ...others }) => {
				if (typeof args !== "object" || !args || Array.isArray(args))
					return "args: is no object";
				const [name] = Object.keys(args);
				const isTaken =
					takesTexts &&
					Object.values(args).every((each) => typeof each === "string");
				return name === undefined || isTaken
					? others
					: `args: does not take ${name}`;
			},
			{},
			{ optional: { args } },
		);
		return rules.flatMap((each, index) =>
			each.startsWith("args: any value") ? [each, keywords[index]?.[1]] : [],
		);
	};
	expect(await tell(false)).toEqual([
		...["args: any value > only values like an empty object"],
		{ type: "object" },
	]);
	const [ofTexts] = await tell(true);
	expect(ofTexts).toContain("only values like an object of texts");
});

test("what a word needs is told although it has used up the record", async () => {
	const books = new Set(["b-2", "b-3"]);
	const { rules } = await measureRules({
		...{ operation: operationOf("submitCommand"), isReturned: () => true },
		repairs: [
			{
				...{ kind: "set", at: [], name: "command", documented: "x" },
				make: () => "list",
			},
		],
		...{ createBody: () => ({ command: "x" }), isDocumented: () => true },
		...{ isRecord: (value) => `${value}`.startsWith("b-"), fresh: () => "b-2" },
		learn: async () => setAll({ bookId: "b-1" }),
		async send({ body }) {
			const { command, bookId } = Object(tryParseJson(String(body)));
			const isTaken = command === "list" || books.delete(bookId);
			const said = ["list", "burn"].includes(command)
				? "bookId: is required"
				: "command: is none of list, burn";
			return received(isTaken ? 201 : 422, isTaken ? { command } : said);
		},
	});
	expect(rules.map(({ at, actual }) => `${at.join(".")} ${actual}`)).toContain(
		'bookId required with command "burn", such as "b-2"',
	);
});

test("the words of a choice that need more are known, for a body that has more", async () => {
	const { choices } = await measureZaps({
		repairs: setAll({ speed: "slow" }),
		async send(request: OutgoingRequest) {
			const { name, speed } = Object(tryParseJson(String(request.body)));
			if (speed === "slow") return received(201, { name, speed });
			const why = speed === "free" ? "lane is needed" : "speed: slow, free";
			return received(422, { speed: [why] });
		},
	});
	expect(choices).toEqual([
		{ name: "speed", words: ["slow"], needing: ["free"] },
	]);
});

test.each([
	["quoted", "expected `slow`, `fast`, or `free`"],
	["plain", "expected one of slow, fast, free"],
])("the words after a list of %s words are no choices", async (_, said) => {
	const { rules } = await measure(
		(body) => {
			const { name, speed = "slow", lane } = body;
			const column = JSON.stringify(body).length;
			if (!["slow", "fast", "free"].includes(String(speed)))
				return `speed: unknown \`${speed}\`, ${said} at line 1 column ${column}`;
			return speed === "free" && lane === undefined
				? "`lane` is needed"
				: { name, speed };
		},
		{ speed: "slow" },
	);
	expect(rules).toContainEqual(
		'speed: any text > only "slow", "fast"; not without more: "free" (`lane` is needed)',
	);
});

test("words are made in the style of the known one if a rejection has only words that are none", async () => {
	const { rules } = await measure(
		({ name, action }) =>
			["StartJar", "StopJar"].includes(`${action}`)
				? { name, action }
				: "The JSON value of action could not be converted to JarAction.",
		{ action: "StartJar" },
		{ alike: (known) => [known.replace("Start", "Stop"), "NoJar"] },
	);
	expect(rules).toContain(
		'action: any text > only some values, such as "StartJar", "StopJar"',
	);
});

test("optional properties that no response shows are found by their usual names", async () => {
	const { rules, requests } = await measure(
		({ name, note = "", dry_run = false, start_at }) =>
			typeof note === "string" &&
			note.length <= 40 &&
			typeof dry_run === "boolean"
				? { name, start_at }
				: "wrong",
		{ start_at: "noon" },
	);
	expect(rules).toEqual(
		expect.arrayContaining([
			"note: any value > only values like a text, an empty text",
			"note: any text > at most 40 UTF-16 code units",
			"dry_run: any value > only values like a boolean, not a boolean as a text",
		]),
	);
	expect(requests).toBeLessThan(160);
	const strict = await measure(({ name, ...others }) =>
		Object.keys(others).length > 0 ? "unknown name" : { name },
	);
	expect(strict.rules.join()).not.toContain("note");
	expect(strict.requests).toBeLessThan(24);
});

test("optional properties are found if the service names each unknown one, and not if it names one", async () => {
	const find = (limit: number) =>
		measure(
			({ name, note, lid, ...others }) => {
				const all = [
					...Object.entries({ note, lid }).flatMap(([each, value = ""]) =>
						typeof value === "string" ? [] : [`"${each}" must be a string`],
					),
					...Object.keys(others).map((each) => `"${each}" is not allowed`),
				].slice(0, limit);
				return all.length > 0 ? all.join("\n") : { name };
			},
			{},
			{ names: ["lid", "jar"] },
		);
	const { rules } = await find(100);
	expect(rules).toContain(
		"note: any value > only values like a text, an empty text",
	);
	expect(rules).toContain(
		"lid: any value > only values like a text, an empty text",
	);
	expect(rules.join()).not.toContain("jar");
	expect((await find(1)).rules.join()).not.toContain("note");
});

test("the words of objects and of items are told, with all that others need", async () => {
	const { rules } = await measure(
		({ seal, lids, ...body }) => {
			const { kind, wax, path } = Object(seal);
			const said = [
				...(["wax", "wire"].includes(kind)
					? []
					: ["seal.kind must be one of [wax, wire]"]),
				...(kind === "wire" && wax !== undefined
					? ['"seal.wax" is not allowed']
					: []),
				...(kind === "wire" && path === undefined
					? ['"seal.wire" is required']
					: []),
				...[lids]
					.flat()
					.flatMap((each) =>
						["cork", "tin"].includes(Object(each).of)
							? []
							: ["lids[0].of must be one of [cork, tin]"],
					),
			];
			return said.length > 0 ? said.join("\n") : { ...body, seal, lids };
		},
		{ seal: { kind: "wax", wax: "red" }, lids: [{ of: "cork" }] },
	);
	expect(rules).toContain(
		'seal.kind: any text > only "wax"; not without more: "wire" ("seal.wax" is not allowed, "seal.wire" is required)',
	);
	expect(rules).toContain('lids.*.of: any text > only "cork", "tin"');
});

test("the values of a property are told with the word beside which they were measured, if other words need others", async () => {
	const { rules } = await measure(
		({ kind, target, ...body }) => {
			if (kind !== "run" && kind !== "post")
				return "kind must be one of [run, post]";
			const isRight =
				kind === "run"
					? /^[0-9a-f]{24}$/.test(`${target}`)
					: `${target}`.startsWith("http:");
			if (isRight) return { ...body, kind, target };
			return kind === "run" ? "target must be hex" : "target must be a URL";
		},
		{ kind: "run", target: "0123456789abcdef01234567" },
	);
	expect(rules).toContain(
		'target: any value > only values like a text such as "0123456789abcdef01234567" with kind "run"; others, like an empty text, a number, a boolean, null, an object, an array, an array of texts, another text, are rejected, another text with 422 (target must be hex)',
	);
});

test("a number that is too small is no value of another kind", async () => {
	const { rules } = await measure(({ delay = 5_000, ...body }) =>
		Number.isInteger(delay) && Number(delay) >= 100 && Number(delay) <= 60_000
			? { ...body, delay }
			: "delay must be greater than or equal to 100",
	);
	expect(rules).toContain(
		"delay: any value > only values like a number, not a number as a text",
	);
	expect(rules).toContain("delay: any number > at least 100");
});

test("the id of a record is no choice of words", async () => {
	const { rules } = await measure(
		({ name, shelf }) => {
			if (!`${shelf}`.startsWith("shelf_")) return "must start with 'shelf_'";
			return shelf === "shelf_abcdef" ? { name, shelf } : "There is no shelf";
		},
		{ shelf: "shelf_abcdef" },
		{ isRecord: (value) => value === "shelf_abcdef" },
	);
	expect(rules.join()).not.toContain("not without more");
});

test("a property that is only taken as null is not told to be null always", async () => {
	const { rules } = await measure(({ name, lane = null }) =>
		lane === null ? { name, lane } : "lane depends on speed",
	);
	expect(rules.filter((each) => each.includes("only values"))).toEqual([]);
});

test("a text with a form of its own is lengthened to find its limit", async () => {
	const { rules } = await measure(
		({ name, link }) =>
			/^https:\/\/jars[^ ]{1,60}$/.test(`${link}`)
				? { name, link }
				: "Bad link.",
		{ link: "https://jars.test/" },
	);
	expect(rules).toContain("link: any text > at most 72 characters");
	const fixed = await measure(
		({ name, link }) => (link === "jar" ? { name, link } : "Bad link."),
		{ link: "jar" },
	);
	expect(fixed.rules.filter((each) => each.includes("at most"))).toEqual([]);
});

/** Measures a service that accepts each command. Those about a book fail without one. */
async function measureBooks(isNaming: boolean) {
	const books = new Set(["b-1", "b-2", "b-3"]);
	const left = [...books];
	const { rules, references } = await measureRules({
		...{ operation: operationOf("submitCommand"), isReturned: () => true },
		repairs: [
			{
				...{ kind: "set", at: [], name: "command", documented: "x" },
				make: () => "count",
			},
		],
		createBody: () => ({
			command: uniqueWord(),
			...(isNaming && { at: "b-3" }),
		}),
		...{ isDocumented: () => true, references: ["bookId"] },
		idFor: () => "b-1",
		isRecord: (value) => isNaming && books.has(`${value}`),
		fresh: () => left.pop(),
		async send({ body }) {
			const { command, input = {} } = Object(tryParseJson(String(body)));
			if (!["count", "lend", "burn"].includes(command))
				return received(422, "command: is none of count, lend, burn");
			const isFound = command === "count" || books.delete(input.bookId);
			const state = isFound ? "done" : "failed";
			return received(201, { command, input, state });
		},
	});
	return {
		rules: rules.map(({ at, actual }) => `${at.join(".")} ${actual}`),
		made: references.map((each) => each.kind === "set" && each.make(undefined)),
	};
}

test("the id of a record is found without which some words fail in accepted requests", async () => {
	const { rules, made } = await measureBooks(false);
	expect(rules).toContain(
		'input.bookId required with command "lend", "burn" to succeed (otherwise "failed" with 201), such as "b-1"',
	);
	expect(made).toEqual([{ bookId: "b-1" }]);
	// A word may change the record that the body names already.
	expect((await measureBooks(true)).made).toEqual([]);
});

test("a renamed object keeps what it needs to succeed", async () => {
	const { repairs, accepted } = await measureRules({
		...{ operation: operationOf("submitCommand"), isReturned: () => true },
		repairs: [
			{
				...{ kind: "set", at: [], name: "payload", isReplacing: true },
				make: () => ({ size: 5 }),
			},
		],
		createBody: () => ({ command: uniqueWord() }),
		isDocumented: () => true,
		async send({ body }) {
			const { args: _, ...sent } = JSON.parse(String(body));
			return received(201, sent);
		},
	});
	expect(repairs.map(({ kind }) => kind)).toEqual(["rename", "set"]);
	expect(accepted).toBeUndefined();
});

/** Measures how many items a pipeline takes. Each names another jar, until none is left. */
async function measureSteps(
	respond: (jars: readonly unknown[]) => string | undefined,
) {
	const pipeline = operationOf("submitPipeline");
	let jar = 0;
	const { rules } = await measureRules({
		operation: pipeline,
		repairs: [{ kind: "rename", at: [], name: "steps", to: "parts" }],
		createBody: () => ({ steps: [{ command: `open ${++jar % 400}` }] }),
		isDocumented: (request) =>
			expectStatus("submitPipeline", request).status === pipeline.success,
		isReturned: () => true,
		async send({ body }) {
			const { parts } = JSON.parse(String(body));
			const jars = Array.isArray(parts)
				? parts.map((each) => Object(each).command)
				: [];
			const error = jars.length === 0 ? "No parts." : respond(jars);
			return received(error ? 422 : 201, { error });
		},
	});
	return rules.map(({ at, actual }) => `${at.join(".")} ${actual}`);
}

test("the items of an array with another name are counted", async () => {
	const rules = await measureSteps(({ length }) =>
		length <= 30 ? undefined : "Too many parts.",
	);
	expect(rules).toContain("parts at most 30 items");
});

test("items that name the same record are not too many", async () => {
	const rules = await measureSteps((jars) => {
		const last = jars.findLastIndex((each, at) => jars.indexOf(each) < at);
		return last < 0 ? undefined : `Part ${last} is open.`;
	});
	expect(rules.join()).not.toContain("items");
});

/** Measures a service that lends books: a loan has an id in its own object, and a command only applies in some states. */
async function measureLoans(
	offered: string,
	respond: (
		verb: string,
		loan: Body,
		states: Map<unknown, string>,
	) => readonly [status: number, said: string] | undefined,
	added: readonly Repair[] = [],
) {
	const operation = operationOf("submitCommand");
	const books = Array.from({ length: 40 }, (_, index) => `book-${index}`);
	const states = new Map<unknown, string>(books.map((id) => [id, "shelved"]));
	const left = books.slice(1);
	const set = (at: readonly string[], name: string, value: unknown) =>
		({ kind: "set", at, name, make: () => value }) as const;
	const { rules, repairs } = await measureRules({
		operation,
		repairs: [
			{ kind: "rename", at: [], name: "command", to: "verb" },
			{ ...set([], "verb", "reserve"), documented: "x" },
			set([], "loan", {}),
			set(["loan"], "bookId", books[0]),
			...added,
		],
		createBody: () => ({ command: uniqueWord() }),
		isDocumented: () => true,
		isReturned: () => false,
		isRecord: (value) => states.has(value),
		fresh: (id) => (states.has(id) ? left.pop() : undefined),
		alike: () => ["return", "lend"],
		async send({ body }) {
			const { verb, loan } = Object(tryParseJson(String(body)));
			const { bookId } = Object(loan);
			const known = ["reserve", "lend", "return"];
			const [status, said] = known.includes(verb)
				? states.has(bookId)
					? (respond(verb, Object(loan), states) ?? [201, ""])
					: [422, "bookId: is no book"]
				: [422, `verb: ${offered}`];
			const text = JSON.stringify(status === 201 ? { verb, loan } : said);
			return received(status, said === "nothing" ? "" : text);
		},
	});
	return {
		needs: repairs.flatMap((each) =>
			each.kind === "set" && each.only ? [`${each.name} ${each.only}`] : [],
		),
		rules: rules.flatMap(({ at, actual }) =>
			at.join() === "verb" ? [actual] : [],
		),
	};
}

test("words that need a state are told with what the service says of it", async () => {
	const { rules } = await measureLoans(
		"is none of reserve, lend, return",
		(verb, { bookId }, states) => {
			const state = states.get(bookId);
			if (verb === "return") return [409, "bookId: is not lent"];
			if (verb === "lend" && state !== "reserved")
				return [409, `bookId: is ${state}`];
			if (verb === "reserve" && bookId !== "book-0")
				states.set(bookId, "reserved");
			return undefined;
		},
	);
	expect(rules).toContain(
		'only "reserve"; not without more: "lend" (bookId: is shelved), "return" (bookId: is not lent)',
	);
});

test("words with commas before the last one are those that the service knows", () => {
	const said = "verb is not return, reserve, or lend";
	expect(listChoices(said, "verb")).toEqual(["return", "reserve", "lend"]);
});

test("a word that has a conflict without a reason is one that the service knows", async () => {
	const { rules } = await measureLoans("is unknown", (verb) =>
		verb === "return" ? [409, "nothing"] : undefined,
	);
	expect(rules).toContain(
		'only some values, such as "reserve", "lend"; not without more: "return" (409)',
	);
});

test("words in the style of the known one are tried if the service lists none", async () => {
	const { rules, needs } = await measureLoans("is unknown", () => undefined);
	expect(rules).toContain(
		'only some values, such as "reserve", "return", "lend"',
	);
	expect(rules).toContain("regards the case of letters");
	// There may be others, which do not need it.
	expect(needs).toEqual([
		'bookId at least with verb "reserve", "return", "lend"',
	]);
});

test("what the only known word needs is told with that word", async () => {
	const { needs } = await measureLoans("is unknown", (verb) =>
		verb === "reserve" ? undefined : [422, "verb: is unknown"],
	);
	expect(needs).toEqual(['bookId at least with verb "reserve"']);
});

test("a property that only some words need is told with these words", async () => {
	const days = { kind: "set", at: ["loan"], name: "days" } as const;
	const { needs } = await measureLoans(
		"is none of reserve, lend, return",
		(verb, loan) =>
			verb !== "return" && loan.days === undefined
				? [422, "days: is lacking"]
				: undefined,
		[{ ...days, make: () => 7 }],
	);
	expect(needs).toEqual(['days with verb "reserve", "lend"']);
	const all = await measureLoans(
		"is none of reserve, lend, return",
		(_, loan) =>
			loan.days === undefined ? [422, "days: is lacking"] : undefined,
		[{ ...days, make: () => 7 }],
	);
	expect(all.needs).toEqual([]);
});

test("a number has no limits if a record is named, or if they depend on its state", async () => {
	const { rules } = await measureZaps({
		repairs: setAll({ shelfId: 12, weight: 5, price: 5 }),
		isRecord: (value) => value === 12,
		async send({ body }) {
			const record = Object(tryParseJson(String(body)));
			const { shelfId, weight, price } = record;
			const isRight = [shelfId, weight, price].every(Number.isInteger);
			const isShelf = shelfId > 9 && shelfId < 20;
			const isFull = weight > 70;
			const status = !isRight || !isShelf || price > 70 ? 422 : 201;
			return received(isFull ? 409 : status, record);
		},
	});
	const limits = rules.flatMap(({ at, actual }) =>
		/^at (least|most) \d+$/.test(actual) ? [`${at} ${actual}`] : [],
	);
	expect(limits).toEqual(["price at most 70"]);
});

test("a body is tried again after conflicts, because the next one may name another record", async () => {
	const measureAfter = async (conflicts: number): Promise<number> => {
		let count = 0;
		await measureZaps({
			isDocumented: () => true,
			async send({ body }) {
				const status = ++count > conflicts ? 201 : 409;
				return received(status, String(body));
			},
		});
		return count;
	};
	expect(await measureAfter(3)).toBeGreaterThan(9);
	expect(await measureAfter(9)).toBe(4);
});

test("a limit is not told if requests run out before it is found", async () => {
	for (const most of [8, 12, 16, 20, 24, 28]) {
		let left = most;
		const { rules } = await measureZaps({
			isDocumented: () => true,
			async send({ body }) {
				if (left-- <= 0) return undefined;
				const { name } = Object(tryParseJson(String(body)));
				const status = `${name}`.length > 90 ? 422 : 201;
				return received(status, String(body));
			},
		});
		const limits = rules.filter(({ actual }) => /characters$/.test(actual));
		for (const { actual } of limits)
			expect(actual).toBe("at most 90 characters");
	}
});

test("a property that takes numbers may take them as texts", async () => {
	const { rules } = await measure(({ size = 1, ...body }) =>
		/^\d+$/.test(String(size)) && typeof size !== "object"
			? { ...body, size: Number(size) }
			: undefined,
	);
	expect(rules).toContain(
		"size: any value > only values like a number, a number as a text",
	);
});

test("the id of a record is no word of a choice", async () => {
	const told = (isRecord: (value: unknown) => boolean) =>
		measure(
			(body) =>
				/^jar_/.test(String(body.jar)) ? body : "jar must be one of jar_, lid_",
			{ jar: "jar_a1" },
			{ isRecord },
		);
	const isChoice = (rule: string): boolean => rule.startsWith("jar: any text");
	expect((await told(() => false)).rules.filter(isChoice)).toHaveLength(1);
	const isJar = (value: unknown): boolean => `${value}`.startsWith("jar_");
	expect((await told(isJar)).rules.filter(isChoice)).toEqual([]);
});

test("the values of optional properties that a response shows are measured, with their defaults", async () => {
	const { rules, keywords } = await measure(
		({ size = 3, tags = [], flag = "yes", ...body }) => {
			const isSize =
				Number.isFinite(size) && Number(size) >= 1 && Number(size) < 8;
			const isTag = (tag: unknown) =>
				typeof tag === "string" && /^.{1,30}$/.test(tag);
			const flags: unknown[] = ["yes", "true", true, false, 1, "1"];
			const isFlag = flags.includes(flag);
			const areTags = Array.isArray(tags) && tags.every(isTag);
			if (!isSize || !isFlag || !areTags || tags.length > 10) return undefined;
			const isOn = flag !== false;
			const record = { ...body, tags, flag: isOn, serial: uniqueWord() };
			return { ...record, size: Math.trunc(Number(size)) };
		},
	);
	expect(rules).toEqual([
		"size: any value > only values like a number, not a number as a text",
		"size: any number > at least 1",
		"size: any number > at most 7",
		"size: comes back as sent > 3.5 as 3",
		"size: no default > 3 if it is left out",
		'flag: comes back as sent > 1 as true, "1" as true',
		'flag: any value > only values like a boolean, 1, "1", a boolean as a text',
		"flag: no default > true if it is left out",
		"tags: any value > only values like an array of texts",
		"tags: any number of items > at most 10 items",
		"tags.*: any text > at most 30 UTF-16 code units",
		"tags.*: any text > at least 1 character",
		"tags: no default > [] if it is left out",
	]);
	expect(keywords).toContainEqual(["tags", { maxItems: 10 }]);
	expect(keywords).toContainEqual(["size", { default: 3 }]);
});

test("the largest number may have more than 32 bits", async () => {
	const { rules, requests } = await measure(
		({ sum, ...body }) =>
			Number(sum) >= 1 && Number(sum) <= 100_000_000_000
				? { ...body, sum }
				: undefined,
		{ sum: 5 },
	);
	expect(rules).toContain("sum: any number > at most 100000000000");
	expect(requests).toBeLessThan(60);
});

test("the newest id of a record is not taken for the largest number", async () => {
	const measureJar = (newest: number) =>
		measure(
			({ jar, ...body }) =>
				Number.isInteger(jar) && Number(jar) >= 1 && Number(jar) <= 8
					? { ...body, jar }
					: undefined,
			{ jar: 5 },
			{ isRecord: (value) => Number(value) > 5 && Number(value) <= newest },
		);
	const most = "jar: any number > at most 8";
	expect((await measureJar(8)).rules).not.toContain(most);
	expect((await measureJar(9)).rules).toContain(most);
});
/** Measures a service that rejects each body, with these sentences about it. */
const measureRejected = async (
	listErrors: (body: Body) => Readonly<Record<string, string>>,
	status = 422,
	required: Body = {},
) => {
	const { rules } = await measureZaps({
		repairs: setAll(required),
		async send(request) {
			const body = Object(tryParseJson(String(request.body)));
			const errors = Object.entries(
				isUsual(request) ? listErrors(body) : { body: "It is too large." },
			);
			const text = JSON.stringify({
				message: `There are ${errors.length} problems.`,
				errors: errors.map(([field, message]) => ({ field, message })),
			});
			const headers = { "content-type": "application/json" };
			return received(status, text, headers);
		},
	});
	return rules.map(
		({ at, expected, actual }) => `${at.join(".")}: ${expected} > ${actual}`,
	);
};

const listNameErrors = ({ name, note }: Body) => ({
	...([...String(name)].length > 70 && { name: "The name is too long." }),
	...(typeof (note ?? "") !== "string" && { note: "The note is no text." }),
});

test("rules of other properties are measured, although the service rejects the whole body", async () => {
	const shelf = { shelf: "There is no such shelf." };
	expect(
		await measureRejected((body) => ({ ...listNameErrors(body), ...shelf })),
	).toEqual([
		"name: at most 200 characters > at most 70 characters",
		"note: any value > only values like a text, an empty text, null",
	]);
});

test("a rejection that only repeats a text of the body says nothing of its depth and its texts", async () => {
	const { rules } = await measureZaps({
		async send({ body }) {
			const [, name] = /"name":"([^"]*)"/.exec(`${body}`) ?? [];
			return received(404, { jar: `There is no jar "${name}" here.` });
		},
	});
	expect(rules.map(({ actual }) => actual)).toEqual([
		"also 1000 levels",
		"also 16777216 bytes",
	]);
});

test("a service that spells names in another way in rejections may name two missing properties", async () => {
	const { rules } = await measure(
		(body) => {
			const values = [
				["ShelfID", body.shelf_id],
				["RowID", body.row_id],
			] as const;
			const [wrong] = values.filter(
				([, each]) => each !== undefined && typeof each !== "number",
			);
			if (wrong) return `${wrong[0]} must be a number`;
			const missing = values.filter(([, each]) => each === undefined);
			return missing.length > 0
				? missing.map(([name]) => `${name} is required`).join("; ")
				: body;
		},
		{ shelf_id: 5, row_id: 5 },
	);
	expect(rules).toContain(
		": names each problem of a request > names only one of two values of a wrong type",
	);
});

test("of a service that names one problem at a time, only rules that a rejection shows are told", async () => {
	const listFirst = (body: Body) => {
		const [first] = Object.entries(listNameErrors(body));
		return first
			? Object.fromEntries([first])
			: { shelf: "There is no such shelf." };
	};
	expect(await measureRejected(listFirst)).toEqual([
		"name: at most 200 characters > at most 70 characters",
	]);
	// A service that looks for a record has checked all else.
	expect(await measureRejected(listFirst, 404)).toHaveLength(2);
});

test("a body may be larger than documented, up to a limit", async () => {
	const limit = 10_485_760;
	const isSmall = ({ body }: OutgoingRequest): boolean =>
		String(body).length <= limit && !/\[{128}/.test(String(body));
	const respond = (body: Body): Body => ({ id: 1, ...body });
	const { rules, requests } = await measure(respond, {}, { takes: isSmall });
	expect(rules).toEqual([`: at most 1048576 bytes > at most ${limit} bytes`]);
	expect(requests).toBeLessThan(32);
});

test("a property that the response says of itself is none of the request", async () => {
	const { requests } = await measure((body) => ({ ...body, "@type": "Zap" }));
	const { requests: plain } = await measure((body) => body);
	expect(requests).toBe(plain);
});

test("what another operation takes at most is tried first", async () => {
	const limits = new Map<string, number>();
	const limit = 10_485_760;
	const counts = [0, 0];
	for (const index of counts.keys())
		await measureZaps({
			limits,
			async send({ body }: OutgoingRequest) {
				const text = String(body);
				if (text.length > 1_000_000) counts[index] = (counts[index] ?? 0) + 1;
				if (/\[{128}/.test(text)) return received(400);
				const isTaken = text.length <= limit;
				return received(isTaken ? 201 : 413, isTaken ? text.trim() : "");
			},
		});
	expect(counts[0]).toBeGreaterThan(4);
	expect(counts[1]).toBe(2);
});

test("an object of texts is measured: how many names, which names, and the length of the texts", async () => {
	const { rules } = await measure(({ labels = {}, ...body }) => {
		const own = Object.entries(labels ?? {});
		const isValid = own.every(
			([name, text]) =>
				/^[a-z][a-z0-9-]{0,62}$/.test(name) && `${text}`.length <= 40,
		);
		const isMap = own.every(([, text]) => typeof text === "string");
		return typeof labels === "object" && isMap && isValid && own.length <= 16
			? { ...body, labels }
			: undefined;
	});
	expect(rules).toEqual(
		expect.arrayContaining([
			"labels: any value > only values like null, an object of texts",
			"labels: any number of names > at most 16 names",
			"labels.{name}: any characters > rejects spaces, upper-case letters, letters such as é, _, ., :, /, !, a digit first",
			"labels.{name}: any text > at most 63 characters",
			"labels.*: any text > at most 40 UTF-16 code units",
			"labels: no default > {} if it is left out",
		]),
	);
});

test("what a record must not share with another one is told, and whether case matters", async () => {
	const measureTaken = async (
		say: (name: unknown) => unknown,
		toKey = (name: unknown) => name,
	) => {
		const known = new Set<unknown>();
		const { rules } = await measureZaps({
			...{ isStored: true, repairs: setAll({ color: "red" }) },
			async send({ body }) {
				const { name } = Object(tryParseJson(String(body)));
				const key = toKey(name);
				if (known.has(key)) return received(409, JSON.stringify(say(name)));
				known.add(key);
				return received(201, JSON.stringify({ name }));
			},
		});
		return rules.map(({ actual }) => actual);
	};
	expect(
		await measureTaken(() => ({ errors: { name: ["has been taken"] } })),
	).toContain(
		"rejects the name of another record with 409 (has been taken); case matters",
	);
	expect(
		await measureTaken(
			(name) => ({ error: `There is a zap ${name} already` }),
			(name) => String(name).toLowerCase(),
		),
	).toContain(
		"rejects the name of another record with 409 (There is a zap … already); case does not matter",
	);
});
