import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadConfig } from "../../../src/cli/load-config.ts";
import { ControlError } from "../../../src/control/control-error.ts";
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

const SCENARIO_PROPERTIES = "description, dataset, faults, auth, rateLimit";

describe("invalid properties are rejected", () => {
	test.each([
		[
			"nonsense: 1",
			'Unknown property "nonsense" in the default export. Available: flags, ledger, datasets, scenarios, handlers, fixtures.',
		],
		[
			"flags: 5",
			"flags must be an object with port, host, basePath, dataset, scenario, seed, clock, auth, rateLimit, journal, redact, controlToken, log, not 5.",
		],
		[
			"flags: { prt: 1 }",
			'Unknown property "prt" in flags. Did you mean "port"? Available: port, host,',
		],
		[
			'flags: { config: "x" }',
			'Unknown property "config" in flags. Available: port,',
		],
		[
			"flags: { journal: true }",
			"Invalid flags.journal true. Pass a whole number from 0 to 1000000.",
		],
		[
			"flags: { port: 70000 }",
			"Invalid flags.port 70000. Pass a whole number from 0 to 65535.",
		],
		['flags: { port: "80" }', 'flags.port must be a number, not "80".'],
		['flags: { rateLimit: "5" }', 'flags.rateLimit must be a number, not "5".'],
		["flags: { dataset: 5 }", "flags.dataset must be a string, not 5."],
		[
			'flags: { auth: "basic" }',
			'Invalid flags.auth "basic". Allowed choices are none, bearer, api-key.',
		],
		["ledger: 5", "ledger must be the path of a file, not 5."],
		["datasets: 5", "datasets must be an object, not 5."],
		[
			"datasets: { a: 5 }",
			"datasets.a must be an object of records by collection, or a function that returns one, not 5.",
		],
		[
			"datasets: { a: Promise.resolve({}) }",
			"datasets.a must be an object of records by collection, or a function that returns one, not a promise.",
		],
		[
			"datasets: { a: () => undefined }",
			'Invalid dataset "a":\n  the dataset must be an object with zaps, ',
		],
		[
			"datasets: { a: async () => ({ zap: [] }) }",
			'Invalid dataset "a":\n  /zap is an unknown collection; use zaps, ',
		],
		["scenarios: []", "scenarios must be an object, not []."],
		[
			"scenarios: { x: 5 }",
			`Invalid scenario "x". It must be an object with ${SCENARIO_PROPERTIES}.`,
		],
		[
			"scenarios: { x: {} }",
			'Invalid scenario "x". description must be a string.',
		],
		[
			'scenarios: { x: { description: "a", fault: [] } }',
			`Invalid scenario "x". Unknown property "fault". Did you mean "faults"? Available: ${SCENARIO_PROPERTIES}.`,
		],
		[
			'scenarios: { x: { description: "a", faults: 5 } }',
			'Invalid scenario "x". faults must be an array of faults.',
		],
		[
			'scenarios: { x: { description: "a", auth: "basic" } }',
			'Invalid scenario "x". auth must be one of bearer, api-key.',
		],
		[
			'scenarios: { x: { description: "a", rateLimit: "5" } }',
			'Invalid scenario "x". rateLimit must be a number of requests per second above 0.',
		],
		[
			'scenarios: { x: { description: "a", dataset: 5 } }',
			'Invalid scenario "x". Unknown dataset "5". Available: empty, default, large.',
		],
		["handlers: 5", "handlers must be an array of MSW handlers, not 5."],
		[
			"handlers: [5]",
			'handlers[0] must be an MSW handler, like http.get("/v1/extra", () => HttpResponse.json({})), not 5.',
		],
		[
			'handlers: [http.get("/a", () => undefined), {}]',
			"handlers[1] must be an MSW handler, like http.get(",
		],
		[
			"fixtures: []",
			"fixtures must be an object with zap, command, pipeline, not [].",
		],
		[
			"fixtures: { foo: 1 }",
			'Unknown property "foo" in fixtures. Available: zap, command, pipeline.',
		],
		[
			"fixtures: { zap: 5 }",
			"fixtures.zap must be an object of properties, or a function that returns one for a record, not 5.",
		],
		[
			"fixtures: { zap: { name: 5 } }",
			"Invalid fixtures.zap. Two records made with it are invalid:\n  /zaps/0/name must be of type string\n  /zaps/1/name must be",
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
		const text = `import { http } from "msw";\nexport default { ${properties} };\nvoid http;`;
		expect(await errorOf(text)).toMatch(/^Invalid configuration FILE(:2)?: /);
		expect(await errorOf(text)).toContain(`: ${reason}`);
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

test("flags have the types that defineConfig declares", async () => {
	const file = await folder.file(
		FILE,
		"export default { flags: { redact: [], rateLimit: 0.5 } };",
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
		[
			"export default 5;",
			"Invalid configuration FILE: the default export must be an object with flags, ledger, datasets, scenarios, handlers, fixtures, not 5.",
		],
		[
			"export default () => ({});",
			"Invalid configuration FILE: the default export must be an object with flags, ledger, datasets, scenarios, handlers, fixtures, not a function.",
		],
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
			`understudy: No file found at ${path}. Pass the path of a configuration file with --config.\n`,
		);
	});
});
