import { expect, test } from "vitest";
import { tryParseJson } from "../../../src/values/json.ts";
import { applyRepairs } from "../../../src/verification/learning/rejections/repairs.ts";
import { measureRules } from "../../../src/verification/learning/rules/measure-rules.ts";
import { received } from "../../support/received.ts";
import { operationOf } from "../../support/shipped-contract.ts";

type Body = Readonly<Record<string, unknown>>;

const BOOK = "bok_4k2j6h8g0f3d";

/** Measures a service that takes a free text, and perhaps the id of a book. */
async function measure(respond: (body: Body) => readonly [number, unknown]) {
	const operation = operationOf("createZap");
	const { rules, references } = await measureRules({
		operation,
		...{ repairs: [], createBody: () => ({ name: "Dune" }) },
		...{ isDocumented: () => true, isReturned: () => true },
		...{ references: ["book_id"], isRecord: (value) => value === BOOK },
		idFor: (name) => (/book_?id$/i.test(name) ? BOOK : undefined),
		async send({ body }) {
			const [status, answer] = respond(Object(tryParseJson(`${body}`)));
			return received(status, answer);
		},
	});
	return {
		added: applyRepairs({}, references),
		rules: rules.map(({ at, actual }) => `${at.join(".")}: ${actual}`),
	};
}

const check = (id: unknown, echo: Body): readonly [number, unknown] => {
	if (typeof (id ?? "") !== "string") return [400, { error: "bad id" }];
	const isKnown = id === undefined || id === null || id === BOOK;
	return isKnown ? [201, echo] : [404, { error: "there is no such book" }];
};

test("a property that a response shows as null is tried with the id of a record", async () => {
	const { added, rules } = await measure(({ name, bookId }) =>
		check(bookId, { name, bookId: bookId ?? null }),
	);
	expect(added).toEqual({ bookId: BOOK });
	expect(rules).toEqual([
		"bookId: only ids of records, others are rejected with 404 (there is no such book)",
		"bookId: only values like the id of a record, null",
	]);
});

test("so is one that no response shows, if its name is usual for the record", async () => {
	const { added, rules } = await measure(({ name, book_id }) =>
		check(book_id, { name }),
	);
	expect(added).toEqual({ book_id: BOOK });
	expect(rules).toContain(
		"book_id: only ids of records, others are rejected with 404 (there is no such book)",
	);
});

test("a service that ignores the id of a record is not told to take it", async () => {
	const { added, rules } = await measure(({ name }) => [
		...([201, { name, bookId: null }] as const),
	]);
	expect(added).toEqual({});
	expect(rules).toEqual([]);
});
