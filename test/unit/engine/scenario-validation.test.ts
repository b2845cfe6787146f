import { expect, test } from "vitest";
import { service } from "../../../handlers/index.ts";
import type { Scenario } from "../../../src/engine/service.ts";
import { createTestMock } from "./test-mock.ts";

const withScenario = (name: string, scenario: object) => ({
	scenarios: {
		...service.scenarios,
		[name]: { description: "One.", ...scenario } as Scenario,
	},
});

test("rejects an unknown scenario, lists the available ones and keeps the active one", async () => {
	await using mock = createTestMock({ scenario: "unhealthy" });
	for (const name of ["nowhere", "", "toString", "__proto__", "Normal"])
		await expect(mock.control.setScenario(name)).rejects.toMatchObject({
			status: 400,
			message: `Unknown scenario "${name}".${name === "Normal" ? ' Did you mean "normal"?' : ""} Available: normal, empty, unhealthy, slow, flaky, unauthorized, rate-limited, broken.`,
		});
	expect(await mock.control.scenarios()).toMatchObject({
		active: "unhealthy",
	});
	expect(() => createTestMock({ scenario: "nowhere" })).toThrow(
		'Unknown scenario "nowhere". Available: normal, ',
	);
});

test.each([
	["a b", {}, "Its name must have 1 to 100 of the characters"],
	["a/b", {}, "Its name must have 1 to 100 of the characters"],
	[
		"new",
		{ dataset: "huge" },
		'Unknown dataset "huge". Available: empty, default',
	],
	[
		"new",
		{ rateLimit: 0 },
		"rateLimit must be a number of requests per second above 0",
	],
	[
		"new",
		{ rateLimit: Number.NaN },
		"rateLimit must be a number of requests per second above 0",
	],
	[
		"new",
		{ rateLimit: "5" },
		"rateLimit must be a number of requests per second above 0",
	],
	["new", { auth: "basic" }, "auth must be one of bearer, api-key."],
	[
		"new",
		{ fault: [] },
		'Unknown property "fault". Did you mean "faults"? Available: d',
	],
	["new", { description: undefined }, "description must be a string"],
	[
		"new",
		{ faults: [{ operation: "noSuch", kind: "reset" }] },
		"faults/0/operation must be * or one of getHealth, ",
	],
	[
		"new",
		{
			faults: [
				{ operation: "*", kind: "reset" },
				{ operation: "*", kind: "status", status: 418 },
			],
		},
		"faults/1/status is not listed in the OpenAPI document for any operation; use one of 200, ",
	],
])("rejects a scenario %j with the definition %j", (name, scenario, reason) => {
	const parts = withScenario(name, scenario);
	expect(() => createTestMock({}, parts)).toThrow(
		`Invalid scenario "${name}". `,
	);
	expect(() => createTestMock({}, parts)).toThrow(reason);
});
