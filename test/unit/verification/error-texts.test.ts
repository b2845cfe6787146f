import { expect, test } from "vitest";
import {
	listErrorTexts,
	listMissingProblems,
} from "../../../src/verification/differences/error-texts.ts";
import type { ComparedObservation } from "../../../src/verification/observed.ts";
import { contract } from "../../support/shipped-contract.ts";

const reject = (status: number, body: object): ComparedObservation => ({
	...{ operation: "createZap", target: "createZap", check: "", additional: [] },
	...{ isArrangement: false, isVerified: true, isReadable: true },
	...{ deviations: [], status },
	request: { method: "POST", path: "/v1/zaps" },
	response: { status, headers: {}, body: Buffer.from("") },
	documentedForm: {
		...{ status, contentType: "application/json" },
		body: JSON.stringify(body),
	},
});

const list = (...seen: ComparedObservation[]) =>
	listErrorTexts(contract, seen, []).map(
		({ where, expected, actual }) => `${where}: ${expected} > ${actual}`,
	);

test("texts of errors that are of another kind than the documented ones are told once", () => {
	const title = "Too bad";
	expect(
		list(
			reject(400, { type: "urn:bad", title, detail: "The name is missing." }),
			reject(413, { type: "urn:long", title, detail: "Payload Too Large" }),
			reject(415, { type: "urn:bad", title: "", detail: "It is too much." }),
		),
	).toEqual([
		'$.type: "about:blank" > "urn:bad", "urn:long"',
		'$.title: the name of the status > "Too bad"',
		'$.detail: a sentence > "Payload Too Large"',
	]);
});

test("many texts of another kind are told by their kind", () => {
	const titles = ["One error", "Two errors", "Three errors", "Four errors"];
	const errors = [...titles, "Five errors"].map((title) =>
		reject(400, { title }),
	);
	expect(list(...errors)).toEqual([
		'$.title: the name of the status > a sentence, such as "One error"',
	]);
});

test("texts of the documented kinds are no difference", () => {
	const error = { type: "about:blank", title: "Conflict", detail: "So sorry." };
	expect(list(reject(400, error), reject(413, { detail: 5 }))).toEqual([]);
	const success = { ...reject(400, { title: "Too bad" }), status: 201 };
	expect(list(success)).toEqual([]);
});

test("a rejection of malformed JSON without a list of problems is told once", () => {
	const sent = (body: string, shown: object): ComparedObservation => ({
		...reject(400, shown),
		request: {
			...{ method: "POST", path: "/v1/zaps", body },
			headers: { "content-type": "application/json" },
		},
	});
	const tell = (...seen: ComparedObservation[]) =>
		listMissingProblems(contract, seen, []).map(
			({ where, expected, actual }) => `${where}: ${expected} > ${actual}`,
		);
	const bare = sent("{", { title: "Bad Request" });
	const [line, ...others] = tell(bare, bare);
	expect(line).toMatch(
		/^\$\.errors: errors, since .* is not valid JSON.* > missing$/,
	);
	expect(others).toEqual([]);
	expect(tell(sent("{", { errors: [] }), sent("{}", {}))).toEqual([]);
});
