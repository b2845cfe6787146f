import { expect, test } from "vitest";
import {
	findCodes,
	listCodes,
} from "../../../src/verification/learning/rejections/codes.ts";
import { readTrial } from "../../../src/verification/learning/rejections/read-trial.ts";
import type { Observation } from "../../../src/verification/observer.ts";
import { received } from "../../support/received.ts";

const toResponse = (rejection: unknown) =>
	received(400, JSON.stringify(rejection));

/** Returns the observation of a rejected body. */
const observe = (
	body: string,
	rejection: unknown,
	target = "createBook",
): Observation => ({
	...{ target, check: "", status: 400, isArrangement: false },
	request: { method: "POST", path: "/books", body },
	response: toResponse(rejection),
});

const UNREADABLE = observe("{", {
	...{ type: "about:blank", reason: "NO_JSON", at: "body" },
	...{ problems: [{ field: "body" }] },
});

test("a word at the place of another code names no property", () => {
	const codes = listCodes([UNREADABLE]);
	const rejection = {
		reason: "BAD_VALUE",
		message: "The value is not good",
		problems: [{ field: "shelf", text: "has no books" }],
	};
	const { complaints } = readTrial([], {}, toResponse(rejection), { codes });
	expect(complaints.flatMap(({ paths }) => paths)).toEqual([["shelf"]]);
});

test("a place where a rejection names a sent property has no codes", () => {
	const rejection = { reason: "NO_TEXT", at: "title" };
	const named = observe('{"title":1}', rejection);
	const codes = listCodes([UNREADABLE, named]);
	expect([...codes.places]).toEqual([".type", ".reason"]);
	expect([...findCodes({ reason: "NONE", at: "shelf" }, codes)]).toContain(
		"NONE",
	);
});

test("a property with the name of a property of rejections is read", () => {
	const codes = listCodes([UNREADABLE]);
	const { complaints } = readTrial(
		...([
			[],
			{},
			toResponse({ field: "type", text: "is to be given" }),
		] as const),
		{ codes },
	);
	expect(complaints[0]?.paths).toEqual([["type"]]);
});

test("a malformed body that is taken for an empty one has no codes", () => {
	const missing = (name: string) => ({ errors: { [name]: ["is required"] } });
	const codes = listCodes([
		observe("{", missing("shelf")),
		observe("{}", missing("shelf")),
		observe("{", missing("person"), "lendBook"),
		observe("{}", missing("person"), "lendBook"),
	]);
	const { complaints } = readTrial([], {}, toResponse(missing("shelf")), {
		codes,
	});
	expect(complaints.map(({ paths }) => paths)).toEqual([[["shelf"]]]);
});

test("a longer path that is taken for that of an operation has no codes", () => {
	const missing = { data: [{ params: { missing: "shelf" } }] };
	const codes = listCodes([
		observe("{}", missing),
		observe("{}", missing, "unknownPath"),
	]);
	expect(codes.texts.has("shelf")).toBe(false);
	const other = listCodes([observe("{}", missing, "unknownPath")]);
	expect(other.texts.has("shelf")).toBe(true);
});
