import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ControlError } from "../../../src/control/control-error.ts";
import { loadConfig } from "../../../src/load-config.ts";
import { flagSchemas } from "../../../src/schemas/generated/flags.ts";
import { run } from "../../support/run.ts";
import {
	type ScratchFolder,
	scratchFolder,
} from "../../support/scratch-folder.ts";
import { CLI } from "../../support/understudy.ts";

const FILE = "understudy.config.ts";
let folder: ScratchFolder;
beforeAll(async () => {
	folder = await scratchFolder();
	const modules = join(import.meta.dirname, "../../../node_modules");
	await symlink(modules, join(folder.path, "node_modules"), "dir");
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Loads a configuration and returns the error message, with FILE for its path. */
async function errorOf(text: string, name = FILE): Promise<string> {
	const file = await folder.file(name, text);
	const error = await loadConfig(file).then(
		() => undefined,
		(reason: Error) => reason,
	);
	return String(error?.message)
		.replaceAll(file, "FILE")
		.replaceAll(folder.path, "FOLDER");
}

/** Lists the places of an invalid configuration. */
const invalid = (...places: string[]): string =>
	["The default export is invalid.", ...places].join("\n  ");

describe("invalid properties are rejected", () => {
	test.each([
		[
			`flag: 1, ledger: 5, datasets: 5, scenarios: [], handlers: 5, fixtures: { zaps: 1 },
			flags: {
				prt: 1, config: "x", port: 70000, host: "", dataset: 5, auth: "basic",
				rateLimit: "5", journal: true, redact: ["a b"], controlToken: "a b",
			}`,
			invalid(
				"/flags/port must be at most 65535",
				"/flags/host must have at least 1 character",
				"/flags/dataset must be a string",
				"/flags/auth must be one of none, bearer, api-key",
				"/flags/rateLimit must be a number",
				"/flags/journal must be a whole number",
				"/flags/redact/0 must be the name of a header or a parameter, like x-tenant",
				"/flags/controlToken must have only visible ASCII characters and no spaces, because HTTP headers allow no others",
				'/flags/prt is an unknown property. Did you mean "port"? Available: FLAGS',
				"/flags/config is an unknown property. Available: FLAGS",
				"/ledger must be a string",
				"/datasets must be an object",
				"/scenarios must be an object",
				"/handlers must be an array",
				'/fixtures/zaps is an unknown property. Did you mean "zap"? Available: zap, command, pipeline',
				'/flag is an unknown property. Did you mean "flags"? Available: flags, ledger, datasets, scenarios, handlers, fixtures',
			),
		],
		[
			`datasets: { a: 5, b: Promise.resolve({}), c: {} }, flags: Promise.resolve({}),
			handlers: [http.get("/a", () => undefined), {}], fixtures: { zap: 5 }`,
			invalid(
				"/flags must be an object literal, not a promise or an instance",
				"/datasets/a must be an object of records by collection, or a function that returns one",
				"/datasets/b must be an object of records by collection, or a function that returns one",
				'/handlers/1 must be an MSW handler, like http.get("/v1/extra", () => HttpResponse.json({}))',
				"/fixtures/zap must be an object of properties, or a function that returns one for a record",
			),
		],
	])("%s", async (properties, message) => {
		const text = `import { http } from "msw";\nexport default { ${properties} };\nvoid http;`;
		const flags = Object.keys(flagSchemas).join(", ");
		expect(await errorOf(text)).toBe(
			`Invalid configuration FILE: ${message.replaceAll("FLAGS", flags)}`,
		);
	});

	test.each([
		[
			"datasets: { a: () => undefined }",
			'Invalid dataset "a":\n  the dataset must be an object with zaps, ',
		],
		[
			"datasets: { a: async () => ({ zap: [] }) }",
			'Invalid dataset "a":\n  /zap is an unknown collection. Did you mean "zaps"? Available: zaps, ',
		],
		[
			'scenarios: { x: { description: "a", dataset: "larg" } }',
			'Invalid scenarios:\n  /x/dataset is an unknown dataset. Did you mean "large"? Available: empty,',
		],
		[
			"fixtures: { zap: { name: 5 } }",
			"Invalid fixtures.zap. Two records made with it are invalid:\n  /zaps/0/name must be a string\n  /zaps/1/name must be",
		],
		[
			'fixtures: { zap: { id: "zap_01KDVQ2JM0Z3B5XKQ5D2V9N8HC" } }',
			"Invalid fixtures.zap. Two records made with it are invalid:\n  /zaps/1/id is also the id of /zaps/0",
		],
		[
			"fixtures: { command: async () => ({ command: 'x' }) }",
			"Invalid fixtures.command. Expected an object of properties, got a promise. Return the object directly.",
		],
		[
			"fixtures: { pipeline: () => 'x' }",
			"Invalid fixtures.pipeline. Expected an object of properties, got x. Return the object directly.",
		],
	])("%s", async (properties, reason) => {
		expect(await errorOf(`export default { ${properties} };`)).toContain(
			`: ${reason}`,
		);
	});
});

test.each([
	['datasets: { a: { zaps: [{ id: "x" }] } }', "InvalidRecordsError"],
	["fixtures: { zap: { name: 5 } }", "Error"],
])(
	"invalid records are an error of the configuration, not of the control API: %s",
	async (properties, name) => {
		const file = await folder.file(FILE, `export default { ${properties} };`);
		const { cause } = await loadConfig(file).then(
			() => new Error("no error"),
			(error: Error) => error,
		);
		expect(cause).toMatchObject({ name });
		const causes = [cause, cause instanceof Error ? cause.cause : undefined];
		for (const each of causes) expect(each).not.toBeInstanceOf(ControlError);
	},
);

test("flags are read as they are, without those that are undefined", async () => {
	const file = await folder.file(
		FILE,
		"export default { flags: { redact: [], rateLimit: 0.5, port: undefined } };",
	);
	const { flags } = await loadConfig(file);
	expect(flags).toEqual({ redact: [], rateLimit: 0.5 });
});

describe("files without a configuration are rejected", () => {
	const NONE =
		"Invalid configuration FILE: No default export found. Write export default defineConfig({ … }).";
	test.each([
		["", NONE],
		["// nothing", NONE],
		["export const config = {};", NONE],
		["export default 5;", invalid("The default export must be an object")],
		["export default () => ({});", invalid("The default export must be an")],
	])("%j", async (text, reason) => {
		expect(await errorOf(text)).toContain(reason);
		expect(await errorOf(text, "understudy.config.mjs")).toContain(reason);
	});
});

describe("errors are reported with their line", () => {
	test.each([
		["export default {;", "Invalid configuration FILE:1: Unexpected token."],
		[
			"export default { a: 1,\n\n b: ; };",
			"Invalid configuration FILE:3: Unexpected token.",
		],
		['throw new Error("no disk");', "Invalid configuration FILE:1: no disk"],
		[
			"const a = 1;\n\nexport default { flags: a.b.c };",
			"Invalid configuration FILE:3: Cannot read properties of undefined (reading 'c')",
		],
		[
			'import "./nowhere";\nexport default {};',
			"Invalid configuration FILE:1: Cannot find module './nowhere'. Fix the name, or install it.",
		],
		[
			'import "no-such-package";\nexport default {};',
			"Invalid configuration FILE:1: Cannot find module 'no-such-package'. Fix the name, or install it.",
		],
		[
			'import "./broken.ts";\nexport default {};',
			"Invalid configuration FILE: FOLDER/broken.ts:2: Unexpected token.",
		],
		[
			'import "./failing.mjs";\nexport default {};',
			"Invalid configuration FILE: FOLDER/failing.mjs:2: no disk",
		],
		[
			'export default { datasets: {\n a: () => { throw new Error("no disk"); },\n} };',
			"Invalid configuration FILE:2: no disk",
		],
	])("%j", async (text, message) => {
		await folder.file("broken.ts", "\nlet a: number = ;");
		await folder.file("failing.mjs", '\nthrow new Error("no disk");');
		expect(await errorOf(text)).toBe(message);
	});
});

describe("a path that is not a file is rejected", () => {
	const errorFor = async (name: string): Promise<string> => {
		const args = [CLI, "serve", "--port", "0", "--config", name];
		const { code, stderr } = await run(process.execPath, args, {
			cwd: folder.path,
		});
		expect(code).toBe(2);
		return stderr.replace(folder.path, "FOLDER");
	};
	test.each([
		["", "FOLDER"],
		["nowhere.ts", "FOLDER/nowhere.ts"],
		[".", "FOLDER"],
	])("%j", async (name, path) => {
		expect(await errorFor(name)).toBe(
			`understudy: No file found at ${path}. Pass the path of a configuration file.\n`,
		);
	});
});
