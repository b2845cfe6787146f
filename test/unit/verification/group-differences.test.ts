import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { formatVerificationSummary } from "../../../src/cli/verify/format-verification-summary.ts";
import type { Difference } from "../../../src/verification/report.ts";
import { formatJunitReport } from "../../../src/verification/reports/format-junit-report.ts";
import { formatMarkdownReport } from "../../../src/verification/reports/format-markdown-report.ts";
import { listGroups } from "../../../src/verification/reports/group-differences.ts";
import {
	formatAnnotations,
	formatHtmlReport,
} from "../../../src/verification/reports/write-reports.ts";

import {
	assumption,
	createResults,
	DIFFERENCE,
	failing,
} from "../../contracts/verification/create-verification.ts";

/** The checks with the numbers from the first to the last. */
const checks = (first: number, last: number): string[] =>
	Array.from({ length: last - first + 1 }, (_, index) => `a: ${first + index}`);

const differ = (
	operation: string,
	where: string,
	[expected, actual]: readonly [string, string],
	explains: readonly string[],
	status = 200,
): Difference => {
	const { request, response } = DIFFERENCE.example;
	return {
		...{ operation, where, expected, actual, explains, count: 1 },
		assumptions: where === "$.id" ? ["ids"] : [],
		example: { request, response: { ...response, status, body: null } },
	};
};

const HTML = ["application/json", "text/html"] as const;
const results = createResults({
	report: {
		surface: ["addBook", "listBooks", "getBook"].map((operation) => ({
			...{ operation, method: "GET", path: "/", status: 200 },
			...{ verdict: "passed", why: "" },
		})),
		interactions: checks(1, 100).map((description) =>
			failing("", { description, assumptions: ["names"] }),
		),
		assumptions: [
			assumption("ids", "refuted"),
			assumption("names", "untested", "a: 1: it failed"),
			assumption("paging", "untested", "no check of it was run"),
		],
		differences: [
			differ("getBook", "$.id", ['"a"', "missing"], checks(97, 97)),
			differ("listBooks", "$.next", ["next", "more"], checks(96, 96)),
			differ("listBooks", "status", ["400, since a", "200"], checks(60, 70)),
			differ("listBooks", "status", ["400, since b", "200"], checks(71, 80)),
			differ("getBook", "header content-type", HTML, checks(95, 95), 404),
			differ("addBook", "header content-type", HTML, checks(94, 94), 404),
			differ("addBook", "$.code", ["code", "missing"], checks(94, 94), 404),
			differ(
				"listBooks",
				"$",
				["an object", "wrapped in data"],
				checks(81, 93),
			),
			differ("addBook", "status", ["201", "400 (no <b>)"], checks(1, 50)),
			differ("addBook", "status", ["201", "422 (odd)"], checks(51, 52)),
		],
		notReached: checks(11, 50).map((description, index) => ({
			description,
			because: `addBook, called to set up what the check needs, responded with 400 instead of 201: {"id":${index}}`,
		})),
	},
});

test("causes come first: rejections that prevent checks, the form of all errors, and what fails most checks", () => {
	const list = results.causes.map(({ name, weight }) => `${name} (${weight})`);
	expect(list).toEqual([
		"addBook: rejects valid requests with 400 instead of 201; the error says: no <b> (52 failed checks)",
		"listBooks: the body is wrapped in data (13 failed checks)",
		"getBook, addBook: sends errors in another form (2 failed checks)",
	]);
	expect(results.causes[0]).toMatchObject({ failed: 52, notReached: 40 });
	const others = results.byOperation.map(({ operation, groups }) => [
		operation,
		...groups.map(({ title }) => title),
	]);
	expect(others).toEqual([
		["listBooks", "accepts 2 kinds of invalid requests", "next is named more"],
		["getBook", "id is missing"],
	]);
	expect(listGroups(results).map(({ number }) => number)).toEqual([
		1, 2, 3, 4, 5, 6,
	]);
});

test("a difference that prevents a check is a cause, however few checks it explains", () => {
	const { notReached } = results.report;
	const [description = ""] = checks(96, 96);
	const prevented = [...notReached, { description, because: "no page" }];
	const { causes } = createResults({
		report: { ...results.report, notReached: prevented },
	});
	expect(causes.map(({ title }) => title)).toContain("next is named more");
});

test("checks that the same rejection prevents have one reason, which names the difference", () => {
	expect(results.notReached).toMatchObject([
		{
			because: "addBook rejects the valid request that these checks need",
			cause: { number: 1 },
			descriptions: checks(11, 50),
		},
	]);
});

test("a report with checks that need an accepted request says how to pass one", () => {
	expect(formatVerificationSummary(results, 100)).toContain("--examples");
	const [description = ""] = checks(96, 96);
	const others = createResults({
		report: {
			...results.report,
			notReached: [{ description, because: "no page" }],
		},
	});
	expect(others.notReached[0]?.cause?.title).toBe("next is named more");
	expect(formatVerificationSummary(others, 100)).not.toContain("--examples");
});

test("a report without many differences lists them by weight, without a part for others", () => {
	const differences = results.report.differences.filter(({ where }) =>
		["$", "$.id", "$.next"].includes(where),
	);
	const few = createResults({ report: { ...results.report, differences } });
	expect(few.causes).toHaveLength(3);
	expect(few.byOperation).toEqual([]);
	const text = formatMarkdownReport(few);
	expect(text).not.toContain("Contents");
	expect(text).toContain("</a>Differences\n");
});

const NAMES = [
	"rejects valid requests",
	"the body is wrapped in data",
	"sends errors in another form",
	"accepts 2 kinds of invalid requests",
	"next is named more",
	"id is missing",
];

/** Returns the places of the first occurrences after `start`. */
const findPlaces = (text: string, start: string): number[] =>
	NAMES.map((name) => text.indexOf(name, text.indexOf(start)));

const ascending = (numbers: readonly number[]): number[] =>
	[...numbers].sort((a, b) => a - b);

test("every report has the same order", () => {
	const summary = formatVerificationSummary(results, 100);
	const texts: readonly (readonly [string, string])[] = [
		[stripVTControlCharacters(summary), "differences"],
		[formatMarkdownReport(results), "</a>Fix first"],
		[formatHtmlReport(results), "</a>Fix first"],
		[formatAnnotations(results).join("\n"), ""],
	];
	for (const [text, start] of texts) {
		const places = findPlaces(text, start);
		expect(places).not.toContain(-1);
		expect(places).toEqual(ascending(places));
	}
	const names = formatJunitReport(results).match(
		/(?<=name=")[^"]*(?=" classname="differences")/g,
	);
	expect(names?.at(0)).toContain("addBook: rejects a valid request with 400");
	expect(names?.at(-1)).toBe("getBook: id is missing");
});

test("the page has links to its parts, and folds all that is long", () => {
	const html = formatHtmlReport(results);
	const links = html.match(/(?<=href="#)[^"]*/g) ?? [];
	expect(links.slice(0, 4)).toEqual([
		...["first", "difference-1", "difference-2", "difference-3"],
	]);
	for (const link of links) expect(html).toContain(`<a id="${link}">`);
	const parts = html.split(/(<\/?details>)/);
	expect(parts.length).toBeGreaterThan(30);
	let [depth, open, folded] = [0, "", ""];
	for (const part of parts) {
		if (part === "<details>") depth++;
		else if (part === "</details>") depth--;
		else if (depth === 0) open += part;
		else folded += part;
	}
	expect(depth).toBe(0);
	for (const shown of ["wrapped in data</h3>", "Explains 52 failed checks, 40"])
		expect(open).toContain(shown);
	for (const long of ["curl -i", "<li>a: 11</li>", "<td>refuted</td>"]) {
		expect(folded).toContain(long);
		expect(open).not.toContain(long);
	}
	expect(html).not.toContain("<b>");
});

test("the ways in which an operation takes its requests are one entry", () => {
	const differences = ["name", "kind"].map((name) =>
		differ("addBook", `request $.${name}`, ["accepted", "rejected"], []),
	);
	const { causes } = createResults({ report: { differences } });
	expect(causes.map(({ name }) => name)).toEqual([
		"addBook: takes requests in another form",
	]);
});

test("of the many differences of one cause, only the first are shown at once", () => {
	const { differences } = results.report;
	const rejections = Array.from({ length: 9 }, (_, index) =>
		differ("addBook", "status", ["201", `400 (reason ${index})`], ["a: 1"]),
	);
	const { causes, ...others } = createResults({
		report: { ...results.report, differences: [...differences, ...rejections] },
	});
	expect(causes[0]?.differences).toHaveLength(11);
	const text = formatMarkdownReport({ causes, ...others });
	expect(text).toMatch(/and 5 more<\/summary>\n\n<details><summary>rejects/);
});

test("an assumption names the difference that refutes it, or because of which it was not tested", () => {
	const text = formatMarkdownReport(results);
	expect(text).toContain(
		"| `ids` | refuted | getBook: id is missing; see [6](#difference-6) |",
	);
	expect(text).toContain(
		"| `names` | untested | not tested because of addBook: rejects valid requests with 400 instead of 201; see [1](#difference-1)",
	);
	expect(text).toContain("| `paging` | untested | no check of it was run |");
});

test("a difference that fails the build is a cause, however few checks it explains", () => {
	const binding = createResults({ ...results, confirmed: ["ids"] });
	expect(binding.causes.map(({ title }) => title)[0]).toBe("id is missing");
	expect(binding.causes).toHaveLength(4);
});
