import { describe, expect, test } from "vitest";
import { operations } from "../../contracts/generated/operations.ts";
import type { ProviderResponse } from "../../src/verification/contract.ts";
import type { RecordedExchange } from "../../src/verification/mutation/mutation.ts";
import { planMutants } from "../../src/verification/mutation/plan.ts";
import { judgeSurvivor } from "../../src/verification/mutation/verdict.ts";
import {
	contract,
	created,
	find,
	listed,
	mutated,
	refused,
} from "./mutation-examples.ts";

const { createZap, listZaps } = operations;

describe("the plan", () => {
	const check = `${createZap.id}: with members of its own`;

	test("has each mutation once for an operation and a status, with the checks that could tell", () => {
		const mutants = planMutants(
			[
				{ ...created, check },
				{ ...created, check: `${listZaps.id}: the first page` },
				{ ...refused, check: `${createZap.id}: with an empty name` },
			],
			contract,
		);
		const keys = mutants.map(
			({ target, status, mutation: { name, where } }) =>
				`${target} ${status} ${name} ${where}`,
		);
		expect(new Set(keys).size).toBe(keys.length);
		const ofSuccess = mutants.filter(({ status }) => status === 201);
		expect(ofSuccess.length).toBeGreaterThan(0);
		for (const { checks } of ofSuccess) expect([...checks]).toEqual([check]);
	});

	test("keeps to the operations asked for", () => {
		const mutants = planMutants([{ ...created, check }, listed], contract, [
			listZaps.id,
		]);
		expect(new Set(mutants.map(({ target }) => target))).toEqual(
			new Set([listZaps.id]),
		);
	});
});

describe("a survivor", () => {
	const changedOf = (exchange: RecordedExchange, answer: ProviderResponse) => ({
		tried: 1,
		changed: [{ ...exchange, answer }],
	});
	const judged = async (
		exchange: RecordedExchange,
		name: string,
		where: string,
	) => {
		const mutation = find(exchange, name, where);
		const { target, answer } = exchange;
		return judgeSurvivor(
			{ target, status: answer.status, mutation, checks: new Set() },
			changedOf(exchange, await mutated(exchange, name, where)),
			contract,
		).kind;
	};

	test("is equivalent where the document's validators accept the whole exchange", async () => {
		expect(
			await judged(refused, "break its format: an empty text", "$.type"),
		).toBe("equivalent");
	});

	test.each([
		["whose body they refuse", created, "drop a member", "$.id"],
		[
			"whose status is not listed",
			created,
			"swap the status within its class: 201 to 200",
			"status",
		],
		[
			"whose request is of another status",
			refused,
			"swap the status within its class: 400 to 415",
			"status",
		],
		[
			"whose content type they refuse",
			created,
			"drop the content type",
			"header content-type",
		],
		["whose meaning they cannot see", listed, "reverse a page", "$.items"],
		["which is not what was sent", created, "drop a member", "$.colour"],
	])("is not equivalent %s", async (_, exchange, name, where) => {
		expect(await judged(exchange, name, where)).toBe("survived");
	});

	test("of another meaning is equivalent only where nothing came out otherwise", () => {
		const mutation = find(listed, "reverse a page", "$.items");
		const mutant = {
			target: listZaps.id,
			status: 200,
			mutation,
			checks: new Set<string>(),
		};
		const judge = (tried: number) =>
			judgeSurvivor(mutant, { tried, changed: [] }, contract).kind;
		expect(judge(1)).toBe("equivalent");
		expect(judge(0)).toBe("survived");
	});
});
