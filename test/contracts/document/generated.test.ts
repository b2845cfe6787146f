import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createConfig, lint } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { generate } from "../../../contracts/generate/main.ts";
import { scratchCopy } from "../../support/scratch-copy.ts";

const ROOT = join(import.meta.dirname, "../../..");
const DOCUMENT = "contracts/openapi.yaml";
const LEDGER = "contracts/assumptions.yaml";

test("the committed files are what the OpenAPI document, the ledger and the schemas generate", async () => {
	for (const [path, text] of await generate(ROOT)) {
		expect(await readFile(join(ROOT, path), "utf8"), path).toBe(text);
	}
});

test("the OpenAPI document passes a public linter", async () => {
	const config = await createConfig({ extends: ["recommended"] });
	const problems = await lint({ ref: join(ROOT, DOCUMENT), config });
	expect(
		problems.map(({ ruleId, message }) => `${ruleId}: ${message}`),
	).toEqual([]);
});

test("the OpenAPI document avoids what popular parsers reject or miss", async () => {
	const { info, servers, paths } = parse(
		await readFile(join(ROOT, DOCUMENT), "utf8"),
	);
	// swagger-parser rejects a description here, although OpenAPI 3.1 allows it.
	expect(Object.keys(servers[0].variables.base_url)).toEqual(["default"]);
	expect(info.contact).toBeDefined();
	const { content } = paths["/v1/zaps"].post.requestBody;
	const { id, createdAt } = content["application/json"].schema.properties;
	for (const property of [id, createdAt])
		expect(property).toMatchObject({ readOnly: true, not: {} });
});

describe("generating fails", () => {
	test.each([
		[
			[DOCUMENT, "          x-assumption: health.body\n", ""],
			"/getHealth/responses/200 depends on no assumption",
		],
		[
			[
				DOCUMENT,
				"          x-assumption: zaps.page\n          schema",
				"          schema",
			],
			"/listZaps/parameters/limit depends on no assumption",
		],
		[
			[DOCUMENT, "      x-assumption: errors.method\n", ""],
			"/x-beyond-operations/undefinedMethod/headers/Allow depends on no assumption",
		],
		[
			[DOCUMENT, "        x-assumption: command.request\n", ""],
			"/submitCommand/requestBody/content/application/json/schema/properties/command depends on no assumption",
		],
		[
			[DOCUMENT, "x-assumption: methods.head", "x-assumption: methods.tail"],
			"methods.tail, which is not in assumptions.yaml",
		],
		[
			[
				LEDGER,
				"- id: health.body",
				"- id: unused.entry\n  open: '4'\n  assumes: a\n  because: b\n  status: assumed\n\n- id: health.body",
			],
			"no element depends on unused.entry",
		],
		[
			[
				DOCUMENT,
				"          x-assumption: zaps.created\n",
				"          x-assumption: zaps.created\n          x-specified: '4'\n",
			],
			"responses/201 must not be x-specified",
		],
		[
			[LEDGER, /^ {2}because: Two collections.*\n/m, ""],
			"(audit.page): because is required",
		],
		[[LEDGER, "status: assumed", "status: confirmed"], "evidence is required"],
		[
			[DOCUMENT, "pattern: ^zap_[0-7]", "pattern: ^zap-[0-7]"],
			"the pattern of ZapId must be a prefix and a ULID",
		],
		[
			["src/schemas/schemas.yaml", "#/$defs/FaultScope", "#/$defs/Scope"],
			"schemas.yaml: the target of #/$defs/Scope does not exist",
		],
	] as const)("%j, since %s", async ([path, from, to], message) => {
		await using copy = await scratchCopy();
		await copy.replace(
			path,
			from instanceof RegExp ? new RegExp(from, "gm") : from,
			to,
		);
		await expect(generate(copy.root)).rejects.toThrow(message);
	});
});
