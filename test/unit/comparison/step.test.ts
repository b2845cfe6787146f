import { expect, test } from "vitest";
import { createChoices } from "../../../src/comparison/choices.ts";
import { createBindings } from "../../../src/comparison/comparing.ts";
import { readCommand } from "../../../src/comparison/comparison-report.ts";
import {
	type Change,
	changeText,
	fill,
	findWordForm,
	type Step,
	Unfillable,
} from "../../../src/comparison/step.ts";

test("values of both sides correspond one to one", () => {
	const bindings = createBindings();
	expect(bindings.bind("books", "m1", "r1", true)).toBe(true);
	expect(bindings.bind("books", "m1", "r1", true)).toBe(true);
	expect(bindings.bind("books", "m2", "r1", true)).toBe(false);
	expect(bindings.bind("books", "m1", "r2", true)).toBe(false);
	expect(bindings.bind("members", "m2", "r1", true)).toBe(true);
	expect(bindings.areBound("m1", "r1")).toBe(true);
	expect(bindings.areBound("m1", "r2")).toBe(false);
	expect(bindings.knows("real", "r1", "books")).toBe(true);
	expect(bindings.toMock("r1", "books")).toBe("m1");
});

test("an id that is a number corresponds to its text, too", () => {
	const bindings = createBindings();
	bindings.bind("books", 1, 590, true);
	expect(bindings.areBound(1, 590)).toBe(true);
	expect(bindings.areBound("1", "590")).toBe(true);
	expect(bindings.areBound("2", "590")).toBe(false);
	expect(bindings.toMock("590")).toBe("1");
	expect(bindings.toMock(590)).toBe(1);
});

test("times keep their order, and equal ones may differ", () => {
	const { addTimes } = createBindings();
	expect(addTimes("books", "2026-01-01T00:00:00.001Z", 1_700_000_002)).toBe(
		true,
	);
	expect(addTimes("books", "2026-01-01T00:00:00.002Z", 1_700_000_002)).toBe(
		true,
	);
	expect(addTimes("books", "2026-01-01T00:00:00.003Z", 1_700_000_001)).toBe(
		false,
	);
});

test("a time that several records of the service share is known, also if it is in another form", () => {
	const { addTimes, isSharedTime } = createBindings();
	addTimes("books", "2026-01-01T00:00:00.100Z", "2026-01-01T00:00:00Z");
	addTimes("loans", "2026-01-01T00:00:00.200Z", 1_767_225_600);
	addTimes("loans", "2026-01-01T00:00:01.000Z", "2026-01-01T00:00:01Z");
	const [shared, own] = ["2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"];
	expect(isSharedTime("2026-01-01T00:00:00.200Z", shared)).toBe(true);
	expect(isSharedTime("2026-01-01T00:00:01.000Z", own)).toBe(false);
});

test("each side fills in its own values, and the words of the play", () => {
	const body = { id: "r1", items: [{ at: "now" }] };
	const seen = new Map([[3, { headers: { etag: '"1"' }, body }]]);
	const value = {
		id: { $step: 3, at: ["body", "id"] },
		times: [{ $step: 3, at: ["body", "items", "0", "at"] }],
		version: { $step: 3, at: ["headers", "etag"] },
		name: { $word: 1 },
		text: { $word: 1, change: "upper" },
		long: { $word: 0, length: 30 },
		emojis: { $word: 0, length: 19, after: "😀" },
		last: { $word: 0, length: 4, after: "😀" },
		email: { $word: 1, change: "lower", after: "@a.test" },
		part: { $step: 3, at: ["body", "id"], change: "shorter" },
		other: { $step: 3, at: ["body", "id"], change: "upper" },
	};
	expect(fill(value, { tag: "tag", seen })).toEqual({
		...{ id: "r1", times: ["now"], version: '"1"' },
		...{ name: "Understudy-tagbaa", text: "UNDERSTUDY-TAGBAA" },
		long: "Understudy-tagaaaxxxxxxxxxxxxx",
		...{ emojis: "Understudy-tagaaa😀😀", last: "aaa😀" },
		email: "understudy-tagbaa@a.test",
		...{ part: "r", other: "R1" },
	});
	const missing = { $step: 4, at: ["body", "id"] };
	expect(() => fill(missing, { tag: "tag", seen })).toThrow(Unfillable);
});

test.each<[Change, string, string]>([
	["shorter", "Ada😀", "Ada"],
	["part", "Understudy-tag Ü", "y-tag Ü"],
	["spaced", "Ada", "Ada "],
	["percent", "Ada", "Ad%"],
	["star", "A", "A"],
	["zone", "2026-01-01T00:00:00.25Z", "2026-01-01T05:30:00.25+05:30"],
	["zone", "2026-01-01T00:00:00+02:00", "2026-01-01T03:30:00+05:30"],
	["zone", "tomorrow", "tomorrow"],
])("a similar text: %s of %s", (change, text, expected) => {
	expect(changeText(text, change)).toBe(expected);
	expect(changeText(5, change)).toBe(5);
});

test.each<[RegExp, object | undefined]>([
	[/./, {}],
	[/^[a-z-]+$/, { change: "lower" }],
	[/^[a-z]{3,20}$/, { length: 11 }],
	[/^[A-Z]+$/, { length: 11, change: "upper" }],
	[/^[0-9]+$/, undefined],
])("a text with the pattern %s has a word of this form", (pattern, form) => {
	expect(findWordForm((text) => pattern.test(text))).toEqual(form);
});

test("a command of a report has its step, whatever its body is", () => {
	const step: Step = {
		...{ id: 1, operation: "createZap", path: {}, query: {}, headers: {} },
		body: { name: " # '" },
	};
	const command = `curl -i 'http://a.test' -d '{" # "}' # ${JSON.stringify(step)}`;
	expect(readCommand(command)).toEqual(step);
	expect(readCommand("curl -i 'http://a.test'")).toBeUndefined();
});

test("a seed determines all choices", () => {
	const draw = (seed: number) => {
		const choices = createChoices(seed);
		return Array.from({ length: 500 }, () => choices.below(1000));
	};
	expect(draw(1)).toEqual(draw(1));
	expect(draw(1)).not.toEqual(draw(2));
});
