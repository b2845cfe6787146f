import { expect, test } from "vitest";
import { judgeResponse } from "../../../src/document/judgment/judge-response.ts";
import { createErrorIndex } from "../../../src/verification/index-errors.ts";
import { received } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

/** Returns a rejection of a request that creates a zap. */
const reject = (status: number, rejection: unknown, sent: unknown = {}) => ({
	...{ target: "createZap", status },
	request: { method: "POST", path: "/v1/zaps", body: JSON.stringify(sent) },
	response: received(status, JSON.stringify(rejection), {
		"content-type": "application/problem+json",
	}),
});

/** Returns the places of the last rejection, and where their values are, with what all of them show. */
function findPlaces(...rejections: ReturnType<typeof reject>[]): string[] {
	const errors = createErrorIndex();
	for (const each of rejections) errors.note(each);
	const [last] = rejections.slice(-1);
	if (!last) return [];
	const { deviations } = judgeResponse(contract.documented, last, {
		errorTexts: errors.textsOf(last.target),
	});
	return deviations.map(({ where, actual }) => `${where} ${actual}`);
}

test("of a title and a text that are the same in one rejection, all rejections tell which is which", () => {
	const phrase = "Unsupported Media Type";
	const places = findPlaces(
		reject(400, { message: "The jar has no name.", error: "Bad Request" }),
		reject(400, { message: "The jar has no lid.", error: "Bad Request" }),
		reject(415, { message: phrase, error: phrase }),
	);
	expect(places).toEqual(
		expect.arrayContaining(["$.title error", "$.detail message"]),
	);
});

const list = (message: string, text: string, place = "/jar") => ({
	...{ message, parts: { faults: [{ text, place }] } },
});

test("a sentence that several different errors share is no text of an error, which may be in a list", () => {
	const first = findPlaces(reject(400, list("No JSON", "The jar is open.")));
	expect(first).toContain("$.detail message");
	const places = findPlaces(
		reject(400, list("Bad Request", "The jar has no name.")),
		reject(400, list("No JSON", "The text ends.")),
		reject(400, list("No JSON", "The jar is open.")),
	);
	expect(places).toContain("$.detail parts.faults[*].text");
	expect(places).not.toContain("$.detail message");
});

test.each([
	["the same for all errors", ["/jar", "/jar", "/jar"], false],
	["another one for another property", ["/jar", "/jar", "/lid"], true],
	["that of a property that was sent", ["/name", "/name", "/name"], true],
])("a place that is %s", (_, [a, b, c], isPointer) => {
	const wrong = (text: string, place?: string) =>
		reject(400, list("Bad Request", text, place), { name: {} });
	const places = findPlaces(
		wrong("The name is long.", a),
		wrong("The name is short.", b),
		wrong("The name is old.", c),
	);
	expect(places.includes("$.errors[*].pointer place")).toBe(isPointer);
});

test("a word below the name of a property that was sent is no place", () => {
	const wrong = (name: string) => {
		const errors = { [name]: [{ code: "LONG", text: "Too long" }] };
		return findPlaces(reject(400, { errors }, { name: {} }));
	};
	const renamed = "$.errors[*].pointer code";
	expect(wrong("jar")).toContain(renamed);
	expect(wrong("name")).not.toContain(renamed);
});
