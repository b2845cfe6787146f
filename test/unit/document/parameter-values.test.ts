import { expect, test } from "vitest";
import { readField } from "../../../src/document/field.ts";
import { readObject } from "../../../src/document/parameter-values.ts";

test("texts become the values that a long enumeration lists", () => {
	const listed = Array.from({ length: 1_000 }, (_, index) => index);
	const items = { enum: [...listed, "1", "other"] };
	const field = readField({ properties: { a: { type: "array", items } } });
	const query = new URLSearchParams(`${"a=999&".repeat(200_000)}a=1&a=other`);
	const { a }: Record<string, unknown> = Object(readObject(query, field));
	expect(new Set(a as unknown[])).toEqual(new Set([999, 1, "other"]));
});
