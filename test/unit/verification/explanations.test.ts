import { expect, test } from "vitest";
import { contract as definition } from "../../../contracts/contract.ts";
import { createCall } from "../../../src/verification/arrangement.ts";
import type { Mismatch } from "../../../src/verification/contract.ts";
import { explainFailures } from "../../../src/verification/explain-failures.ts";
import { findTarget } from "../../../src/verification/find-target.ts";
import { judge } from "../../../src/verification/judge.ts";
import { createObserver } from "../../../src/verification/observer.ts";
import { summarizeDifferences } from "../../../src/verification/reports/summarize-differences.ts";
import { createVerification } from "../../contracts/verification/create-verification.ts";

const contract = { ...definition, pact: "" };
const JSON_TYPE = "application/json";
const at = "2026-01-01T00:00:00.000Z";
const ulid = "01KDVQ2JM0R4T7XKQ5D2V9N8HC";
const subject = { type: "zap", id: `zap_${ulid}` };
const record = { id: `aud_${ulid}`, at, action: "zap.created", subject };
const page = { items: [record], nextCursor: null };

/** Returns the differences that one response shows, as the report prints them. */
async function explain(
	request: string,
	sent: unknown,
	response: unknown,
	mismatches: readonly Mismatch[] = [],
	{ status = 200, actual = status, type = JSON_TYPE, description = "a" } = {},
) {
	const [method = "", path = ""] = request.split(" ");
	const text =
		typeof response === "string" ? response : JSON.stringify(response);
	const observer = createObserver(contract, async () => ({
		...{ status: actual, headers: { "content-type": type } },
		body: Buffer.from(text),
	}));
	const target = findTarget({ method, path }, contract.operations);
	const check = {
		...{ description: `${target}: ${description}`, status },
		assumptions: ["audit.query"],
	};
	const headers = { "content-type": JSON_TYPE };
	const body = sent === undefined ? "" : JSON.stringify(sent);
	await observer.sendFor(check)({ method, path, headers, body });
	const explanation = await explainFailures({
		...{ contract, observer, headerNames: [], translating: observer },
		checks: [judge(contract, check, { mismatches })],
		runTranslated: async () => [judge(contract, check, { mismatches })],
	});
	const report = createVerification({ report: explanation });
	return {
		titles: summarizeDifferences(report).map(({ title }) => title),
		refuted: explanation.differences.flatMap(({ assumptions }) => assumptions),
		checks: explanation.checks,
	};
}

const SEARCH = "POST /v1/audit/search";

test("a check that passes does not hide that the response violates the document", async () => {
	const detail = { name: null, steps: 1 };
	const { titles, refuted } = await explain(
		SEARCH,
		{},
		{
			...page,
			items: [{ ...record, detail }],
		},
	);
	expect(titles).toEqual([expect.stringMatching(/^detail\.name is null/)]);
	expect(refuted).toEqual(["audit.record"]);
});

test.each(
	contract.probes.filter(({ description }) =>
		/leaves no trace|detail of a record/.test(description),
	),
)(
	"without an audit record, nothing is checked: $description",
	async ({ run }) => {
		const call = createCall(contract.operations, async ({ path }) => {
			const { success: status = 0 } =
				contract.operations.find(
					(each) => each.path === path && each.method === "POST",
				) ?? {};
			const body = Buffer.from(JSON.stringify({ id: "x", items: [] }));
			return { status, headers: {}, body };
		});
		const reject = async () => ({
			status: 400,
			headers: {},
			body: Buffer.from(""),
		});
		await expect(run(reject, call)).rejects.toThrow(
			"returned no string at items.0.id",
		);
	},
);
