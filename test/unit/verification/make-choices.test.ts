import { expect, test } from "vitest";
import {
	makeAlike,
	makeChoices,
} from "../../../src/verification/learning/values/make-choices.ts";

test("words of states come first, then usual verbs, and then other words", () => {
	const made = makeChoices("book", new Set(["EMPTY"]), ["page", "opened"]);
	expect(made.slice(0, 4)).toEqual([
		"OPENE",
		"OPENE_BOOK",
		"OPEN",
		"OPEN_BOOK",
	]);
	expect(made.indexOf("RUN")).toBeGreaterThan(made.indexOf("OPEN"));
	expect(made.indexOf("PAGE")).toBeGreaterThan(made.indexOf("RUN"));
	expect(new Set(made).size).toBe(made.length);
});

test("words that mean the contrary of a known one are made in its style", () => {
	expect(makeAlike(["book"], "EnableBook", [])[0]).toBe("DisableBook");
	expect(makeAlike(["book"], "book.lock", [])).toContain("book.unlock");
	expect(makeAlike(["book"], "DEACTIVATE", [])[0]).toBe("ACTIVATE");
	expect(
		makeAlike(["book"], "enable", ["closed"]).indexOf("close"),
	).toBeLessThan(makeAlike(["book"], "enable", ["closed"]).indexOf("run"));
});

test("another verb takes the place of one beside a record, in its form", () => {
	const made = makeAlike(["page", "book"], "book.run", ["enabled"]);
	expect(made).toEqual(
		expect.arrayContaining(["book.enable", "book.disable", "book.delete"]),
	);
	expect(made.every((each) => each.startsWith("book."))).toBe(true);
	// A word is tried on a record that others need, too.
	expect(made.indexOf("book.delete")).toBeGreaterThan(
		made.indexOf("book.archive"),
	);
	expect(makeAlike(["book"], "FIRE_BOOK", [])).toContain("ENABLE_BOOK");
	expect(makeAlike(["book"], "book.created", [])).toContain("book.deleted");
});
