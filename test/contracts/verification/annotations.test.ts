import { expect, test } from "vitest";
import { formatAnnotations } from "../../../src/verification/reports/format-annotations.ts";
import {
	assumption,
	createVerification,
	failing,
} from "./create-verification.ts";

test("characters that would end an annotation or its title are escaped", () => {
	const hostile = failing("50% of\r\n::error::a, b: c", {
		description: "listZaps: 100%, twice\n",
	});
	expect(
		formatAnnotations(
			createVerification({ strict: true, report: { interactions: [hostile] } }),
		),
	).toEqual([
		"::error title=listZaps%3A 100%25%2C twice%0A::$.items: 50%25 of%0D%0A::error::a, b: c",
	]);
});

test("binding failures are errors, other refuted assumptions are warnings", () => {
	const report = {
		surface: [
			{
				operation: "listZaps",
				method: "GET",
				path: "/v1/zaps",
				status: 404,
				verdict: "failed" as const,
				why: "responded with 404, so it does not exist",
			},
		],
		interactions: [
			failing("pending"),
			failing("confirmed", { provenance: "confirmed" }),
			failing("unseen", {
				provenance: "external",
				notVerified: "it is closed",
			}),
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
			createVerification({
				confirmed: ["a.confirmed"],
				notices: ["it is closed"],
				report,
			}),
		),
	).toEqual([
		"::error title=listZaps::GET /v1/zaps responded with 404, so it does not exist",
		"::error title=not verified::it is closed",
		"::error title=listZaps%3A the first page::$.items: confirmed",
		"::error title=a.confirmed is refuted::why",
		"::warning title=b.assumed is refuted::why",
	]);
});
