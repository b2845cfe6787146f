import { expect, test } from "vitest";
import { listAdditionalParts } from "../../../src/verification/differences/additional-parts.ts";
import { listParameters } from "../../../src/verification/differences/unnamed.ts";
import type { ComparedObservation } from "../../../src/verification/observed.ts";
import { received } from "../../support/received.ts";

const see = (
	operation: string,
	additional: readonly string[],
	body: unknown,
	headers: Readonly<Record<string, string>> = {},
	status = 200,
): ComparedObservation => ({
	...{ operation, target: operation, check: "", isArrangement: false },
	...{ isVerified: true, isReadable: true, deviations: [], additional },
	request: { method: "GET", path: "/", body: '{"jar":"of plums"}' },
	response: received(status, "", headers),
	status,
	documentedForm: {
		...{ status, contentType: "application/json" },
		body: JSON.stringify(body),
	},
});

const list = (
	seen: readonly ComparedObservation[],
	explained: readonly string[] = [],
	accepted: readonly ComparedObservation[] = [],
) =>
	listAdditionalParts(
		seen,
		() => explained,
		(_, name) => name === "etag",
		() => ["id"],
		accepted,
	).map(({ operation, where, actual }) => `${operation} ${where} ${actual}`);

test("an additional property is told with the kinds of its values, and no renamed one", () => {
	const jars = [{ lid: 1 }, { lid: null }, { other: true }];
	expect(
		list([
			see("list", ["$.items[*].lid", "$.page"], {
				items: jars,
				page: { a: 1 },
			}),
			see("get", ["$.rows"], { rows: [{ b: "", c: "" }] }),
		]),
	).toEqual([
		"list $.items[*].lid an integer, such as 1, or null",
		"list $.page an object with a",
		"get $.rows an array of objects with b, c",
	]);
	expect(list([see("list", ["$.page"], { page: 1 })], ["page"])).toEqual([]);
	const [usual, other] = ["", "on the lid"].map((label) =>
		see("get", ["$.label"], { label }),
	);
	expect(usual && other && list([usual], [], [other])).toEqual([
		'get $.label an empty string, such as "", or a string, such as "on the lid"',
	]);
});

test("what is beside the object that wraps the documented one is told", () => {
	const wrapped = (status: number): ComparedObservation => ({
		...see("get", [], { id: "a" }, {}, status),
		deviations: [
			{
				...{ where: "$", expected: "", actual: "", assumptions: [] },
				change: { kind: "wrap", to: "data" },
			},
		],
		response: received(
			status,
			JSON.stringify({ data: { id: "a" }, id: 1, meta: { requestId: "b" } }),
		),
	});
	expect(list([wrapped(200)])).toEqual(["get $.meta an object with requestId"]);
	expect(list([wrapped(400)])).toEqual([]);
});

test("objects in an object are told, and what remains of an object from which one value was found", () => {
	const shelves = [{ row: 1, label: "top" }];
	expect(
		list([see("list", ["$.about"], { about: { size: 2, shelves } })]),
	).toEqual([
		"list $.about an object with size, shelves; shelves is an array of objects with row, label",
	]);
	const pages = { after: "x", before: "http://jars.test/?page=1" };
	const seen = see("list", [], {});
	const response = {
		...seen.response,
		body: Buffer.from(JSON.stringify({ pages })),
	};
	expect(list([{ ...seen, response }], ["pages.after"])).toEqual([
		"list $.pages an object with before; before is a URL",
	]);
});

test("a header of most operations is told in the same words, without those that HTTP needs", () => {
	const headers = { "x-shelf": "3", date: "today", etag: "1" };
	const seen = ["a", "b", "c"].map((each) => see(each, [], {}, headers));
	const other = see("d", [], {}, { "x-shelf": "4" });
	expect(list([...seen, other])).toEqual(
		["a", "b", "c", "d"].map(
			(each) => `${each} header x-shelf a number, such as 4`,
		),
	);
	expect(list(seen.slice(1))).toEqual([
		"b header x-shelf 3",
		"c header x-shelf 3",
	]);
});

test("codes in rejections are told in the same words for all operations, without what they repeat", () => {
	const reject = (operation: string, kind: string) =>
		see(operation, ["$.about"], { about: [{ kind, of: "of plums" }] }, {}, 400);
	expect(list([reject("a", "NO_LID"), reject("b", "NO_JAR")])).toEqual([
		'a $.about[*].kind "NO_LID", "NO_JAR"',
		'b $.about[*].kind "NO_LID", "NO_JAR"',
	]);
});

test("texts of rejections that are all different are no codes", () => {
	const kinds = [1, 2, 3, 4, 5, 6, 7].map((each) => `jar-${each}`);
	const seen = kinds.map((kind) =>
		see("a", ["$.about"], { about: kind }, {}, 400),
	);
	expect(list(seen)).toEqual(['a $.about a string, such as "jar-1"']);
	expect(list(seen.slice(5))).toEqual(['a $.about "jar-6", "jar-7"']);
});

test("a parameter of the type of JSON is told", () => {
	const headers = { "content-type": "application/json; charset=utf-8" };
	expect(list([see("a", [], {}, headers)])).toEqual([
		"a header content-type application/json; charset=utf-8",
	]);
});

test("a header of errors only is told, and no header of successful responses again", () => {
	const common = { "x-jar": "1", "content-type": "application/json" };
	const seen = [
		see("list", [], {}, common),
		see("list", [], {}, { ...common, vary: "Accept" }, 400),
		see("get", [], {}, { ...common, vary: "Accept" }, 404),
	].map((each) => ({ ...each, status: each.response.status }));
	expect(list(seen)).toEqual([
		"list header x-jar 1, also in errors",
		"list header vary Accept",
		"get header vary Accept",
	]);
});

test("the texts of a list in an error are told by their kind, without the documented request", () => {
	const options = ["of plums", "NO_LID", "NO_JAR"];
	const seen = see("a", ["$.about"], { about: { options } }, {}, 400);
	const adapted = { ...seen.request, body: '{"jar":"of pears"}' };
	expect(list([{ ...seen, adapted }])).toEqual([
		'a $.about.options[*] a string, such as "NO_LID"',
	]);
});

test("a value that several other responses have as their id in a header is told as such", () => {
	const pages = (...ids: string[]) =>
		see("list", ["$.items[*].cause"], {
			items: ids.map((cause) => ({ cause })),
		});
	const made = ["a1", "b2"].map((each) =>
		see("add", [], {}, { "x-trace-id": each }),
	);
	const told = (...ids: string[]) =>
		list([...made, pages(...ids)]).filter((each) => each.includes("cause"));
	const kind = 'list $.items[*].cause a string, such as "a1"';
	expect(told("a1", "b2", "c3")).toEqual([
		`${kind}, the x-trace-id of the response to the request that it is about`,
	]);
	expect(told("a1", "c3")).toEqual([kind]);
});

test("what all items of a list have beside what the document names and requests send is told", () => {
	const at = (
		request: ComparedObservation["request"],
		one: ComparedObservation,
	) => ({ ...one, request });
	const made = at(
		{ method: "POST", path: "/jars", body: '{"jar":"of plums"}' },
		see("add", [], { id: 1 }),
	);
	const shown = (path: string, ...items: unknown[]) =>
		at({ method: "GET", path }, see("list", [], { items }));
	const told = (...pages: ComparedObservation[]) =>
		list([made, ...pages]).filter((each) => each.startsWith("list"));
	expect(
		told(
			shown("/jars?from=1", { lid: 3, seal: 1 }),
			shown("/jars", { lid: 1 }),
		),
	).toEqual(["list $.items[*] an object with lid"]);
	expect(told(shown("/jars", { id: 1 }))).toEqual([]);
	expect(told(shown("/jars", { id: 1, jar: "of plums" }))).toEqual([]);
	expect(told(shown("/lids", { lid: 3 }))).toEqual([]);
});

test("a header with JSON is told by the names in it, and one with different numbers as a number", () => {
	const told = (...values: string[]) =>
		list(values.map((each) => see("list", [], {}, { "x-page": each })));
	expect(told('{"total":0}', '{"total":3,"next":2}')).toEqual([
		"list header x-page JSON of an object with total, in some responses also next",
	]);
	expect(told('{"total":0}')).toEqual([
		"list header x-page JSON of an object with total",
	]);
	expect(told("0", "12")).toEqual(["list header x-page a number, such as 12"]);
	expect(told("12", "12")).toEqual(["list header x-page 12"]);
	expect(told("a", '{"total":0}')).toEqual(["list header x-page a"]);
	const link = (...relations: readonly string[]) =>
		relations.map((each) => `</jars?p=1>; rel="${each}"`).join(", ");
	expect(told(link("last", "next"), link("prev", "last"))).toEqual([
		'list header x-page </jars?p=1>; rel="last", </jars?p=1>; rel="next", with rel last, next on all pages but the last, prev on some pages',
	]);
	const linked = (...relations: readonly string[]) => [
		see("list", [], {}, { link: link(...relations) }),
	];
	expect(list(linked("next", "last"), [], linked("first")).join()).toContain(
		"with rel next on all pages but the last, last on some pages, first on some pages",
	);
	expect(told(link("describedby"))).toEqual([
		'list header x-page </jars?p=1>; rel="describedby"',
	]);
});

test("the value of all new records that do not send it is told", () => {
	const make = (sent: object, record: object): ComparedObservation => ({
		...see(
			"add",
			Object.keys(record).map((each) => `$.${each}`),
			record,
		),
		request: { method: "POST", path: "/jars", body: JSON.stringify(sent) },
	});
	const page = {
		...see("list", [], { items: [] }),
		request: { method: "GET", path: "/jars" },
	};
	const told = (...seen: ComparedObservation[]) =>
		list([...seen, page]).filter((each) => each.startsWith("add"));
	const made = (lid: unknown) => make({ a: 1 }, { lid });
	const four = (lid: unknown) => [1, 2, 3, 4].map(() => made(lid));
	expect(told(...four("open"), make({ lid: "shut" }, { lid: "shut" }))).toEqual(
		['add $.lid a string, "open" if it is not sent'],
	);
	const [sent, ignored] = [{ lid: "a" }, { lid: "b" }];
	expect(told(...four(null), make(sent, sent))).toEqual([
		"add $.lid a string, null if it is not sent",
	]);
	expect(told(...four("b"), make(sent, ignored))).toEqual([
		'add $.lid a string, "b" in new records',
	]);
	expect(told(...four(true), make({ lid: false }, { lid: false }))).toEqual([
		"add $.lid a boolean, true if it is not sent",
	]);
	expect(told(...four(null))).toEqual(["add $.lid null in new records"]);
	expect(told(...four([]))).toEqual(["add $.lid an array, [] in new records"]);
	expect(told(...four("open"), made("shut"))).toEqual([
		'add $.lid a string, such as "open"',
	]);
	expect(told(...four("open").slice(1))).toEqual([
		'add $.lid a string, such as "open"',
	]);
	expect(told(...four({ size: 1 }))).toEqual(["add $.lid an object with size"]);
	expect(told(...four({}))).toEqual(["add $.lid an object, {} in new records"]);
});

test("the values of responses to learning count, but not the names in objects that it sent", () => {
	const page = (first: unknown) =>
		see("list", ["$.first", "$.args"], { first, args: { a: 1 } });
	const other = see("list", ["$.first", "$.args", "$.new"], {
		...{ first: false, args: { b: 2 }, new: 1 },
	});
	expect(list([page(true)], [], [other])).toEqual([
		"list $.first true, or false",
		"list $.args an object with a",
	]);
	const failed = see("list", ["$.first", "$.args"], { first: null, args: [] });
	expect(list([page(true)], [], [failed])[0]).toBe(
		"list $.first true, or null",
	);
});

test("a number or an empty list of many records is told as the only one that was seen", () => {
	const page = (...values: unknown[]) =>
		see("list", ["$.items[*].jar"], { items: values.map((jar) => ({ jar })) });
	const many = Array(99);
	expect(list([page(...many.fill(1), 1)])[0]).toMatch(
		/an integer, 1 in all records seen$/,
	);
	expect(list([page(...many.fill([]), [])])[0]).toMatch(
		/an array, \[\] in all records seen$/,
	);
	for (const values of [many.fill(1), [...many, 2], many.fill("a").concat("a")])
		expect(list([page(...values)])[0]).not.toMatch(/seen/);
});

test("a charset that a response lacks is told, and another parameter that it has", () => {
	const expected = "text/plain; version=1; charset=utf-8";
	const told = (type: string, contentType = expected) =>
		listParameters([
			{
				...see("list", [], {}, { "content-type": type }),
				documentedForm: { status: 200, contentType },
			},
		]).map(({ actual }) => actual);
	expect(told("text/plain; version=1")).toEqual(["text/plain; version=1"]);
	expect(told(expected)).toEqual([]);
	expect(told("text/html")).toEqual([]);
	expect(told("text/plain", "text/plain")).toEqual([]);
	expect(told("text/plain; charset=utf-8", "text/plain")).toEqual([]);
	expect(told(`${expected}; level=2`)).toEqual([`${expected}; level=2`]);
});
