import { expect, test } from "vitest";
import { deriveRepairs } from "../../../src/verification/learning/bodies/derive-repairs.ts";
import { applyRepairs } from "../../../src/verification/learning/rejections/repairs.ts";

const documented = {
	title: "Dune",
	cover: { color: "red" },
	pages: [{ text: "a" }, { text: "b" }],
};

test.each([
	["the same body", documented, []],
	[
		"other properties",
		{ name: "x", cover: { color: "blue" }, pages: documented.pages },
		["remove title", "set name", "set cover.color"],
	],
	[
		"an object and a list under other names",
		{ title: "Dune", wrapping: { color: "red" }, leaves: [{ text: "a" }] },
		["rename cover", "rename pages"],
	],
	[
		"an object around all",
		{ book: { ...documented, shelf: 1 } },
		["wrap book", "set book.shelf"],
	],
	[
		"a further list of objects",
		{ ...documented, tags: [{ name: "new" }] },
		["set tags", "set tags.*.name"],
	],
])("repairs lead to %s", (_, accepted, expected) => {
	const repairs = deriveRepairs(documented, accepted, ["book"]);
	const told = repairs.map((each) =>
		each.kind === "wrap"
			? `wrap ${each.name}`
			: `${each.kind} ${[...each.at, each.name].join(".")}`,
	);
	expect(told.sort()).toEqual([...expected].sort());
	const repaired = applyRepairs(documented, repairs);
	const first = (value: unknown) =>
		JSON.parse(
			JSON.stringify(value, (_key, each) =>
				Array.isArray(each) ? each.slice(0, 1) : each,
			),
		);
	expect(first(repaired)).toEqual(first(accepted));
});

test("of several objects, one with a similar name is the same under another name", () => {
	const repairs = deriveRepairs(
		{ front_cover: { color: "red" }, back: { color: "red" } },
		{ frontCover: { color: "red" }, rear: { color: "red" } },
		[],
	);
	expect(repairs.filter(({ kind }) => kind === "rename")).toEqual([
		{ kind: "rename", at: [], name: "front_cover", to: "frontCover" },
	]);
});
