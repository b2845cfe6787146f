import { expect, test } from "vitest";
import { judgeResponse } from "../../../src/document/judgment/judge-response.ts";
import { contract } from "../../support/shipped-contract.ts";

/** Returns the places of a response to a request that creates a zap, and where their values are. */
function findPlaces(response: unknown, status: number): string[] {
	const { deviations } = judgeResponse(contract.documented, {
		target: "createZap",
		request: {
			method: "POST",
			path: "/v1/zaps",
			body: JSON.stringify({ name: "A jar of plums" }),
		},
		response: {
			status,
			headers: { "content-type": "application/problem+json" },
			body: Buffer.from(JSON.stringify(response)),
		},
		status: status === 200 ? 201 : status,
	});
	return deviations.map(({ where, actual }) => `${where} ${actual}`);
}

test("an object of which the names have one letter wraps nothing", () => {
	const receipt = {
		...{ key: "5f0e2a77-8c1f", text: "A jar of plums" },
		parts: { a: 1, m: 2, c: 3 },
	};
	expect(findPlaces(receipt, 201)).not.toContain("$ wrapped in parts");
});

test("the status and the text of an error are found by their values", () => {
	const places = findPlaces(
		{
			...{ number: 400, status: "WRONG", phrase: "Bad Request" },
			...{ text: "The jar has no name.", type: "about:blank" },
		},
		400,
	);
	expect(places).toEqual(
		expect.arrayContaining([
			"$.status number",
			"$.title phrase",
			"$.detail text",
		]),
	);
});
