import { expect, test } from "vitest";
import { formatAnnotations } from "../../../src/verification/reports/format-annotations.ts";
import { formatJunitReport } from "../../../src/verification/reports/format-junit-report.ts";
import {
	assumption,
	createVerification,
	failing,
} from "./create-verification.ts";

const verification = createVerification({
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
			...{ operation, method, path, status, verdict, why },
		})),
		interactions: [
			failing("pending"),
			failing("binding", { provenance: "confirmed" }),
			failing("", { mismatches: [], notVerified: "it is closed" }),
			failing("", { passed: true, mismatches: [] }),
		],
		assumptions: [
			assumption("a.confirmed", "refuted", "why"),
			assumption("b.assumed", "refuted", "why"),
			assumption("c.held", "held"),
			assumption("d.untested", "untested", "no check of it was run"),
		],
	},
});

const strictly = { ...verification, strict: true };

const createHostile = (message: string, description: string) =>
	createVerification({
		strict: true,
		report: { interactions: [failing(message, { description })] },
	});

test("the JUnit report distinguishes failures of binding checks, skipped checks and errors", () => {
	expect(formatJunitReport(verification)).toMatchInlineSnapshot(`
		"<?xml version="1.0" encoding="UTF-8"?>
		<testsuites name="understudy verify" tests="11" failures="3" errors="2" skipped="3" time="1.234">
		  <testsuite name="surface" tests="3" failures="1" errors="1" skipped="0" timestamp="2026-05-06T07:08:09.010Z" hostname="127.0.0.1:4020">
		    <testcase name="GET /v1/health" classname="surface.getHealth"/>
		    <testcase name="GET /v1/zaps" classname="surface.listZaps"><failure message="listZaps responded with 404"/></testcase>
		    <testcase name="POST /v1/zaps" classname="surface.createZap"><error message="createZap was closed"/></testcase>
		  </testsuite>
		  <testsuite name="interactions" tests="4" failures="1" errors="1" skipped="1" timestamp="2026-05-06T07:08:09.010Z" hostname="127.0.0.1:4020">
		    <testcase name="listZaps: the first page" classname="assumed.listZaps"><skipped message="$.items: pending">$.items: pending&#10;  expected: []&#10;  actual:   {}</skipped></testcase>
		    <testcase name="listZaps: the first page" classname="confirmed.listZaps"><failure message="$.items: binding">$.items: binding&#10;  expected: []&#10;  actual:   {}</failure></testcase>
		    <testcase name="listZaps: the first page" classname="assumed.listZaps"><error message="it is closed"/></testcase>
		    <testcase name="listZaps: the first page" classname="assumed.listZaps"/>
		  </testsuite>
		  <testsuite name="assumptions" tests="4" failures="1" errors="0" skipped="2" timestamp="2026-05-06T07:08:09.010Z" hostname="127.0.0.1:4020">
		    <testcase name="a.confirmed" classname="assumptions"><failure message="refuted: why"/></testcase>
		    <testcase name="b.assumed" classname="assumptions"><skipped message="refuted: why"/></testcase>
		    <testcase name="c.held" classname="assumptions"/>
		    <testcase name="d.untested" classname="assumptions"><skipped message="untested: no check of it was run"/></testcase>
		  </testsuite>
		</testsuites>
		"
	`);
});

test("the JUnit report fails every mismatch in strict mode", () => {
	expect(formatJunitReport(strictly)).toContain(
		'<testsuites name="understudy verify" tests="11" failures="5" errors="2" skipped="1" time="1.234">',
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
	const message = "50% of\r\n::error::a, b: c";
	const description = "listZaps: 100%, twice\n";
	expect(formatAnnotations(createHostile(message, description))).toEqual([
		"::error title=listZaps%3A 100%25%2C twice%0A::$.items: 50%25 of%0D%0A::error::a, b: c",
	]);
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
