import { expect, test } from "vitest";
import { loadDocument } from "zaps-understudy/node";
import { verify } from "zaps-understudy/verify";
import { MUTANTS, startLibrary } from "../contracts/library/start-library.ts";
import { sample } from "./sample.ts";

const document = await loadDocument("examples/library/openapi.yaml");

/** Rules that the document does not state. */
const UNSEEN = ["a lent book is lent again", "a lent book is removed"];

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
