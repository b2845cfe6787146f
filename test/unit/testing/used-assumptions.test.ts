import { describe, expect, test } from "vitest";
import { createClient } from "../../../src/entries/client.ts";
import {
	formatUsedAssumptions,
	type SuiteUsedAssumptions,
	setupMock,
} from "../../../src/entries/node.ts";

const BASE = "http://zaps.test";
const idsOf = ({ assumptions }: SuiteUsedAssumptions) =>
	assumptions.map(({ id, tests, exchanges }) => [id, tests, exchanges]);

test("counts the tests and exchanges that depend on each assumption, including ended runs", async () => {
	await using mock = setupMock({ baseUrl: BASE }).listen();
	const client = createClient({ baseUrl: BASE });
	const getHealth = () => client.GET("/v1/health");
	await mock.run(async (own) => {
		await getHealth();
		await getHealth();
		const soFar = await mock.usedAssumptions();
		expect(idsOf(soFar)).toEqual([["health.body", 1, 2]]);
		expect(await own.usedAssumptions()).toEqual(soFar);
	});
	await mock.run(async () => {
		await getHealth();
		await client.POST("/v1/zaps", { body: { name: "A" } });
	});
	await mock.run(() => {});
	const failed = mock.run(async () => {
		await getHealth();
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
	await getHealth();
	expect(await mock.usedAssumptions()).toMatchObject({
		tests: 3,
		exchanges: 6,
		assumptions: [{ id: "health.body", tests: 3, exchanges: 5 }, {}, {}, {}],
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
		const once = { ...assumption, tests: 1, exchanges: 1 };
		const assumptions = [
			assumption,
			{ ...assumption, id: "x", status: "confirmed" },
			{ ...once, id: "auth.none", status: "refuted" },
		] as const;
		expect(formatUsedAssumptions({ ...used, assumptions })).toBe(
			`Your 48 tests depend on 2 unconfirmed assumptions, 1 of them REFUTED:
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
