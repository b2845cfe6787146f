import { expect, test } from "vitest";
import { formatMarkdownReport } from "../../../src/verification/reports/format-markdown-report.ts";
import { formatHtmlReport } from "../../../src/verification/reports/write-reports.ts";
import { createResults, DIFFERENCE, failing } from "./create-verification.ts";

test("the Markdown and the HTML report show each difference, and escape the response", () => {
	const hostile = createResults({
		report: {
			differences: [DIFFERENCE, { ...DIFFERENCE, operation: "listZaps" }],
			notReached: [{ description: "a: b", because: "<b> failed" }],
			interactions: [failing("<i>", { provenance: "external" })],
		},
	});
	expect(formatMarkdownReport(hostile)).toMatchInlineSnapshot(`
		"# Verification of http://127.0.0.1:4020

		**0 of 0 operations exist. The service contradicts none of 0 assumptions.**

		1 difference. Assumptions: 0 held, 0 refuted, 0 untested. Verified at 2026-05-06T07:08:09.010Z in 1.2 s. No ledger was found, so the statuses in the package apply.


		## <a id="first"></a>Differences

		### <a id="difference-1"></a>1. createZap, listZaps: name is missing

		Seen in 4 responses.

		<details><summary>Details</summary>

		- Expected: name
		- Actual: missing
		- Where: \`$.name\`, 4 times
		- Refutes: \`a.confirmed\`

		\`\`\`sh
		curl -i 'http://127.0.0.1:4020/v1/zaps' -H 'content-type:' -d '{"a":"'\\''"}'
		\`\`\`

		\`\`\`\`http
		HTTP 201

		\`\`\`
		<script>
		\`\`\`\`

		</details>

		## <a id="external"></a>Failed interactions of other pacts

		- listZaps: the first page: $.items: \\<i\\>

		## <a id="not-reached"></a>Not reached

		<details><summary>1 check: &#60;b&#62; failed</summary>

		- a: b

		</details>
		"
	`);
	const html = formatHtmlReport(hostile);
	expect(html).toContain("1. createZap, listZaps: name is missing</h3>");
	expect(html).toContain("&lt;script&gt;");
	expect(html).not.toMatch(/<(script|b|i)>/);
});
