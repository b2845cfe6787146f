import { expect, test } from "vitest";
import { uniqueWord } from "../../../src/values/unique-word.ts";
import { measureRules } from "../../../src/verification/learning/measure-rules.ts";
import { contract } from "../../support/shipped-contract.ts";

type Body = Readonly<Record<string, unknown>>;

const operation = contract.operations.find(({ id }) => id === "createZap");
const { expectStatus } = contract.documented;

/** Measures a service that returns a record for the bodies that it accepts. */
async function measure(respond: (body: Body) => Body | undefined) {
	if (!operation) throw new Error("no operation");
	let requests = 0;
	const { rules, repairs } = await measureRules({
		...{ operation, repairs: [] },
		createBody: () => ({ name: uniqueWord() }),
		isDocumented: (request) =>
			expectStatus("createZap", request).because === undefined,
		async send({ body }) {
			requests += 1;
			const record = respond(JSON.parse(String(body)));
			const text = JSON.stringify(record ?? { error: "no" });
			return {
				...{ status: record ? 201 : 422, headers: {} },
				body: Buffer.from(text),
			};
		},
	});
	return {
		...{ requests, repairs: repairs.map(({ name }) => name) },
		rules: rules.map(
			({ at, expected, actual }) => `${at.join(".")}: ${expected} > ${actual}`,
		),
	};
}

test("a service that takes what the document allows has no rule", async () => {
	const { rules, requests } = await measure((body) => ({ id: 1, ...body }));
	expect(rules).toEqual([]);
	expect(requests).toBeLessThan(10);
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

test("the kinds of values of a property that the service shows are measured", async () => {
	const { rules } = await measure(({ mode = "slow", flag = true, ...body }) =>
		["slow", "quick"].includes(String(mode)) && flag !== ""
			? { ...body, mode, flag: flag !== null && Boolean(flag), serial: 7 }
			: undefined,
	);
	expect(rules).toEqual([
		expect.stringMatching(/^flag: comes back as sent > a text as true, /),
		expect.stringMatching(/^flag: any value > only values like a text, /),
		'mode: any value > only values like the text "slow"',
	]);
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
});

test("a service that stops accepting bodies has no rule", async () => {
	let left = 1;
	const { rules } = await measure((body) => (left-- > 0 ? body : undefined));
	expect(rules).toEqual([]);
});
