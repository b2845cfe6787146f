import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { formatVerificationSummary } from "../../../src/cli/verify/format-verification-summary.ts";
import type {
	AssumptionResult,
	Difference,
} from "../../../src/verification/report.ts";
import { formatJunitReport } from "../../../src/verification/reports/format-junit-report.ts";
import { summarizeResults } from "../../../src/verification/reports/results.ts";
import { formatAnnotations } from "../../../src/verification/reports/write-reports.ts";
import {
	assumption,
	createResults,
	DIFFERENCE,
	failing,
} from "./create-verification.ts";

const verification = createResults({
	confirmed: ["a.confirmed"],
	notices: ["it is closed"],
	report: {
		surface: (
			[
				["getHealth", "GET", "/v1/health", 200, "passed", "responded with 200"],
				["listZaps", "GET", "/v1/zaps", 404, "failed", "responded with 404"],
				["createZap", "POST", "/v1/zaps", null, "not verified", "was closed"],
			] as const
		).map(([operation, method, path, status, verdict, why]) => ({
			...{ operation, method, path, status, verdict, why, durationMs: 5 },
		})),
		interactions: [
			failing("pending"),
			failing("binding", { provenance: "confirmed", operation: "getHealth" }),
			failing("", { mismatches: [], notVerified: "it is closed" }),
			failing("", { passed: true, mismatches: [] }),
			failing("denied", { provenance: "confirmed", accessDenied: true }),
		],
		assumptions: [
			assumption("a.confirmed", "refuted", "why"),
			assumption("b.assumed", "refuted", "why"),
			assumption("c.held", "held"),
			assumption("d.untested", "untested", "no check of it was run"),
		],
	},
});

const createHostile = (message: string, description: string) =>
	createResults({
		strict: true,
		report: { interactions: [failing(message, { description })] },
	});

test("the JUnit report distinguishes failures of binding checks, skipped checks and errors, and fails every mismatch in strict mode", () => {
	expect(formatJunitReport(verification)).toMatchInlineSnapshot(`
		"<?xml version="1.0" encoding="UTF-8"?>
		<testsuites name="understudy verify" tests="12" failures="3" errors="2" skipped="2" time="1.234">
		  <testsuite name="differences" tests="0" failures="0" errors="0" skipped="0" timestamp="2026-05-06T07:08:09.010Z" hostname="127.0.0.1:4020">
		  </testsuite>
		  <testsuite name="surface" tests="3" failures="1" errors="1" skipped="0" timestamp="2026-05-06T07:08:09.010Z" hostname="127.0.0.1:4020">
		    <testcase name="GET /v1/health" classname="surface.getHealth" time="0.005"/>
		    <testcase name="GET /v1/zaps" classname="surface.listZaps" time="0.005"><failure message="listZaps responded with 404" type="surface"/></testcase>
		    <testcase name="POST /v1/zaps" classname="surface.createZap" time="0.005"><error message="createZap was closed" type="surface"/></testcase>
		  </testsuite>
		  <testsuite name="interactions" tests="5" failures="1" errors="1" skipped="1" timestamp="2026-05-06T07:08:09.010Z" hostname="127.0.0.1:4020">
		    <testcase name="listZaps: the first page" classname="assumed.listZaps" time="0"><system-out>Failed, but not binding:&#10;$.items: pending&#10;  expected: []&#10;  actual:   {}</system-out></testcase>
		    <testcase name="listZaps: the first page" classname="confirmed.getHealth" time="0"><failure message="$.items: binding" type="body">$.items: binding&#10;  expected: []&#10;  actual:   {}</failure></testcase>
		    <testcase name="listZaps: the first page" classname="assumed.listZaps" time="0"><error message="it is closed" type="no response"/></testcase>
		    <testcase name="listZaps: the first page" classname="assumed.listZaps" time="0"/>
		    <testcase name="listZaps: the first page" classname="confirmed.listZaps" time="0"><skipped message="not reached: $.items: denied"/></testcase>
		  </testsuite>
		  <testsuite name="assumptions" tests="4" failures="1" errors="0" skipped="1" timestamp="2026-05-06T07:08:09.010Z" hostname="127.0.0.1:4020">
		    <testcase name="a.confirmed" classname="assumptions" time="0"><failure message="refuted: why" type="refuted"/></testcase>
		    <testcase name="b.assumed" classname="assumptions" time="0"><system-out>Failed, but not binding:&#10;refuted: why</system-out></testcase>
		    <testcase name="c.held" classname="assumptions" time="0"/>
		    <testcase name="d.untested" classname="assumptions" time="0"><skipped message="untested: no check of it was run"/></testcase>
		  </testsuite>
		</testsuites>
		"
	`);
	expect(
		formatJunitReport(summarizeResults({ ...verification, strict: true })),
	).toContain(
		'<testsuites name="understudy verify" tests="12" failures="5" errors="2" skipped="2" time="1.234">',
	);
});

test("the JUnit report has only characters that XML allows, even if a response has others", () => {
	const hostile = "<]]>&\"'\u0000\u001b[2J\ud800\ufffe\n\t😀";
	const text = formatJunitReport(createHostile(hostile, hostile));
	// XML 1.0 section 2.2.
	expect(text).toMatch(
		/^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u,
	);
	expect(text).toContain(
		'name="&#60;]]&#62;&#38;&#34;\'\ufffd\ufffd[2J\ufffd\ufffd&#10;&#9;😀"',
	);
});

test("characters that would end an annotation or its title are escaped", () => {
	const message = "50% of\r\n::error::a, b: c\u001b[2J";
	const description = "listZaps: 100%, twice\n";
	expect(formatAnnotations(createHostile(message, description))).toEqual([
		"::error title=listZaps%3A 100%25%2C twice%0A::$.items: 50%25 of\\r%0A::error::a, b: c\\u{001b}[2J",
	]);
});

test("differences are reported instead of the checks and assumptions that they explain, at most ten as annotations", () => {
	const description = "createZap: again";
	const interactions = [
		failing("", { description }),
		failing("other", { assumptions: ["b.assumed"] }),
	];
	const difference = { ...DIFFERENCE, explains: [description] };
	const verify = (differences: Difference[], assumptions: AssumptionResult[]) =>
		createResults({
			...{ strict: true, confirmed: ["a.confirmed"] },
			report: { interactions, assumptions, differences },
		});
	const annotate = (...differences: Difference[]): string[] =>
		formatAnnotations(
			verify(differences, [...verification.report.assumptions]),
		);
	expect(annotate(difference)).toEqual([
		"::error title=createZap%3A name is missing::$.name: expected name, but was missing%0Acurl -i 'http://127.0.0.1:4020/v1/zaps' -H 'content-type:' -d '{\"a\":\"'\\''\"}'",
		"::error title=listZaps%3A the first page::$.items: other",
	]);
	const both = ["createZap: again", "createZap: twice"];
	const junit = formatJunitReport(
		createResults({
			strict: true,
			report: {
				interactions: both.map((each) => failing("", { description: each })),
				assumptions: [assumption("a.confirmed", "refuted")],
				differences: [{ ...difference, explains: both }],
			},
		}),
	);
	expect(junit.match(/<(failure|skipped) message="[^"]*/g)).toEqual([
		'<failure message="createZap: name is missing',
		...both.map(
			() =>
				'<skipped message="Explained by 1 difference:&#10;createZap: name is missing',
		),
		'<skipped message="refuted: createZap: name is missing',
	]);
	const many = Array.from({ length: 20 }, (_, index) => ({
		...difference,
		...{ where: `$.a${index}`, count: index },
	}));
	expect(annotate(...many)).toHaveLength(10);
	expect(annotate(...many).at(-1)).toMatch(/^::warning title=12 more::/);
});

test("a difference that refutes no assumption fails as the checks that it explains", () => {
	const description = "createZap: again";
	const results = createResults({
		report: {
			interactions: [failing("", { description, provenance: "confirmed" })],
			differences: [
				{ ...DIFFERENCE, assumptions: [], explains: [description] },
			],
		},
	});
	expect(formatAnnotations(results)[0]).toMatch(/^::error title=createZap%3A/);
	expect(formatJunitReport(results)).toContain('<failure message="createZap: ');
});

test("the summary takes about 40 lines, however much failed", () => {
	const ids = Array.from({ length: 26 }, (_, index) => `a.${index}`);
	const all = createResults({
		confirmed: ids,
		report: {
			differences: ids.map((where) => ({ ...DIFFERENCE, where })),
			assumptions: ids.map((id) => assumption(id, "refuted")),
			interactions: ids.map((id) => failing(id, { provenance: "external" })),
			summary: {
				...verification.report.summary,
				external: { passed: 0, failed: 26 },
			},
		},
	});
	const text = formatVerificationSummary(all, 100);
	expect(text.split("\n").length).toBeLessThan(55);
	expect(text.match(/and 23 more; see --verbose/g)).toHaveLength(1);
});

test("the summary names each failed check that binds, also if no difference explains it", () => {
	const description = "createZap: again";
	const others = Array.from({ length: 9 }, (_, index) =>
		failing(`${index % 8}`, { description: `listZaps: check ${index}` }),
	);
	const summary = formatVerificationSummary(
		createResults({
			strict: true,
			report: {
				differences: [{ ...DIFFERENCE, explains: [description] }],
				surface: verification.report.surface,
				interactions: [
					failing("", { description }),
					failing("", { description: "listZaps: of a failed operation" }),
					...others.map((each) => ({ ...each, operation: "getHealth" })),
				],
			},
		}),
		60,
	);
	const text = stripVTControlCharacters(summary);
	expect(text).not.toContain(description);
	expect(text).not.toContain("of a failed operation");
	for (const each of others) expect(text).toContain(each.description);
	expect(text).toContain("  9 failed checks that no difference explains\n");
	expect(text).not.toMatch(/^.{61}/m);
});

test("binding failures are annotated as errors, other refuted assumptions as warnings", () => {
	expect(formatAnnotations(verification)).toEqual([
		"::error title=listZaps::GET /v1/zaps responded with 404",
		"::error title=not verified::it is closed",
		"::error title=listZaps%3A the first page::$.items: binding",
		"::error title=a.confirmed is refuted::why",
		"::warning title=b.assumed is refuted::why",
	]);
});
