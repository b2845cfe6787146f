import { expect, test } from "vitest";
import { violateBody } from "../../../src/comparison/generate-sequence.ts";

const BODY = { name: "Ada", steps: [{ command: "a" }, { command: "b" }] };

test.each([
	["required", "name", "", { steps: [] }, { steps: BODY.steps }],
	["type", "string", "/name", { name: 5 }, { ...BODY, name: 5 }],
	["minItems", 1, "/steps", { steps: [] }, { ...BODY, steps: [] }],
	[
		...["minLength", 1, "/steps/0/command"],
		{ steps: [{ command: "" }] },
		{ ...BODY, steps: [...BODY.steps, { command: "" }] },
	],
	["additionalProperties", false, "", { more: 1 }, { ...BODY, more: 1 }],
	["minProperties", 1, "", {}, {}],
	["type", "object", "", [], []],
] as const)(
	"an invalid request keeps the other values: %s %s at %s",
	(constraint, expected, place, json, sent) => {
		const known = { operation: "create", assumptions: [], request: { json } };
		const violation = { ...known, constraint, expected, place };
		expect(violateBody(violation, BODY)).toEqual(sent);
	},
);
