import { expect, test } from "vitest";
import { createMock } from "zaps-understudy";
import { loadDocument } from "zaps-understudy/node";
import { serve } from "../../src/adapters/http/serve.ts";
import { understudy } from "../contracts/verification/built.ts";

const DOCUMENT = "test/unit/behaviors/team.yaml";

test("a mock of a document has every mutant of two operations killed by the checks of the document", async () => {
	const document = await loadDocument(DOCUMENT);
	const mock = createMock({ document, clock: "system" });
	const server = await serve({ mock, port: 0, host: "127.0.0.1" });
	try {
		const { code, stdout } = await understudy(
			...["mutate", server.url, "--only", "createZap,searchAudit"],
			...["--document", DOCUMENT],
		);
		expect(code).toBe(0);
		const found = /(\d+) of (\d+) mutants were killed, 100\.0%/.exec(stdout);
		expect(Number(found?.[1])).toBeGreaterThan(100);
	} finally {
		await server.close();
	}
}, 120_000);
