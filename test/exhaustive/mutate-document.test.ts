import { expect, test } from "vitest";
import { createMock } from "zaps-understudy";
import { loadDocument } from "zaps-understudy/node";
import { understudy } from "../contracts/verification/built.ts";
import { serveMock } from "../support/serve-mock.ts";

const DOCUMENT = "test/unit/behaviors/team.yaml";

test("a mock of a document has every mutant of two operations killed by the checks of the document", async () => {
	const document = await loadDocument(DOCUMENT);
	const mock = createMock({ document, clock: "system" });
	await using server = await serveMock(mock);
	const { code, stdout } = await understudy(
		...["mutate", server.url, "--only", "createZap", "--only", "searchAudit"],
		...["--document", DOCUMENT],
	);
	expect(code).toBe(0);
	const found = /(\d+) of (\d+) mutants were killed, 100\.0%/.exec(stdout);
	expect(Number(found?.[1])).toBeGreaterThan(100);
}, 120_000);
