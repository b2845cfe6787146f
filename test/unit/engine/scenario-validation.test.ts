import { expect, test } from "vitest";
import { service } from "../../../handlers/index.ts";
import type { Scenario } from "../../../src/engine/service.ts";
import { createTestMock } from "./test-mock.ts";

const withScenario = (name: string, scenario: unknown) => ({
	scenarios: {
		...service.scenarios,
		[name]: (typeof scenario === "object"
			? { description: "One.", ...scenario }
			: scenario) as Scenario,
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
	["a b", {}, "/a b must have a name of 1 to 100 of the characters"],
	["a/b", {}, "/a~1b must have a name of 1 to 100 of the characters"],
	["new", 5, "/new must be an object"],
	[
		"new",
		{ dataset: "emty" },
		'/new/dataset is an unknown dataset. Did you mean "empty"? Available: empty, default, large',
	],
	["new", { rateLimit: 0 }, "/new/rateLimit must be above 0"],
	["new", { rateLimit: Number.NaN }, "/new/rateLimit must be a number"],
	["new", { auth: "basic" }, "/new/auth must be one of bearer, api-key"],
	[
		"new",
		{ fault: [] },
		'/new/fault is an unknown property. Did you mean "faults"? Available: description, dataset, faults, auth, rateLimit',
	],
	["new", { description: undefined }, "/new/description is required"],
	[
		"new",
		{ faults: [{ kind: "reset" }] },
		"/new/faults/0/operation is required",
	],
	[
		"new",
		{ faults: [{ operation: "noSuch", kind: "reset" }] },
		"/new/faults/0/operation is an unknown operation. Available: *, getHealth, ",
	],
	[
		"new",
		{
			faults: [
				{ operation: "*", kind: "reset" },
				{ operation: "*", kind: "status", status: 418 },
			],
		},
		"/new/faults/1/status is not listed in the OpenAPI document for any operation; use one of 200, ",
	],
])("rejects a scenario %j with the definition %j", (name, scenario, reason) => {
	expect(() => createTestMock({}, withScenario(name, scenario))).toThrow(
		`Invalid scenarios:\n  ${reason}`,
	);
});
