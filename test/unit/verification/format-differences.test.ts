import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { formatDifferences } from "../../../src/cli/verify/format-differences.ts";
import { createResults } from "../../contracts/verification/create-verification.ts";

const difference = {
	...{ operation: "createZap", where: "$.name", assumptions: [], count: 1 },
	...{ expected: `"${"😀".repeat(200)}"`, actual: `"${"?".repeat(200)}"` },
	explains: [],
	example: {
		request: { method: "POST", path: "/v1/zaps", headers: {}, body: {} },
		response: { status: 201, headers: {}, body: {} },
	},
};

const BRIEF = { width: Infinity, isVerbose: false, isRecording: false };

test("cuts long values between characters, also if no line is cut", () => {
	const report = { differences: [difference] };
	const results = createResults({ report });
	const [, title, values] = formatDifferences({ ...results, ...BRIEF }).map(
		(line) => stripVTControlCharacters(line),
	); // Colors depend on the terminal.
	expect(title).toContain(`instead of "${"😀".repeat(58)}… (1 response)`);
	expect(values).toContain(`"${"😀".repeat(59)}…  actual`);
	expect(values).toContain(`"${"?".repeat(118)}…`);
});

test.each([
	["brief", false, 18, 2],
	["verbose", true, 122, 40],
])("a %s text of 40 differences", (_, isVerbose, lines, commands) => {
	const differences = Array.from({ length: 40 }, (_, index) => ({
		...{ ...difference, where: `$.a${index}`, expected: `a${index}` },
	}));
	const results = createResults({ report: { differences } });
	const text = formatDifferences({ ...results, ...BRIEF, isVerbose });
	expect(text).toHaveLength(lines);
	expect(text.filter((line) => line.includes("curl -i"))).toHaveLength(
		commands,
	);
	expect(text.at(-1)?.includes("and 29 more; see --verbose")).toBe(!isVerbose);
});

test("names a binding difference first, however few responses show it", () => {
	const differences = Array.from({ length: 20 }, (_, index) => ({
		...difference,
		...{ where: `$.a${index}`, expected: `a${index}`, count: 20 - index },
		assumptions: index < 19 ? ["a.assumed"] : ["b.confirmed"],
	}));
	const results = createResults({
		confirmed: ["b.confirmed"],
		report: { differences },
	});
	const [, title] = formatDifferences({ ...results, ...BRIEF });
	expect(title).toContain("1. createZap: a19 is ");
	expect(results.differences.map(({ binds }) => binds).indexOf(false)).toBe(1);
});
