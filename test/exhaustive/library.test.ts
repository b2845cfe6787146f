import { expect, test } from "vitest";
import { createMock } from "zaps-understudy";
import { loadDocument } from "zaps-understudy/node";
import { verify } from "zaps-understudy/verify";
import { rules } from "../../examples/library/rules.ts";
import { MUTANTS, startLibrary } from "../contracts/library/start-library.ts";
import { serveMock } from "../support/serve-mock.ts";
import { sample } from "./sample.ts";

const document = await loadDocument("examples/library/openapi.yaml");

/** Rules that the document does not state. */
const UNSEEN = ["a lent book is lent again", "a lent book is removed"];

test.each([
	["with the rules of the configuration", rules],
	["without rules of its own", []],
])("the mock %s passes the checks of its document", async (_, handlers) => {
	const mock = createMock({ document, handlers, clock: "system" });
	await using server = await serveMock(mock);
	const { exitCode, report, unchecked } = await verify(server.url, {
		...{ document, strict: true },
	});
	expect({ exitCode, unchecked }).toEqual({ exitCode: 0, unchecked: [] });
	expect(report.interactions.filter(({ passed }) => !passed)).toEqual([]);
});

test.each(sample(MUTANTS).filter(([name]) => !UNSEEN.includes(name)))(
	"the verification fails if %s",
	async (...mutant) => {
		await using library = await startLibrary(mutant);
		const { exitCode } = await verify(library.url, { document, strict: true });
		expect(exitCode).toBe(1);
	},
	120_000,
);

test("at least 95% of all are found", () => {
	expect(UNSEEN.length / MUTANTS.length).toBeLessThan(0.05);
});
