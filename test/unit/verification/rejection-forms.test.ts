import { expect, test } from "vitest";
import { listCauses } from "../../../src/verification/differences/rejection-causes.ts";
import {
	createListJoiner,
	listRejectionForms,
	type Rejection,
} from "../../../src/verification/differences/rejection-forms.ts";
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
