import { expect, test } from "vitest";
import { tryParseJson } from "../../../src/values/json.ts";
import type { MeasuredRule } from "../../../src/verification/learning/rules/create-trier.ts";
import { inheritRules } from "../../../src/verification/learning/rules/inherit-rules.ts";
import { TRIMMED } from "../../../src/verification/learning/rules/measure-limits.ts";
import { received } from "../../support/received.ts";

const build = (body: unknown) => ({
	...{ method: "POST", path: "/loans", body: JSON.stringify(body) },
});

const toResponse = (status: number) => received(status, "{}");

const toRule = (
	name: string,
	value: unknown,
	status: number = 400,
): MeasuredRule => ({
	...{ at: ["loan", name], expected: "any value", actual: `not ${value}` },
	example: {
		request: build({ loan: { [name]: value } }),
		response: toResponse(status),
	},
});

test("the rules of a body hold for the items of another one that are rejected in the same way", async () => {
	const rules = await inheritRules(
		[
			toRule("days", -1),
			toRule("state", "open"),
			toRule("days", -2, 422),
			toRule("days", 3, 201),
			toRule("title", ""),
		],
		{
			build,
			create: () => ({ batch: [{ days: 3, state: "lent" }, { days: 4 }] }),
			async tryRequest(request) {
				const { batch } = Object(tryParseJson(`${request.body}`));
				const [{ days }, second] = batch;
				const isTaken = days > 0 && second.days === 4;
				return {
					...{ request, response: toResponse(isTaken ? 201 : 400), isTaken },
				};
			},
		},
	);
	expect(
		rules.map(({ at, actual, example: { request } }) => [
			...[at, actual, tryParseJson(`${request.body}`)],
		]),
	).toEqual([
		[
			...[["batch", "*", "days"], "not -1"],
			{ batch: [{ days: -1, state: "lent" }, { days: 4 }] },
		],
	]);
	const single = {
		build,
		create: () => ({}),
		tryRequest: async () => undefined,
	};
	expect(await inheritRules([toRule("days", -1)], single)).toEqual([]);
});

test.each([
	["a long text", (title: string) => title.length > 40, 1],
	["each other text", (title: string) => title !== "lent", 0],
])("the longest text of items that reject %s", async (_, isWrong, told) => {
	const rule = {
		...toRule("title", "a".repeat(41)),
		actual: "at most 40 characters",
	};
	const rules = await inheritRules([rule], {
		build,
		create: () => ({ batch: [{ title: "lent" }] }),
		async tryRequest(request) {
			const { batch } = Object(tryParseJson(`${request.body}`));
			const isTaken = !isWrong(batch[0].title);
			const error = `Not this: ${batch[0].title}`;
			const response = isTaken ? toResponse(201) : received(400, { error });
			return { request, response, isTaken };
		},
	});
	expect(rules).toHaveLength(told);
});

test("a rule is not told of items if the service rejects each item in the same way", async () => {
	const tryRequest = async (request: ReturnType<typeof build>) => {
		const { batch } = Object(tryParseJson(`${request.body}`));
		const error = batch[0].days < 0 ? "Too few days." : "The shelf is full.";
		const response = received(400, { error });
		return { request, response, isTaken: false };
	};
	const create = () => ({ batch: [{ days: 3, title: "x" }] });
	const known = [toRule("days", -1), toRule("title", "")];
	const rules = await inheritRules(known, { build, create, tryRequest });
	expect(rules.map(({ at }) => at.join("."))).toEqual(["batch.*.days"]);
});

test.each([
	["ignores", true, [["batch", "*", "note"]]],
	["rejects", false, []],
])(
	"the rules of an optional property hold for items if the service %s unknown names",
	async (_, isLax, places) => {
		const request = build({ loan: { days: 3, state: "lent", note: 7 } });
		const ofWhole = build({ days: 3, state: "lent", note: 7 });
		const ofOther = build({ days: 3, name: "x", note: 7 });
		const rule = { at: ["loan", "note"], expected: "any value", actual: "" };
		const response = toResponse(400);
		const known = [
			{ ...rule, example: { request, response } },
			{ ...rule, at: ["note"], example: { request: ofOther, response } },
			{ ...rule, at: [], example: { request: ofWhole, response } },
		];
		let requests = 0;
		const rules = await inheritRules(known, {
			build,
			create: () => ({ batch: [{ days: 3, state: "lent", more: {} }] }),
			async tryRequest(request) {
				requests += 1;
				const { batch } = Object(tryParseJson(`${request.body}`));
				const isTaken = Object.keys(batch[0]).every(
					(name) =>
						["days", "state", "more"].includes(name) ||
						(isLax && name !== "note"),
				);
				return {
					...{ request, response: toResponse(isTaken ? 201 : 400), isTaken },
				};
			},
		});
		expect(rules.map(({ at }) => at)).toEqual(places);
		expect(requests).toBe(isLax ? 3 : 1);
	},
);

test("of a service that rejects unknown names, an item has the properties of which it takes a value", async () => {
	const at = ["loan", "days"];
	const rule = { at, expected: "any number", actual: "at least 1" };
	const create = () => ({ batch: [{ title: "a" }, { title: "b" }] });
	const rules = await inheritRules(
		[
			{ ...rule, example: toRule("days", 0).example },
			{
				...{ ...rule, actual: "5 as 5" },
				example: {
					request: build({ loan: { title: "a", days: 5 } }),
					response: toResponse(201),
				},
			},
		],
		{
			...{ build, create },
			async tryRequest(request) {
				const { batch } = Object(tryParseJson(`${request.body}`));
				const isTaken = Object.entries(batch[0]).every(
					([name, value]) =>
						(name === "title" && value !== "") ||
						(name === "days" && Number(value) >= 1),
				);
				const response = toResponse(isTaken ? 201 : 400);
				return { request, response, isTaken };
			},
		},
	);
	expect(rules.map(({ at, actual }) => `${at.join(".")} ${actual}`)).toEqual([
		"batch.*.days at least 1",
	]);
});

test("what comes back changed of other bodies is tried for items, and a longest text that they may not have", async () => {
	const rule = (name: string, actual: string, sent: [string, unknown][]) => ({
		...{ at: [name], expected: "comes back as sent", actual },
		...{ sent: new Map(sent), example: toRule(name, null, 201).example },
	});
	const long = {
		...{ at: ["title"], expected: "at most 200 characters" },
		...{ actual: "at most 40 characters", keywords: { maxLength: 40 } },
		example: {
			request: build({ title: "a".repeat(41) }),
			response: toResponse(400),
		},
	};
	const rules = await inheritRules(
		[
			rule("title", TRIMMED, [[TRIMMED, " a "]]),
			rule("title", 'a number as "7"', [["a number", 7]]),
			rule("more", "null as {}, missing if it is an empty text", [
				["null", null],
				["", { a: 1 }],
				["an empty text", ""],
			]),
			rule("other", "missing if it is null", [
				["", 3],
				["null", null],
			]),
			long,
		],
		{
			build,
			create: () => ({ batch: [{ title: "a" }, { title: "b" }] }),
			async tryRequest(request) {
				const { batch } = Object(tryParseJson(`${request.body}`));
				const items = batch.map(({ title, more }: Record<string, unknown>) => ({
					title: `${title}`.trim(),
					...(more !== "" && { more: more ?? {} }),
				}));
				const response = received(
					201,
					JSON.stringify({ data: { batch: items } }),
				);
				return { request, response, isTaken: true };
			},
		},
	);
	expect(rules.map(({ at, actual }) => `${at.join(".")}: ${actual}`)).toEqual([
		"batch.*.title: without the white space around it",
		'batch.*.title: a number as "7"',
		"batch.*.more: null as {}, missing if it is an empty text",
		"batch.*.title: also 2000 characters",
	]);
});
