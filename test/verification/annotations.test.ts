import { expect, test } from "vitest";
import { formatAnnotations } from "../../src/verification/reports/format-annotations.ts";
import { assumption, failing, verificationOf } from "./verifications.ts";

test("escapes what would end an annotation or its title", () => {
	const hostile = failing("50% of\r\n::error::a, b: c", {
		description: "listZaps: 100%, twice\n",
	});
	expect(
		formatAnnotations(
			verificationOf({ strict: true, report: { interactions: [hostile] } }),
		),
	).toEqual([
		"::error title=listZaps%3A 100%25%2C twice%0A::$.items: 50%25 of%0D%0A::error::a, b: c",
	]);
});

test("tells of what binds as errors, and of what is assumed as warnings", () => {
	const report = {
		surface: [
			{
				operation: "listZaps",
				method: "GET",
				path: "/v1/zaps",
				status: 404,
				verdict: "failed" as const,
				why: "answered 404, so the operation is not there",
			},
		],
		interactions: [
			failing("pending"),
			failing("confirmed", { provenance: "confirmed" }),
			failing("unseen", { provenance: "external", notVerified: "it is shut" }),
		],
		assumptions: [
			assumption("a.confirmed", "refuted", "why"),
			assumption("b.assumed", "refuted", "why"),
			assumption("c.held", "held"),
			assumption("d.untested", "untested"),
		],
	};
	expect(
		formatAnnotations(
			verificationOf({
				confirmed: ["a.confirmed"],
				notices: ["it is shut"],
				report,
			}),
		),
	).toEqual([
		"::error title=listZaps::GET /v1/zaps answered 404, so the operation is not there",
		"::error title=not verified::it is shut",
		"::error title=listZaps%3A the first page::$.items: confirmed",
		"::error title=a.confirmed is refuted::why",
		"::warning title=b.assumed is refuted::why",
	]);
});
