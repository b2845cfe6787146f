import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { loadDocument } from "zaps-understudy/node";
import { EXHAUSTIVE } from "../../support/exhaustive.ts";
import { verifyOwn } from "../document/verify-own.ts";

const EXAMPLES = dirname(
	createRequire(import.meta.url).resolve("@readme/oas-examples/package.json"),
);

/** Documents whose mock cannot pass, or of which nothing can be checked. */
const EXCEPT = new RegExp(
	[
		// No operation is served.
		...["title", "response-http-behavior", "webhooks"],
		// Paths name what no operation creates or lists, or parameters have no valid sample.
		...["link-example", "parameters-common", "parameters-extreme"],
		...["petstore-simple.*", "schema-validation-top-level"],
		// The schema of a path allows ten ids only.
		"petstore",
		// Errors have several forms that are the same, of which exactly one has to fit.
		"readme-legacy",
	]
		.map((name) => `/${name}\\.json$`)
		.join("|"),
);

const files = ["3.0", "3.1"].flatMap((version) =>
	readdirSync(join(EXAMPLES, version, "json"), {
		recursive: true,
		encoding: "utf8",
	})
		.map((name) => `${version}/json/${name}`)
		.filter((name) => name.endsWith(".json") && !EXCEPT.test(name)),
);

/** All, or every fifth in `npm test`. */
const verified = EXHAUSTIVE
	? files
	: files.filter((_, index) => index % 5 === 0);

test.each(verified)("the mock of %s passes the checks of it", async (name) => {
	const document = await loadDocument(join(EXAMPLES, name));
	const { failed, passed } = await verifyOwn(document);
	expect(failed).toEqual([]);
	expect(passed.length).toBeGreaterThan(0);
});

test("most public documents can be checked", () => {
	expect(files.length).toBeGreaterThan(45);
});
