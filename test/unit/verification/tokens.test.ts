import { expect, test } from "vitest";
import { learnBody } from "../../../src/verification/learning/bodies/learn-body.ts";
import { readTrial } from "../../../src/verification/learning/rejections/read-trial.ts";
import { applyRepairs } from "../../../src/verification/learning/rejections/repairs.ts";
import { createMemory } from "../../../src/verification/learning/values/create-memory.ts";
import { received } from "../../support/received.ts";

type Body = Readonly<Record<string, unknown>>;

const NAMES = ["label", "shelf"];
const createBody = () => ({ title: "Dune" });

/** Lets a service that requires two names teach how it takes a body. */
async function learn(describe: (names: readonly string[]) => unknown) {
	let requests = 0;
	const learnt = await learnBody({
		...{ createBody, wrappers: [], knowledge: createMemory(), repairs: [] },
		async send(body) {
			if (++requests > 200) return undefined;
			const lacking = NAMES.filter((name) => !(name in (body as Body)));
			return lacking.length > 0
				? received(422, describe(lacking))
				: received(201, {});
		},
	});
	const accepted = learnt?.isAccepted
		? Object.keys(Object(applyRepairs(createBody(), learnt.repairs)))
		: [];
	return { requests, accepted };
}

test.each<[form: string, describe: (names: readonly string[]) => unknown]>([
	["lists of names", (names) => ({ error: "invalid", missing: names })],
	["pairs", (names) => ({ errors: names.map((each) => [each, "it is due"]) })],
	[
		"rules beside a place",
		(names) =>
			names.map((property) => ({
				...{ property, target: {} },
				rules: { isText: `${property} is to be a text` },
			})),
	],
	[
		"codes of names",
		(names) => ({
			details: Object.fromEntries(
				names.map((each) => [each, [{ error: "blank" }]]),
			),
		}),
	],
	[
		"an unfamiliar sentence",
		(names) => ({
			reason: `Check failed: ${names.map((each, index) => `${index + 1}: the ${each} is due`).join(";")}`,
		}),
	],
	[
		"a sentence about the whole body",
		(names) => ({
			issues: names.map((each) => ({
				...{ location: "body", message: `expected ${each} to be present` },
			})),
		}),
	],
	[
		"JSON in a text",
		(names) => ({
			message: `[\n ${names.map((each) => `{ "path": ["${each}"], "message": "Due" }`).join(", ")}\n]`,
		}),
	],
])("names are found in %s", async (_, describe) => {
	const { accepted, requests } = await learn(describe);
	expect(accepted).toEqual(expect.arrayContaining(NAMES));
	expect(requests).toBeLessThan(80);
});

test("the parts of a rejection that may name a property begin with its places", () => {
	const { tokens } = readTrial(
		[],
		{},
		received(400, { note: "At path: due 'soon'", field: "shelf.label" }),
	);
	expect(tokens.map((each) => each.join("."))).toEqual([
		...["shelf.label", "note", "field", "soon"],
		...["At", "path", "due"],
	]);
});
