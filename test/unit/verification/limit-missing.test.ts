import { expect, test } from "vitest";
import {
	limitMissing,
	limitPages,
} from "../../../src/verification/differences/limit-missing.ts";
import { received } from "../../support/received.ts";

const reject = (status: number, body: unknown) => ({
	operation: "lend",
	response: received(status, JSON.stringify(body)),
});

const tell = (where: string, actual: string, status = 400) => ({
	...{ operation: "lend", where, expected: "detail", actual, count: 1 },
	...{ assumptions: [], explains: [] },
	example: {
		request: { method: "POST", path: "/", headers: {}, body: null },
		response: { status, headers: {}, body: {} },
	},
});

test("an error that only some statuses lack a property of is told with them", () => {
	const rejections = [
		...[reject(415, { title: "No" }), reject(400, { title: "No" })],
		...[reject(404, { detail: "No" }), reject(422, { title: "No" })],
		reject(422, { detail: "No" }),
	];
	const missing = tell("$.detail", "missing");
	const others = [
		...[tell("$.items", "missing"), tell("$.detail", "info")],
		...[tell("$.detail", "missing", 200), tell("$.a.detail", "missing")],
	];
	expect(limitMissing([missing, ...others], rejections)).toEqual([
		{ ...missing, actual: "missing with 400, 415" },
		...others,
	]);
	expect(limitMissing([missing], rejections.slice(0, 2))).toEqual([missing]);
	const [allowed] = limitMissing(
		...([[missing], rejections] as const),
		(_, status) => status === 415,
	);
	expect(allowed?.actual).toBe("missing with 400");
	const unlike = [reject(400, { detail: "No", error: "x is missing" })];
	const unread = [reject(400, { error: "cannot be read" })];
	expect(limitMissing([missing], [...unlike, ...unread])[0]?.actual).toBe(
		"missing with 400 (cannot be read)",
	);
});

test("a page that lacks the list of other pages is no other object", () => {
	const tellPage = (where: string, texts: readonly string[], body: object) => {
		const [expected = "", actual = ""] = texts;
		const { example, ...told } = tell(where, actual, 200);
		const response = { ...example.response, body };
		return { ...told, expected, example: { ...example, response } };
	};
	const list = tellPage("$.items", ["items", "rows"], { rows: [] });
	const objects = ["an object with items, next", "an object with sum"];
	const empty = tellPage("$", objects, { sum: 0 });
	expect(limitPages([list, empty])).toEqual([
		list,
		{
			...{ ...empty, where: "$.items", expected: "items" },
			actual: "missing on a page without records",
		},
	]);
	const other = tellPage("$", objects, { sum: 0, rows: [] });
	expect(limitPages([list, other])).toEqual([list, other]);
	expect(limitPages([empty])).toEqual([empty]);
});
