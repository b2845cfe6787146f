import { expect, test } from "vitest";
import { listCauses } from "../../../src/verification/differences/rejection-causes.ts";
import {
	createListJoiner,
	listRejectionForms,
	type Rejection,
} from "../../../src/verification/differences/rejection-forms.ts";
import { listRejectionWords } from "../../../src/verification/differences/rejection-words.ts";
import { received } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

const JSON_TYPE = "application/json";

const reject = (
	cause: string | undefined,
	status: number,
	body: unknown,
	mediaType?: string,
): Rejection => ({
	...{ operation: "addJar", cause },
	request: { method: "POST", path: "/jars", body: '{"jar":"plums"}' },
	response: received(
		status,
		body,
		mediaType ? { "content-type": mediaType } : {},
	),
});

const forms = (...rejections: readonly Rejection[]): string[] =>
	listRejectionForms(rejections).map(({ actual }) => actual);

const words = (...rejections: readonly Rejection[]): string[] =>
	listRejectionWords(rejections, (where) => where === "$.told")
		.map(({ where, actual }) => `${where} ${actual}`)
		// Each operation has the same words.
		.filter((each, index, all) => all.indexOf(each) === index);

test("the forms of errors are told with the reasons for each", () => {
	expect(
		forms(
			reject("an unknown path", 404, ""),
			reject("an undefined method", 405, ""),
			reject("a missing property", 400, { error: { text: "x" } }, JSON_TYPE),
			reject(undefined, 409, { error: { text: "y" } }, JSON_TYPE),
			reject("a body that is no JSON", 400, "Not JSON", "text/plain"),
		),
	).toEqual([
		"an empty body for an unknown path (404), an undefined method (405)",
		"an object with error; error is an object with text as application/json for a missing property (400), 409",
		'the text "Not JSON" as text/plain for a body that is no JSON (400)',
	]);
});

test("many texts that differ are one form", () => {
	const texts = ["a", "b", "c", "d"].map((each) =>
		reject("an unknown path", 404, `No ${each}`, "text/plain"),
	);
	expect(forms(reject("a missing property", 400, ""), ...texts)).toEqual([
		"an empty body for a missing property (400)",
		'a text, such as "No a", as text/plain for an unknown path (404)',
	]);
});

test("errors that are web pages are told with the texts of their elements", () => {
	const page = (text: string) =>
		reject(
			...([undefined, 400] as const),
			`<!doctype html><title>400 Bad</title>\n<h1>Bad</h1>\n<p>${text}</p>`,
		);
	const told = listRejectionForms([page("No &lt;jar&gt;")], ["status", "text"]);
	expect(told.map(({ expected, actual }) => [expected, actual])).toEqual([
		[
			"an object with status, text",
			'a web page with "400 Bad" in title, "Bad" in h1, "No &lt;jar&gt;" in p',
		],
	]);
	expect(listRejectionForms([page("No")])).toEqual([]);
});

test("a property that is an array of texts in some errors and a text in others makes two forms", () => {
	expect(
		forms(
			reject("a missing property", 400, { message: ["no jar", "no lid"] }),
			reject("a body that is no JSON", 400, { message: "no JSON" }),
		),
	).toEqual([
		"an object with message; message is an array of texts for a missing property (400)",
		"an object with message; message is a text for a body that is no JSON (400)",
	]);
});

test("errors under the names of properties are one form", () => {
	const of = (errors: object) => reject("a missing property", 400, { errors });
	expect(
		forms(
			...[of({ jar: ["gone"] }), of({ lid: ["gone"] }), of({ row: ["gone"] })],
			reject("an unknown path", 404, { errors: { detail: "gone" } }),
		),
	).toEqual([
		"an object with errors; errors is an object with an array for each name for a missing property (400)",
		"an object with errors; errors is an object with detail for an unknown path (404)",
	]);
});

test("one form of all errors is not told, and neither are failures", () => {
	const same = [
		reject("an unknown path", 404, ""),
		reject("a missing property", 400, ""),
		reject("a missing property", 429, "Later", "text/plain"),
		reject("a missing property", 500, "Oh", "text/plain"),
	];
	expect(forms(...same)).toEqual([]);
	expect(forms(...same, reject(undefined, 401, "Who?", "text/plain"))).toEqual([
		"an empty body for an unknown path (404), a missing property (400)",
		'the text "Who?" as text/plain for 401',
	]);
});

test("the words that tell the kind of an error are told with the statuses", () => {
	expect(
		words(
			reject(undefined, 404, { error: { code: "NO_JAR", told: "X" } }),
			reject(undefined, 400, { error: { code: "BAD_LID" }, told: "X" }),
			reject(undefined, 409, { error: { code: "BAD_LID" } }),
		),
	).toEqual([
		'$.error.code "NO_JAR" for 404, "BAD_LID" for 400 and 409',
		'$.error.told "X" for 404',
	]);
});

test("no sentences about single requests, usual titles, values of the request or times are told", () => {
	expect(
		words(
			reject(undefined, 404, { title: "Not Found", detail: "No jar 1" }),
			reject(undefined, 404, { type: "about:blank", at: "2026-01-01" }),
			reject(undefined, 400, { title: "Bad Request", jar: "plums" }),
			reject(undefined, 200, { code: "DONE" }),
		),
	).toEqual([]);
	const other = { title: "Constraint Violation" };
	const found = words(
		...[reject("", 400, other), reject("", 400, other)],
		reject("", 409, { title: "Conflict" }),
	);
	expect(found).toEqual([
		'$.title "Constraint Violation" for 400, "Conflict" for 409',
	]);
	const same = { title: "An error occurred" };
	expect(words(reject("", 404, same), reject("", 400, same))).toEqual([
		'$.title "An error occurred" for 404 and 400',
	]);
});

test("sentences of several requests are told beside one that only one has", () => {
	const say = (...texts: readonly string[]) =>
		words(...texts.map((text) => reject(undefined, 400, { text }, JSON_TYPE)));
	const shared = ["No such jar", "No such jar", "Bad label", "Bad label"];
	expect(say(...shared, "Lid is too small")).toEqual([
		'$.text "No such jar" for 400, "Bad label" for 400',
	]);
	expect(say(...shared, "Lid is too small", "Jar is too big")).toEqual([]);
});

test("a text is told with its cause if other requests with the status have other texts", () => {
	const of = (cause: string, message: string) =>
		reject(cause, 400, { message }, JSON_TYPE);
	expect(
		words(
			of("an empty body", "EOF"),
			of("a compressed body", "Unexpected '\u001f'"),
			of("a body that is no JSON", "Cannot read it"),
			of("a missing property", "Lid is required"),
			of("a missing property", "Shelf is required"),
			of("an invalid value", "Lid is too small"),
			of("an invalid value", "Shelf is too small"),
		),
	).toEqual([
		'$.message "EOF" for an empty body (400), "Cannot read it" for a body that is no JSON (400)',
	]);
});

test("a sentence that repeats the request is told with placeholders, without those about single requests", () => {
	const detail = (path: string, text: string) => ({
		...reject("a missing property", 400, { detail: text }),
		request: { method: "POST", path, body: "{}" },
	});
	expect(
		words(
			detail("/jars", "Cannot POST /jars"),
			detail("/lids", "Cannot POST /lids"),
			detail("/lids", "No lid"),
		),
	).toEqual(['$.detail "Cannot {method} {path}" for 400']);
});

test("a reason is told with its operations if another one responds in another way", () => {
	const of = (operation: string, each: Rejection) => ({ ...each, operation });
	const large = reject("a body that is too large", 413, { a: 1 });
	const taken = reject("a body that is too large", 201, {});
	const unknown = reject("an unknown path", 404, { a: 1 });
	const other = reject("a missing property", 400, { b: 1 });
	expect(
		forms(unknown, large, of("getJar", unknown), of("getJar", taken), other),
	).toEqual([
		"an object with a for an unknown path (404), a body that is too large (413 of addJar)",
		"an object with a for an unknown path (404), a body that is too large (413 of addJar)",
		"an object with b for a missing property (400)",
	]);
});

test("a word that another operation sends is told with it", () => {
	const title = (operation: string, each: string) => ({
		...reject("an unknown path", 400, { title: each }, JSON_TYPE),
		operation,
	});
	expect(
		words(
			...["NO_JAR", "NO_LID"].map((each) => title("addJar", each)),
			title("getJar", "NO_JAR"),
			title("getJar", "NO_SHELF"),
		),
	).toEqual([
		'$.title "NO_JAR" for 400, "NO_LID" for 400 of addJar, "NO_SHELF" for 400 of getJar',
	]);
});

const see = (status: number, body: string, text: string, actual = 400) => ({
	...{ operation: "createZap", target: "createZap", check: "", status },
	...{ isArrangement: false, isVerified: true, isReadable: true },
	...{ deviations: [], additional: [] },
	request: {
		...{ method: "POST", path: "/v1/zaps", body },
		headers: { "content-type": "application/json" },
	},
	response: received(actual, text),
});

test("an array in an object is told with several names if it has many", () => {
	const list = (...names: readonly string[]) => {
		const seen = names.map((name) => ({
			...see(400, "{}", "{}"),
			deviations: [
				{
					...{ where: "$.errors", expected: "an array", assumptions: [] },
					actual: `an object with the array in ${name}`,
					change: { kind: "list" as const, to: name },
				},
			],
		}));
		const told = seen.map(createListJoiner(seen));
		const found = told.flatMap(({ deviations }) =>
			deviations.map(({ actual }) => actual),
		);
		return [...new Set(found)];
	};
	expect(list("jar", "jars.0.lid", "lid")).toEqual([
		"an object with an array for each name, such as jars.0.lid, jar, lid",
	]);
	expect(list("data")).toEqual(["an object with the array in data"]);
});

test("a record that does not exist is no cause if the service rejects valid bodies in the same way", () => {
	const causes = listCauses(contract.documented, [
		see(201, '{"name":"a"}', "No jar", 404),
		see(400, '{"name":5}', "No jar", 404),
		see(400, "{", "No JSON", 404),
	]).map(({ cause }) => cause);
	expect(causes).toEqual(["a body that is no JSON"]);
});

test("a denied request and a conflict have no cause in the body", () => {
	const causes = listCauses(contract.documented, [
		see(400, '{"name":5}', "Who?", 401),
		see(400, '{"name":5}', "Taken", 409),
		see(400, '{"name":5}', "No text"),
	]).map(({ cause }) => cause);
	expect(causes).toEqual([
		undefined,
		undefined,
		"a value of another type in the body",
	]);
});

test("a body that is too large is no cause if the service rejects valid ones in the same way", () => {
	const large = JSON.stringify({ name: "a".repeat(2_000_000) });
	const causes = (text: string) =>
		listCauses(contract.documented, [
			see(201, '{"name":"a"}', "No target"),
			see(413, large, text),
			see(400, "{", "No target"),
		]).map(({ cause }) => cause);
	expect(causes("No target")).toEqual(["a body that is no JSON"]);
	const learnt = see(413, large, "Too large");
	const ofLearnt = (status: number) =>
		listCauses(contract.documented, [
			{ ...learnt, adapted: learnt.request },
			see(201, '{"name":"a"}', "No target", status),
		]).map(({ cause }) => cause);
	expect(ofLearnt(400)).toEqual([]);
	expect(ofLearnt(201)).toEqual(["a body that is too large"]);
	expect(causes("Too large")).toEqual([
		"a body that is too large",
		"a body that is no JSON",
	]);
});

test("a body that is not declared as JSON is no cause if the service rejects valid ones in the same way", () => {
	const plain = see(415, '{"name":"a"}', "No target");
	const causes = (text: string) =>
		listCauses(contract.documented, [
			see(201, '{"name":"a"}', text),
			...[{ ...plain, request: { ...plain.request, headers: {} } }],
		]).map(({ cause }) => cause);
	expect(causes("No target")).toEqual([]);
	expect(causes("No lid")).toEqual(["a body that is not declared as JSON"]);
});

test("an operation that takes a body which is no JSON is told with it, although it responds as to valid ones", () => {
	const causes = listCauses(contract.documented, [
		see(201, '{"name":"a"}', "Done", 201),
		see(400, "{", "Done", 201),
		see(400, '{"name"', "No JSON"),
	]).map(({ cause }) => cause);
	expect(causes).toHaveLength(2);
});

test("a body that is no JSON is no cause if the service rejects it like valid ones, and others in another way", () => {
	const causes = (text: string) =>
		listCauses(contract.documented, [
			see(201, '{"name":"a"}', "Unknown name (req_1c955e5d2854acb143f0)"),
			see(400, "{", "Unknown name (req_e13c177f788bea7f702a)"),
			see(400, '{"name"', text),
		]).map(({ cause }) => cause);
	expect(causes("No JSON")).toEqual(["a body that is no JSON"]);
	expect(causes("Unknown name (req_e13c177f788bea7f7022)")).toHaveLength(2);
});

test("a body nested deeply is no cause if the rejection names the property that a check has added", () => {
	const deep = `{"name":"a","understudy":${"[".repeat(200)}${"]".repeat(200)}}`;
	const causes = (text: string) =>
		listCauses(contract.documented, [see(400, deep, text)]).map(
			({ cause }) => cause,
		);
	expect(causes("Unknown: understudy")).toEqual([]);
	expect(causes("Too deep")).toEqual(["a body nested deeply"]);
});

test("an empty body and a value that the service takes in the query are causes of their own", () => {
	const moved = {
		...see(400, '{"limit":0}', "Too few"),
		...{ operation: "searchAudit", target: "searchAudit" },
	};
	const causes = listCauses(contract.documented, [
		see(400, "", "No body"),
		see(400, "{", "No JSON"),
		moved,
		{
			...moved,
			adapted: { method: "POST", path: "/v1/audit/search?size=0", body: "{}" },
		},
	]).map(({ cause }) => cause);
	expect(causes).toEqual([
		"an empty body",
		"a body that is no JSON",
		"an invalid value in the body",
		"an invalid limit in the query",
	]);
});

test("a text that a header of the same response has is told with the header", () => {
	const of = (status: number, id: string): Rejection => ({
		...reject(undefined, status, { call: id }, JSON_TYPE),
		response: received(status, { call: id }, { "x-call-id": id }),
	});
	expect(words(of(404, "abc"), of(400, "abd"))).toEqual([
		"$.call the header x-call-id of the response for 404 and 400",
	]);
});

test("a text that each error in a list has is told, unless it says what the error is about", () => {
	const list = (operation: string, ...paths: readonly string[]): Rejection => {
		const body = { faults: paths.map((path) => ({ path })) };
		return { ...reject("a missing property", 400, body), operation };
	};
	expect(
		words(list("addJar", "/request", "/request"), list("fillJar", "/request")),
	).toEqual(['$.faults[*].path "/request" for 400']);
	expect(words(list("addJar", "/request", "/request"))).toEqual([]);
	expect(words(list("addJar", "/lid"), list("fillJar", "/jar"))).toEqual([]);
});
