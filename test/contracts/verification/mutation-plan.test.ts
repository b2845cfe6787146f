import { describe, expect, test } from "vitest";
import { operations } from "../../../contracts/generated/operations.ts";
import type { ProviderResponse } from "../../../src/verification/contract.ts";
import { explainEquivalence } from "../../../src/verification/mutation/judge-mutant.ts";
import type { RecordedExchange } from "../../../src/verification/mutation/mutation.ts";
import { planMutants } from "../../../src/verification/mutation/plan-mutants.ts";
import {
	contract,
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
		const mutants = planMutants(
			[{ ...created, check }, listed, unknown],
			contract,
			[listZaps.id],
		);
		expect(new Set(mutants.map(({ target }) => target))).toEqual(
			new Set([listZaps.id]),
		);
	});
});

describe("a surviving mutant", () => {
	const explain = (
		exchange: RecordedExchange,
		name: string,
		where: string,
		{
			applied = 1,
			response,
		}: { applied?: number; response?: ProviderResponse },
	) => {
		const { target, response: original } = exchange;
		const mutation = find(exchange, name, where);
		return explainEquivalence(
			{ target, status: original.status, mutation, checks: new Set() },
			{ applied, changed: response ? [{ ...exchange, response }] : [] },
			contract,
		);
	};
	const explained = async (
		exchange: RecordedExchange,
		name: string,
		where: string,
	) => {
		const response = await mutated(exchange, name, where);
		return explain(exchange, name, where, { response });
	};

	test("is equivalent if the OpenAPI document allows the whole exchange", async () => {
		const name = "break the format of a value: an empty string";
		expect(await explained(rejected, name, "$.type")).toContain(
			"the document allows every changed exchange",
		);
	});

	test.each([
		["if the body is invalid", created, "remove a property", "$.id"],
		[
			"if the status is not documented",
			created,
			"swap the status within its class: 201 to 200",
			"status",
		],
		[
			"if the request does not cause the status",
			rejected,
			"swap the status within its class: 400 to 415",
			"status",
		],
		[
			"if the content type is not documented",
			created,
			"remove the content type",
			"header content-type",
		],
		["if only the meaning differs", listed, "reverse a page", "$.items"],
		[
			"if it lacks a property of the request",
			created,
			"remove a property",
			"$.colour",
		],
	])("is not equivalent %s", async (_, exchange, name, where) => {
		expect(await explained(exchange, name, where)).toBeUndefined();
	});

	test("with a semantic mutation is equivalent only if no response changed", () => {
		const reversed = [listed, "reverse a page", "$.items"] as const;
		expect(explain(...reversed, { applied: 1 })).toContain("byte for byte");
		expect(explain(...reversed, { applied: 0 })).toBeUndefined();
	});
});
