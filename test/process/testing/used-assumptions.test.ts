import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createClient } from "../../../contracts/client.ts";
import {
	formatUsedAssumptions,
	type SuiteUsedAssumptions,
	setupMock,
} from "../../../src/node.ts";
import { childVitest } from "./child-vitest.ts";

const BASE = "http://zaps.test";
const idsOf = ({ assumptions }: SuiteUsedAssumptions) =>
	assumptions.map(({ id, tests, exchanges }) => [id, tests, exchanges]);

test("counts the tests and exchanges that depend on each assumption, including ended runs", async () => {
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

test("a replaced response depends on no assumption", async () => {
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

describe("formatUsedAssumptions", () => {
	const assumption = {
		id: "health.body",
		status: "assumed",
		assumes: "The body says ok.",
		tests: 48,
		exchanges: 50,
	} as const;
	const used = { tests: 48, exchanges: 61, assumptions: [assumption] };

	test("lists the unconfirmed assumptions, refuted ones first", () => {
		const refuted = {
			...assumption,
			id: "auth.none",
			status: "refuted",
			tests: 1,
			exchanges: 1,
		} as const;
		const confirmed = { ...assumption, id: "x", status: "confirmed" } as const;
		const assumptions = [assumption, confirmed, refuted];
		expect(formatUsedAssumptions({ ...used, assumptions })).toBe(
			`Your 48 tests depend on 2 unconfirmed assumptions:
  auth.none (REFUTED): 1 test, 1 exchange
    The body says ok.
  health.body: 48 tests, 50 exchanges
    The body says ok.
Verify the real service to confirm or refute them: npx zaps-understudy verify <base-url> --record`,
		);
	});

	test.each([
		[{ tests: 1 }, "Your 1 test depends on 1 unconfirmed assumption:\n"],
		[{ tests: 0 }, "Your 61 exchanges depend on 1 unconfirmed assumption:\n"],
		[{ tests: 0, exchanges: 1 }, "Your 1 exchange depends on 1 unconfirmed"],
		[
			{ assumptions: [] },
			"Your 48 tests depend on no unconfirmed assumptions.",
		],
	])("formats %j as %j", (other, words) => {
		expect(formatUsedAssumptions({ ...used, ...other })).toContain(words);
	});
});

test("the Vitest reporter sums up all files, as text and as JSON", async () => {
	const spec = (count: number) => `
import { describe } from "vitest";
import { test } from "../../../../src/vitest.ts";
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
				[
					"../../../../src/vitest-reporter.ts",
					{ json: "used-assumptions.json" },
				],
			],
		},
	);
	expect(
		child.output,
	).toContain(`Your 9 tests depend on 3 unconfirmed assumptions:
  health.body: 7 tests, 14 exchanges
    `);
	const json = await readFile(
		join(child.folder, "used-assumptions.json"),
		"utf8",
	);
	const used: SuiteUsedAssumptions = JSON.parse(json);
	expect(used).toMatchObject({ tests: 9, exchanges: 16 });
	expect(idsOf(used)).toEqual([
		["health.body", 7, 14],
		["metrics.format", 2, 2],
		["metrics.series", 2, 2],
	]);
	expect(used.assumptions[0]).toMatchObject({
		status: "assumed",
		assumes: expect.stringContaining("status"),
	});
});
