import { describe, expect, test } from "vitest";
import { operations } from "../../../contracts/generated/operations.ts";
import { explainEquivalence } from "../../../src/mutation/mutant-runs.ts";
import { planMutants } from "../../../src/mutation/mutate-contract.ts";
import type { RecordedExchange } from "../../../src/mutation/mutation.ts";
import { contract } from "../../support/shipped-contract.ts";
import {
	created,
	find,
	listed,
	mutated,
	rejected,
} from "./mutation-examples.ts";

const { createZap, listZaps } = operations;

describe("the plan", () => {
	const check = `${createZap.id}: with additional properties`;

	test("contains each mutation once for an operation and a status, with the checks that can detect it", () => {
		const mutants = planMutants(
			[
				{ ...created, check },
				{ ...created, check: `${listZaps.id}: the first page` },
				{ ...rejected, check: `${createZap.id}: with an empty name` },
			],
			contract,
		);
		const keys = mutants.map(({ target, status, mutation: { name, where } }) =>
			[target, status, name, where].join(),
		);
		expect(new Set(keys).size).toBe(keys.length);
		const ofSuccess = mutants.filter(({ status }) => status === 201);
		expect(ofSuccess.length).toBeGreaterThan(0);
		for (const { checks } of ofSuccess) expect([...checks]).toEqual([check]);
	});

	test("contains only the selected operations", () => {
		const unknown: RecordedExchange = { ...rejected, target: "unknownPath" };
		const exchanges = [{ ...created, check }, listed, unknown];
		const mutants = planMutants(exchanges, contract, [listZaps.id]);
		expect(new Set(mutants.map(({ target }) => target))).toEqual(
			new Set([listZaps.id]),
		);
	});
});

describe("a surviving mutant", () => {
	type Mutated = readonly [RecordedExchange, name: string, where: string];

	function explain(
		[exchange, name, where]: Mutated,
		applied: number,
		changed: RecordedExchange[] = [],
	): string | undefined {
		const { target, response } = exchange;
		const mutation = find(exchange, name, where);
		return explainEquivalence(
			{ target, status: response.status, mutation, checks: new Set() },
			{ applied, changed },
			contract,
		);
	}
	const explainChange = async (...place: Mutated) =>
		explain(place, 1, [{ ...place[0], response: await mutated(...place) }]);

	test("is equivalent if the OpenAPI document allows the whole exchange", async () => {
		const name = "break the format of a value: an empty string";
		expect(await explainChange(rejected, name, "$.type")).toContain(
			"the document allows every changed exchange",
		);
	});

	const swap = "swap the status within its class:";
	const type = "header content-type";
	test.each([
		["the body is invalid", created, "remove a property", "$.id"],
		["the status is not documented", created, `${swap} 201 to 200`, "status"],
		["the request is valid", rejected, `${swap} 400 to 415`, "status"],
		["no type is documented", created, "remove the content type", type],
		["only the meaning differs", listed, "reverse a page", "$.items"],
		["it lacks what was sent", created, "remove a property", "$.colour"],
	])("is not equivalent if %s", async (_, ...place) => {
		expect(await explainChange(...place)).toBeUndefined();
	});

	test("with a semantic mutation is equivalent only if no response changed", () => {
		const reversed = [listed, "reverse a page", "$.items"] as const;
		expect(explain(reversed, 1)).toContain("byte for byte");
		expect(explain(reversed, 0)).toBeUndefined();
	});
});
