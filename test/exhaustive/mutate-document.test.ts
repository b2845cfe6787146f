import { expect, test } from "vitest";
import { createMock } from "zaps-understudy";
import { loadDocument } from "zaps-understudy/node";
import { mutate } from "zaps-understudy/verify";
import { serve } from "../../src/adapters/http/serve.ts";

test("a mock of a document has every mutant of two operations killed by the checks of the document", async () => {
	const document = await loadDocument("test/unit/behaviors/team.yaml");
	const mock = createMock({ document, clock: "system" });
	const server = await serve({ mock, port: 0, host: "127.0.0.1" });
	try {
		const only = ["createZap", "searchAudit"];
		const report = await mutate(server.url, { document, only });
		expect(report.survivors).toEqual([]);
		expect(report.mutants).toBeGreaterThan(100);
	} finally {
		await server.close();
	}
}, 120_000);
