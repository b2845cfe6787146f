import { expect, test } from "vitest";
import { groupBy } from "../../../src/values/group-by.ts";
import { listErrorKinds } from "../../../src/verification/differences/error-kinds.ts";
import type { Difference } from "../../../src/verification/report.ts";
import { received } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

/** Returns a difference with a rejection that has these errors in a list. */
const reject = (
	where: string,
	actual: string,
	sent: unknown,
	...errors: readonly Readonly<Record<string, string>>[]
): Difference => ({
	...{ operation: "createZap", where, expected: "any value", actual },
	...{ assumptions: [], count: 1, explains: [] },
	example: {
		request: { method: "POST", path: "/v1/zaps", headers: {}, body: sent },
		response: { ...{ status: 422, headers: {} }, body: { errors } },
	},
});

const request = { method: "POST", path: "/v1/zaps", body: "{}" };

/** Returns the exchange of a check. */
const see = (
	target: string,
	status: number,
	sent: Partial<typeof request>,
	[actual, body, headers]: Parameters<typeof received>,
) => ({
	...{ target, operation: "createZap", check: "", status },
	...{ isArrangement: false, isVerified: true, isReadable: true },
	...{ deviations: [], additional: [] },
	request: {
		...{ ...request, ...sent },
		headers: { "content-type": "application/json" },
	},
	response: received(actual, body, headers),
});

const tell = (
	differences: readonly Difference[],
	learnt: Parameters<typeof listErrorKinds>[2] = [],
	compared: Parameters<typeof listErrorKinds>[3] = [],
): string[][] =>
	groupBy(
		listErrorKinds(
			...([contract.documented, differences, learnt, compared, []] as const),
		),
		({ operation }) => operation,
	).map((own) => [
		own[0].operation,
		...own.map(({ actual }) => actual.replace("returns for ", "")),
	]);

const title = "aaaaa";
let id = 0;
const error = (place: string, rule: string) => ({
	...{ place, rule, id: `1234${++id}` },
});

test("what errors say is told by what the requests violate, but not the place and what differs in each response", () => {
	const long = reject(
		...(["request $.title", "at most 4 characters", { title }] as const),
		error("title", "LONG"),
	);
	const small = reject(
		...(["request $.size", "at least 1", { size: 0 }] as const),
		error("size", "RANGE"),
	);
	const learnt = [
		{
			...{ target: "createZap", request },
			response: received(422, { errors: [error("title", "NONE")] }),
		},
		// The query may be wrong instead.
		{
			...{ target: "createZap" },
			request: { ...request, path: "/v1/zaps?page=0" },
			response: received(422, { errors: [error("page", "PAGE")] }),
		},
	];
	expect(tell([long, { ...small, operation: "listZaps" }], learnt)).toEqual([
		[
			"createZap",
			'a missing property (422): rule "NONE"',
			'a text that is too long (422): rule "LONG"',
		],
		["listZaps", 'a number outside of its range (422): rule "RANGE"'],
	]);
});

test("the request that a rejection repeats is no text of it", () => {
	const sent = { title: "Emma, again", size: 5 };
	const value = JSON.stringify(sent);
	const long = reject("request $.title", "at most 4 characters", sent, {
		...{ rule: "LONG", value },
	});
	const small = reject("request $.size", "at least 6", sent, {
		...{ rule: "RANGE", value },
	});
	expect(tell([long, small])).toEqual([
		[
			"createZap",
			'a text that is too long (422): rule "LONG"',
			'a number outside of its range (422): rule "RANGE"',
		],
	]);
});

test("kinds with the same text are told together, after what most of them have", () => {
	const of = (actual: string, text: string, rule = "BAD") =>
		reject("request $.size", actual, { size: "b1" }, { text, rule });
	expect(
		tell([
			of("only values like a number", "Size needs a number"),
			of("only integers", "Size needs a number"),
			of("at most 7", "Size is above 7"),
			// Differs only in the number.
			of("at most 9", "Size is above 9"),
			of("only ids of records, others", "No such size", "NONE"),
		]),
	).toEqual([
		[
			"createZap",
			'most: rule "BAD"',
			'a value of another type and a number that is no integer (422): text "Size needs a number"',
			'a number outside of its range (422): text "Size is above 7"',
			'the id of no record (422): text "No such size", rule "NONE"',
		],
	]);
});

test("operations with other texts for the same kind are told apart, those with other names together", () => {
	const of = (operation: string, actual: string, text: string) => ({
		...reject("request $.title", actual, { title, size: 5 }, { text }),
		operation,
	});
	expect(
		tell([
			of("createZap", "at most 4 characters", "Size has 4 letters"),
			of("submitCommand", "at most 4 characters", "Title has 7 letters"),
			of("submitPipeline", "at most 4 characters", "Far too long"),
			of("createZap", "only integers", "No whole number"),
		]),
	).toEqual([
		[
			"createZap",
			'a text that is too long (422): such as text "Size has 4 letters"',
			'a number that is no integer (422): text "No whole number"',
		],
		[
			"submitCommand",
			'a text that is too long (422): such as text "Size has 4 letters"',
		],
		["submitPipeline", 'a text that is too long (422): text "Far too long"'],
	]);
});

test("texts that only the operation determines are not told", () => {
	const of = (operation: string, actual: string) => ({
		...reject("request $.size", actual, {}, { text: `Bad ${operation} now` }),
		operation,
	});
	expect(
		tell([
			of("createZap", "at most 7"),
			of("createZap", "only integers"),
			of("listZaps", "at most 7"),
		]),
	).toEqual([]);
});

test("the rejections of checks are told by what the document says, with all entries of a list, and empty lists", () => {
	const list = (...texts: readonly string[]) => ({
		errors: texts.map((text) => ({ text, at: "body" })),
	});
	const named = see(...(["createZap", 400, { body: '{"name":5}' }] as const), [
		400,
		list("Not a text"),
	]);
	const compared = [
		named,
		see("createZap", 400, { body: "{" }, [
			400,
			list("No JSON here", "Is required"),
		]),
		see(
			...(["unknownPath", 404, { method: "GET", path: "/v1/none" }] as const),
			[404, { errors: [], text: "Nothing at /v1/none for GET" }],
		),
		// The service rejects a valid request in the same way.
		see("createZap", 400, { body: '{"name":""}' }, [400, list('Odd "name"')]),
		see("createZap", 201, { body: '{"name":"a"}' }, [
			400,
			list('Odd "trigger"'),
		]),
	];
	expect(tell([], [], compared)).toEqual([
		[
			"createZap",
			'most: at "body"',
			'a value of another type (400): text "Not a text"',
			'a body that is no JSON (400): text of 2 entries "No JSON here" and "Is required"',
			'an unknown path (404): errors [], text "Nothing at {path} for {method}"',
		],
	]);
});

test("a rejection that says of each item what it says of those of a valid request is about the valid ones", () => {
	const send = (count: number, status: number, said = "no jar") => {
		const steps = Array.from({ length: count }, () => ({ command: "open" }));
		const errors = steps.map((_, at) => `${at} ${said}`);
		return see(
			...(["submitPipeline", status] as const),
			{ path: "/v1/pipeline", body: JSON.stringify({ steps }) },
			[400, { errors }],
		);
	};
	const empty = see("createZap", 400, { body: "{}" }, [400, "No name"]);
	const told = (said?: string) =>
		tell([], [], [send(2, 202), send(101, 400, said), empty]);
	expect(told("many")).toEqual([
		expect.arrayContaining([expect.stringContaining("too many items")]),
	]);
	expect(told()).toEqual([]);
});

test("an id that a header of the response has is told with the header, and conflicts are told", () => {
	const of = (text: string, call: string, status: number) =>
		({
			...{ target: "createZap", request },
			response: received(status, { text, call }, { "x-call-id": call }),
		}) as const;
	expect(
		tell([], [of("No name", "abc", 422), of("Is taken", "abd", 409)]),
	).toEqual([
		[
			"createZap",
			'most: call "the header x-call-id"',
			'a missing property (422): text "No name"',
			'a conflict (409): text "Is taken"',
		],
	]);
});

test("values of the request and its places are left out, and a text that stands twice is told once", () => {
	const told = (body: unknown) =>
		tell([
			{
				...reject("request $.size", "at most 7", { size: 8 }),
				example: {
					request: { ...request, headers: {}, body: { size: 8 } },
					response: { ...{ status: 422, headers: {} }, body },
				},
			},
			reject(
				"request $.title",
				"at most 4 characters",
				{ title },
				{ a: "Is long" },
			),
		])[0]?.find((each) => each.startsWith("a number"));
	const text = "Size is above 7";
	const body = { loc: ["body", "size"], input: 8, max: 7, text };
	expect(told({ ...body, errors: { size: [text] } })).toBe(
		'a number outside of its range (422): max 7, text "Size is above 7"',
	);
	expect(told("<p>422 Unprocessable Entity</p><p>No size 8</p>\n")).toBe(
		'a number outside of its range (422): "No size 8"',
	);
});

test("texts that one rejection has together are told together, unless others have a part of them", () => {
	const of = (...texts: readonly string[]) =>
		reject(
			...([
				"request $.size",
				"only values like a number",
				{ size: "b" },
			] as const),
			...texts.map((text) => ({ text })),
		);
	const other = reject(
		"request $.size",
		"at most 7",
		{ size: 8 },
		{ text: "Is above" },
	);
	const told = (...some: readonly Difference[]) =>
		tell([...some, other])[0]?.[1];
	expect(told(of("Not a number", "Not a size"), of("Too odd"))).toBe(
		'a value of another type (422): text "Too odd" or "Not a number" and "Not a size"',
	);
	expect(told(of("Not a number", "Not a size"), of("Not a size"))).toBe(
		'a value of another type (422): text "Not a size"',
	);
});
