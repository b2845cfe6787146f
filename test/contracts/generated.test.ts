import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createConfig, lint } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { generate } from "../../contracts/generate/main.ts";
import { scratchCopy } from "../support/scratch-copy.ts";

const ROOT = join(import.meta.dirname, "../..");
const DOCUMENT = "contracts/openapi.yaml";
const LEDGER = "contracts/assumptions.yaml";

test("what is committed is what the document and the ledger generate", async () => {
	for (const [path, text] of await generate(ROOT)) {
		expect(await readFile(join(ROOT, path), "utf8"), path).toBe(text);
	}
});

test("the document passes a public linter", async () => {
	const config = await createConfig({ extends: ["recommended"] });
	const problems = await lint({ ref: join(ROOT, DOCUMENT), config });
	expect(
		problems.map(({ ruleId, message }) => `${ruleId}: ${message}`),
	).toEqual([]);
});

describe("generating fails", () => {
	test.each([
		[
			"where a response rests on nothing",
			[DOCUMENT, "          x-assumption: health.body\n", ""],
			"/getHealth/responses/200 rests on nothing",
		],
		[
			"where a parameter rests on nothing",
			[
				DOCUMENT,
				"          x-assumption: zaps.page\n          schema",
				"          schema",
			],
			"/listZaps/parameters/limit rests on nothing",
		],
		[
			"where a header rests on nothing",
			[DOCUMENT, "      x-assumption: errors.method\n", ""],
			"/x-beyond-operations/undefinedMethod/headers/Allow rests on nothing",
		],
		[
			"where a schema's property rests on nothing",
			[DOCUMENT, "        x-assumption: command.request\n", ""],
			"/submitCommand/requestBody/content/application/json/schema/properties/command rests on nothing",
		],
		[
			"where an id is not in the ledger",
			[DOCUMENT, "x-assumption: methods.head", "x-assumption: methods.tail"],
			"methods.tail, which is not in the ledger",
		],
		[
			"where nothing rests on an entry of the ledger",
			[
				LEDGER,
				"- id: health.body",
				"- id: unused.entry\n  open: '4'\n  assumes: a\n  because: b\n  status: assumed\n\n- id: health.body",
			],
			"unused.entry stands in the ledger and nothing rests on it",
		],
		[
			"where something is said to be specified that is not",
			[
				DOCUMENT,
				"          x-assumption: zaps.created\n",
				"          x-assumption: zaps.created\n          x-specified: '4'\n",
			],
			"responses/201 is marked x-specified",
		],
		[
			"where an entry of the ledger has no reason",
			[LEDGER, /^ {2}because: Two collections.*\n/m, ""],
			"(audit.page) needs because",
		],
		[
			"where an entry is confirmed without evidence",
			[LEDGER, "status: assumed", "status: confirmed"],
			"is confirmed and needs evidence",
		],
		[
			"where an id's pattern is no prefix and ULID",
			[DOCUMENT, "pattern: ^zap_[0-7]", "pattern: ^zap-[0-7]"],
			"the pattern of ZapId must be a prefix and a ULID",
		],
	] as const)("%s", async (_, [path, from, to], message) => {
		await using copy = await scratchCopy();
		await copy.replace(
			path,
			from instanceof RegExp ? new RegExp(from, "gm") : from,
			to,
		);
		await expect(generate(copy.root)).rejects.toThrow(message);
	});
});
