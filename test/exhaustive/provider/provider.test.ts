import { describe, expect, test } from "vitest";
import { type Open, providers } from "../../provider/asking.ts";
import { addAuditCases } from "../../provider/audit-cases.ts";
import { addBodyCases } from "../../provider/body-cases.ts";
import { addContraryCases } from "../../provider/contrary-cases.ts";
import { addJsonCases } from "../../provider/json-cases.ts";
import { addMetricsCases } from "../../provider/metrics-cases.ts";
import { addOrdinaryCases } from "../../provider/ordinary-cases.ts";
import { addPageCases } from "../../provider/page-cases.ts";
import { addPathCases } from "../../provider/path-cases.ts";
import { addTimeCases } from "../../provider/time-cases.ts";
import { addWriteCases } from "../../provider/write-cases.ts";

function addHealthCases(open: Open): void {
	test("reports that it is up", async () => {
		await using provider = await open();
		const { status, body } = await provider.send("/v1/health");
		expect(status).toBe(200);
		expect(body.status).toBe("ok");
	});
}

describe.each(Object.entries(providers))("the %s provider", (_, open) => {
	describe("health", () => addHealthCases(open));
	describe("writes", () => addWriteCases(open));
	describe("pages", () => addPageCases(open));
	describe("audit", () => addAuditCases(open));
	describe("times", () => addTimeCases(open));
	describe("metrics", () => addMetricsCases(open));
	describe("paths and methods", () => addPathCases(open));
	describe("bodies", () => addBodyCases(open));
	describe("JSON", () => addJsonCases(open));
});

describe("only the ordinary provider", addOrdinaryCases);
describe("only the contrary provider", () =>
	addContraryCases(providers.contrary));
