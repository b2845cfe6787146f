import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { measureFile, type Outcome } from "../corpus/measure-file.ts";
import { addUp, listSetbacks, summarize } from "../corpus/summary.ts";

const EXAMPLES = join(
	dirname(
		createRequire(import.meta.url).resolve("@readme/oas-examples/package.json"),
	),
);

test("public documents start, or are refused in a sentence, and are mocked as they say", async () => {
	const outcomes: Outcome[] = [];
	for (const version of ["3.0", "3.1"]) {
		const folder = join(EXAMPLES, version, "json");
		for (const name of readdirSync(folder, {
			recursive: true,
			encoding: "utf8",
		}))
			if (name.endsWith(".json"))
				outcomes.push(await measureFile(join(folder, name)));
	}
	expect(outcomes.filter(({ crashed }) => crashed)).toEqual([]);
	const refused = outcomes.flatMap((each) => each.refused ?? []);
	for (const each of refused)
		expect(each).toContain("the document has no operation that can be served");
	expect(refused.length).toBeLessThanOrEqual(3);
	const measured = outcomes.flatMap((each) => each.measured ?? []);
	const failures = measured.flatMap((each) => each.failures);
	const shares = addUp(measured);
	expect(shares.right.of).toBeGreaterThan(200);
	const lines = [...summarize(outcomes), ...failures].join("\n");
	// Few of these documents have resources, and two are about styles that are refused.
	const reached = {
		...{ served: 0.95, success: 0.98, valid: 0.97, right: 0.97 },
		...{ rejected: 0.98, coherent: 0.55 },
	};
	expect(listSetbacks(shares, reached), lines).toEqual([]);
}, 120_000);
