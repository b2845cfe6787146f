import { expect, test } from "vitest";
import { service } from "../../../handlers/index.ts";
import type { Service } from "../../../src/engine/model/service.ts";
import { createTestMock } from "./test-mock.ts";

test("rejects an unknown scenario, even one that every object inherits", async () => {
	await using mock = createTestMock();
	for (const name of ["", "toString", "__proto__"])
		await expect(mock.setScenario(name)).rejects.toThrow(
			`Unknown scenario "${name}". Available: normal, empty, unhealthy`,
		);
	expect(() => createTestMock({ scenario: "nowhere" })).toThrow(
		'Unknown scenario "nowhere". Available: normal, ',
	);
});

test("names at most 20 mistakes of scenarios, and says that there are more", () => {
	const faults = Array(21).fill({ operation: "listZap", kind: "reset" });
	const scenarios = { ...service.scenarios, new: { description: "", faults } };
	expect(() => createTestMock({}, { scenarios })).toThrow(
		/^Invalid scenarios:(\n {2}\/new\/faults\/\d+\/operation is .*){20}\n {2}and more$/,
	);
});

const broken = { operation: "*", kind: "status", status: 418 };

test.each([
	[{ "a b": {} }, "/a b must have a name of 1 to 100 of the characters A-Z"],
	[{ "a/b": {} }, "/a~1b must have a name of 1 to 100 of the characters"],
	[{ new: 5 }, "/new must be an object"],
	[{ new: {} }, "/new/description is required"],
	[{ new: { rateLimit: 0 } }, "/new/rateLimit must be above 0"],
	[{ new: { rateLimit: Number.NaN } }, "/new/rateLimit must be a number"],
	[{ new: { auth: "basic" } }, "/new/auth must be one of bearer, api-key"],
	[
		{ new: { fault: [] } },
		'/new/fault is an unknown property. Did you mean "faults"? Available: description, dataset, faults, auth, rateLimit',
	],
	[
		{ new: { description: "One.", dataset: "emty" } },
		'/new/dataset is an unknown dataset. Did you mean "empty"? Available: empty, default, large',
	],
	[
		{ new: { faults: [{ kind: "reset" }] } },
		"/new/faults/0/operation is required",
	],
	[
		{ new: { description: "One.", faults: [broken] } },
		"/new/faults/0/status is not listed in the OpenAPI document for any operation; use one of 200, ",
	],
])("rejects the scenarios %j", (added, reason) => {
	const scenarios = { ...service.scenarios, ...added } as Service["scenarios"];
	const create = () => createTestMock({}, { scenarios });
	expect(create).toThrow("Invalid scenarios:\n  ");
	expect(create).toThrow(reason);
});
