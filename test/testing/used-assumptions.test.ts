import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createClient } from "../../contracts/client.ts";
import {
	formatUsedAssumptions,
	type SuiteUsedAssumptions,
	setupMock,
} from "../../src/node.ts";
import { childVitest } from "./child-vitest.ts";

const BASE = "http://zaps.test";
const idsOf = ({ assumptions }: SuiteUsedAssumptions) =>
	assumptions.map(({ id, tests, exchanges }) => [id, tests, exchanges]);

test("counts the tests and the exchanges that rest on each assumption, those of ended runs too", async () => {
	await using mock = setupMock({ baseUrl: BASE }).listen();
	const client = createClient({ baseUrl: BASE });
	await mock.run(async (own) => {
		await client.GET("/v1/health");
		await client.GET("/v1/health");
		const soFar = await mock.usedAssumptions();
		expect(idsOf(soFar)).toEqual([["health.body", 1, 2]]);
		expect(await own.usedAssumptions()).toEqual(soFar);
	});
	await mock.run(async () => {
		await client.GET("/v1/health");
		await client.POST("/v1/zaps", { body: { name: "A" } });
	});
	await mock.run(() => {});
	const failed = mock.run(async () => {
		await client.GET("/v1/health");
		throw new Error("failed");
	});
	await expect(failed).rejects.toThrow("failed");
	const all = await mock.usedAssumptions();
	expect(all).toMatchObject({ tests: 3, exchanges: 5 });
	expect(idsOf(all)).toEqual([
		["health.body", 3, 4],
		["zap.fields", 1, 1],
		["zap.request", 1, 1],
		["zaps.created", 1, 1],
	]);
	await client.GET("/v1/health");
	expect(await mock.usedAssumptions()).toMatchObject({
		tests: 3,
		exchanges: 6,
	});
});

test("an answer of the test's own rests on nothing", async () => {
	await using mock = setupMock({ baseUrl: BASE }).listen();
	await mock.run(async () => {
		await mock.answer("getHealth", { body: { status: "ok" } });
		await fetch(`${BASE}/v1/health`);
	});
	expect(await mock.usedAssumptions()).toEqual({
		tests: 1,
		exchanges: 1,
		assumptions: [],
	});
});

describe("in words", () => {
	const assumption = {
		id: "health.body",
		status: "assumed",
		assumes: "The body says ok.",
		tests: 48,
		exchanges: 50,
	} as const;
	const rested = { tests: 48, exchanges: 61, assumptions: [assumption] };

	test("it says what is not confirmed, and what is refuted first", () => {
		const refuted = {
			...assumption,
			id: "auth.none",
			status: "refuted",
			tests: 1,
			exchanges: 1,
		} as const;
		const confirmed = { ...assumption, id: "x", status: "confirmed" } as const;
		const assumptions = [assumption, confirmed, refuted];
		expect(formatUsedAssumptions({ ...rested, assumptions })).toBe(
			`Your 48 tests rest on 2 unconfirmed assumptions:
  auth.none (REFUTED): 1 test, 1 exchange
    The body says ok.
  health.body: 48 tests, 50 exchanges
    The body says ok.
Verify the real service to confirm or refute them: npx zaps-understudy verify <base-url> --record`,
		);
	});

	test.each([
		[{ tests: 1 }, "Your 1 test rests on 1 unconfirmed assumption:\n"],
		[{ tests: 0 }, "Your 61 exchanges rest on 1 unconfirmed assumption:\n"],
		[{ tests: 0, exchanges: 1 }, "Your 1 exchange rests on 1 unconfirmed"],
		[{ assumptions: [] }, "Your 48 tests rest on no unconfirmed assumptions."],
	])("with %j it is %j", (other, words) => {
		expect(formatUsedAssumptions({ ...rested, ...other })).toContain(words);
	});
});

test("Vitest's reporter tells it of all files, in words and as JSON", async () => {
	const spec = (count: number) => `
import { describe } from "vitest";
import { test } from "../../../src/vitest.ts";
for (let n = 0; n < ${count}; n += 1)
	test("test " + n, async ({ mock }) => {
		await fetch(mock.url + "/v1/health");
		await fetch(mock.url + "/v1/health");
	});
test("without a request", () => {});
test.skip("skipped", async ({ mock }) => {
	await fetch(mock.url + "/v1/health");
});
test("retried", { retry: 2 }, async ({ mock }) => {
	await fetch(mock.url + "/metrics");
	throw new Error("always");
});
`;
	await using child = await childVitest(
		{ "a.spec.ts": spec(3), "b.spec.ts": spec(4) },
		{
			reporters: [
				"default",
				["../../../src/vitest-reporter.ts", { json: "used-assumptions.json" }],
			],
		},
	);
	expect(
		child.output,
	).toContain(`Your 9 tests rest on 3 unconfirmed assumptions:
  health.body: 7 tests, 14 exchanges
    `);
	const json = await readFile(
		join(child.folder, "used-assumptions.json"),
		"utf8",
	);
	const rested: SuiteUsedAssumptions = JSON.parse(json);
	expect(rested).toMatchObject({ tests: 9, exchanges: 16 });
	expect(idsOf(rested)).toEqual([
		["health.body", 7, 14],
		["metrics.format", 2, 2],
		["metrics.series", 2, 2],
	]);
	expect(rested.assumptions[0]).toMatchObject({
		status: "assumed",
		assumes: expect.stringContaining("status"),
	});
});
