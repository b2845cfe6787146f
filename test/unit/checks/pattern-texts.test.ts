import { expect, test } from "vitest";
import { createDocumentService } from "../../../src/behaviors/create-service.ts";
import { createContract } from "../../../src/checks/create-contract.ts";
import { NUMBER, object, TEXT, takes } from "../../support/openapi.ts";

/** The contract of an operation that adds jars, whose labels have a pattern. */
function describe(label: object, others: object) {
	const jar = object({ id: NUMBER, label: TEXT });
	const created = {
		...{ description: "", content: { "application/json": { schema: jar } } },
	};
	const request = object({ label: { type: "string", ...label } });
	return createContract(
		createDocumentService({
			...{ openapi: "3.1.0", info: { title: "Pantry", version: "1" } },
			paths: {
				"/jars": {
					post: {
						...{ operationId: "addJar", ...takes(request) },
						responses: { 201: created, ...others },
					},
				},
			},
		}),
	);
}

const conflicts = { 409: { description: "" } };

test.each([
	["^[A-Za-z0-9 ]+$", "Plum jam"],
	["\\S", "Plum jam"],
	["^[A-Z]{3}-[0-9]{4}$", "JAM-0001"],
	["^[A-Z]{3}-\\d{4}$", "JAM-0001"],
	["^[a-z]+(-[a-z]+)*$", "plum-jam"],
])(
	"checks write new texts of the pattern %s where records may conflict",
	(pattern, example) => {
		const { operations, pact } = describe({ pattern, example }, conflicts);
		const [operation] = operations;
		const texts = Array.from(
			{ length: 3 },
			() => Object(operation?.example.body).label,
		);
		expect(new Set([...texts, example]).size).toBe(4);
		for (const text of texts) expect(text).toMatch(new RegExp(pattern, "u"));
		const written = JSON.stringify(pact);
		expect(written).toContain('"generators"');
		expect(written).not.toContain(JSON.stringify({ label: example }));
	},
);

test("ordinary texts are new ones everywhere, because names may have to be unique", () => {
	const label = { pattern: "\\S", example: "Plum jam" };
	const [operation] = describe(label, {}).operations;
	const [one, other] = [operation?.example.body, operation?.example.body];
	expect(one).not.toEqual(other);
	expect(Object(one).label).toMatch(/^Understudy /);
});

test("elsewhere, they write the text of the document, which may mean something", () => {
	const label = { pattern: "^[A-Z]{3}$", example: "EUR" };
	const [operation] = describe(label, {}).operations;
	expect(operation?.example.body).toEqual({ label: "EUR" });
});
