import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createConfig, lint } from "@redocly/openapi-core";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { generate } from "../../../contracts/generate/main.ts";
import { scratchCopy } from "../../support/scratch-copy.ts";

const ROOT = join(import.meta.dirname, "../../..");
const DOCUMENT = "contracts/openapi.yaml";
const LEDGER = "contracts/assumptions.yaml";
const SCHEMAS = "src/schemas/schemas.yaml";

test("the generated modules and pages are what the OpenAPI document, the ledger and the schemas generate", async () => {
	for (const [path, text] of await generate(ROOT)) {
		expect(await readFile(join(ROOT, path), "utf8"), path).toBe(text);
	}
});

test("the OpenAPI document passes a public linter", async () => {
	const config = await createConfig("extends: [recommended]");
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

describe("generating fails", async () => {
	const copy = await scratchCopy();
	afterAll(() => copy[Symbol.asyncDispose]());

	async function expectFailure(
		[path, from, to]: readonly [path: string, from: string, to: string],
		message: string,
	): Promise<void> {
		await copy.replace(path, new RegExp(from, "gm"), to);
		await expect(generate(copy.root)).rejects.toThrow(message);
		await copyFile(join(ROOT, path), join(copy.root, path));
	}

	test.each([
		["/getHealth/responses/200", " {10}x-assumption: health.body\n"],
		["/listZaps/parameters/limit", " +x-assumption: zaps.page\n(?= +schema)"],
		["/undefinedMethod/headers/Allow", " {6}x-assumption: errors.method\n"],
		["/schema/properties/command", " {8}x-assumption: command.request\n"],
	])("since %s depends on no assumption", (place, from) =>
		expectFailure([DOCUMENT, from, ""], `${place} depends on no assumption`),
	);

	const because = "^ {2}because: Two collections.*\n";
	const created = "x-assumption: zaps.created";
	const unused = "id: unused.entry\n  open: '4'\n  assumes: a\n  because: b";

	test.each([
		[DOCUMENT, "methods.head", "methods.tail", "methods.tail, which is not in"],
		[
			DOCUMENT,
			created,
			"$&\n          x-specified: '4'",
			"responses/201 must not be x-specified",
		],
		[
			DOCUMENT,
			"pattern: \\^zap_",
			"pattern: ^(zap)_",
			"ids that match ^(zap)_[0-7][0-9A-HJKMNP-TV-Z]{25}$ cannot be made",
		],
		[
			LEDGER,
			"id: health.body",
			`${unused}\n  status: assumed\n\n- $&`,
			"no element depends on unused.entry",
		],
		[LEDGER, because, "", "(audit.page): because is required"],
		[LEDGER, "status: assumed", "status: confirmed", "evidence is required"],
		[
			SCHEMAS,
			"/FaultScope",
			"/Scope",
			"schemas.yaml: the target of #/$defs/Scope does not exist",
		],
	])("for a change of %s: %j -> %j, since %s", (path, from, to, message) =>
		expectFailure([path, from, to], message),
	);
});
