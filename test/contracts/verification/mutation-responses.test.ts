import { describe, expect, test } from "vitest";
import { operations } from "../../../contracts/generated/operations.ts";
import {
	bodyOf,
	created,
	exposed,
	mutated,
	mutationsOf,
	rejected,
} from "./mutation-examples.ts";

const { createZap } = operations;

describe("mutations of the status and the content type", () => {
	const TYPE = "header content-type";

	test("swap the status within and across its class", () => {
		const names = mutationsOf(created)
			.filter(({ where }) => where === "status")
			.map(({ name }) => name);
		expect(names).toEqual(
			expect.arrayContaining([
				"swap the status within its class: 201 to 200",
				"swap the status across classes: 201 to 400",
				"swap the status across classes: 201 to 500",
			]),
		);
		expect(names.join()).not.toMatch(/to (401|403|429)/);
	});

	test.each([
		["remove the content type", undefined],
		["change the content type: text/plain", "text/plain"],
	])("%s", async (name, expected) => {
		const response = await mutated(created, name, TYPE);
		expect(response.headers["content-type"]).toBe(expected);
		expect(response.body).toEqual(created.response.body);
	});

	test("turn a problem into HTML or plain JSON", async () => {
		const page = await mutated(rejected, "turn a problem into HTML", TYPE);
		expect(page.headers["content-type"]).toBe("text/html");
		expect(page.body.toString()).toMatch(/^<!doctype html>/);
		const name = "turn a problem into plain JSON: by its";
		const named = await mutated(rejected, `${name} content type`, TYPE);
		expect(named.headers["content-type"]).toBe("application/json");
		const other = await mutated(rejected, `${name} body`, TYPE);
		expect(bodyOf(other)).not.toHaveProperty("title");
	});

	test("accept an invalid request by sending a valid one", async () => {
		const requests: unknown[] = [];
		const name = "accept an invalid request and store it";
		const response = await mutated(rejected, name, "status", async (sent) => {
			requests.push(JSON.parse(String(sent.body)));
			return created.response;
		});
		expect(requests).toEqual([createZap.example.body]);
		expect(response).toBe(created.response);
	});
});

describe("mutations of a text body", () => {
	const line = "break one line of the metrics:";

	test("truncate the body", async () => {
		const { body } = await mutated(created, "truncate the body", "$");
		expect(() => JSON.parse(body.toString())).toThrow();
	});

	test.each([
		[`${line} a value in words`, "zaps", "\nzaps many\n"],
		[
			`${line} a value in words`,
			"commands_total",
			'\ncommands_total{a="{"} many 1700000000000\n',
		],
		[`${line} the same series again`, "zaps", "\nzaps 20\nzaps 20\n"],
		["change the type of a metric family", "zaps", "# TYPE zaps counter\n"],
		["set a metric family to 0", "commands_total", '{"} 0 1700000000000\n'],
		["remove a metric family", "zaps", /^(?!.*zaps)/s],
	])("%s: %s", async (name, family, expected) => {
		const { body } = await mutated(exposed, name, family);
		expect(body.toString()).toMatch(expected);
		expect(body).not.toEqual(exposed.response.body);
	});
});
