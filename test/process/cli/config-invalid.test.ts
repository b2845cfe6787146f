import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "../../../src/config/load-config.ts";
import { ControlError } from "../../../src/control/control-error.ts";
import { flagSchemas } from "../../../src/schemas/generated/flags.ts";
import { run } from "../../support/run.ts";
import { runInFolder } from "../../support/run-in-process.ts";
import { testFolder } from "../../support/test-folder.ts";
import { CLI } from "../../support/understudy.ts";

const FILE = "understudy.config.ts";
const folder = await testFolder();
const modules = join(import.meta.dirname, "../../../node_modules");
await symlink(modules, join(folder.path, "node_modules"), "dir");

/** Loads a configuration and returns the error message, with FILE for its path. */
async function errorOf(text: string, name = FILE): Promise<string> {
	const file = await folder.file(name, text);
	const message = await loadConfig(file).then(String, (error) => error.message);
	return message.replaceAll(file, "FILE").replaceAll(folder.path, "FOLDER");
}

const INVALID = "The default export is invalid.\n  ";
const NO_EXPORT =
	"No default export found. Write export default defineConfig({ … }).";

test("each invalid property is reported with its place", async () => {
	const {
		config: _config,
		document: _document,
		ledger: _ledger,
		...schemas
	} = flagSchemas;
	const flags = Object.keys(schemas).join(", ");
	const error = await errorOf(`export default {
		flag: 1, ledger: 5, document: 5, datasets: 5, scenarios: [], handlers: 5, fixtures: { zaps: 1 },
		flags: {
			prt: 1, config: "x", port: 70000, host: "", dataset: 5, auth: "basic",
			rateLimit: "5", journal: true, redact: ["a b"], controlToken: "a b",
		},
	};`);
	expect(error).toBe(
		`Invalid configuration FILE: ${INVALID}${[
			"/flags/port must be at most 65535",
			"/flags/host must have at least 1 character",
			"/flags/dataset must be a string",
			"/flags/auth must be one of none, bearer, api-key",
			"/flags/rateLimit must be a number",
			"/flags/journal must be a whole number",
			"/flags/redact/0 must be the name of a header or a parameter, like x-tenant",
			"/flags/controlToken must have only visible ASCII characters and no spaces, because HTTP headers allow no others",
			`/flags/prt is an unknown property. Did you mean "port"? Available: ${flags}`,
			`/flags/config is an unknown property. Available: ${flags}`,
			"/ledger must be a string",
			"/document must be a string",
			"/datasets must be an object",
			"/scenarios must be an object",
			"/handlers must be an array",
			'/fixtures/zaps is an unknown property. Did you mean "zap"? Available: zap, command, pipeline',
			'/flag is an unknown property. Did you mean "flags"? Available: flags, ledger, document, datasets, scenarios, handlers, fixtures',
		].join("\n  ")}`,
	);
});

/** Properties of a configuration, and the beginning of the reason why they are invalid. */
const REASONS = {
	"flags: Promise.resolve({})": `${INVALID}/flags must be an object literal, not a promise or an instance`,
	"datasets: { a: 5, b: {} }": `${INVALID}/datasets/a must be an object of records by collection, or a function that returns one`,
	"datasets: { b: Promise.resolve({}) }": `${INVALID}/datasets/b must be an object of records by collection, or a function`,
	'handlers: [http.get("/a", () => undefined), {}]': `${INVALID}/handlers/1 must be an operation from defineHandler, or an MSW handler of HTTP requests, like http.get("/v1/extra", () => HttpResponse.json({}))`,
	"handlers: [{ run() {} }]": `${INVALID}/handlers/0 must be an operation from defineHandler, or an MSW handler of HTTP requests`,
	'handlers: [ws.link("ws://a.test").addEventListener("connection", () => {})]': `${INVALID}/handlers/0 must be an operation from defineHandler, or an MSW handler of HTTP requests`,
	"fixtures: { zap: 5 }": `${INVALID}/fixtures/zap must be an object of properties, or a function that returns one for a record`,
	"datasets: { a: () => undefined }":
		'Invalid dataset "a":\n  the dataset must be an object with zaps, ',
	"datasets: { a: async () => ({ zap: [] }) }":
		'Invalid dataset "a":\n  /zap is an unknown collection. Did you mean "zaps"? Available: zaps, ',
	'scenarios: { x: { description: "a", dataset: "larg" } }':
		'Invalid scenarios:\n  /x/dataset is an unknown dataset. Did you mean "large"? Available: empty,',
	"fixtures: { zap: { name: 5 } }":
		"Invalid fixtures.zap. Two records made with it are invalid:\n  /zaps/0/name must be a string\n  /zaps/1/name must be",
	'fixtures: { zap: { id: "zap_01KDVQ2JM0Z3B5XKQ5D2V9N8HC" } }':
		"Invalid fixtures.zap. Two records made with it are invalid:\n  /zaps/1/id is also the id of /zaps/0",
	"fixtures: { command: async () => ({ command: 'x' }) }":
		"Invalid fixtures.command. Expected an object of properties, got a promise. Return the object directly.",
	"fixtures: { pipeline: () => 'x' }":
		"Invalid fixtures.pipeline. Expected an object of properties, got x. Return the object directly.",
};

test.each(Object.entries(REASONS))(
	"an invalid property is rejected: %s",
	async (properties, reason) => {
		const text = `import { http, ws } from "msw";\nexport default { ${properties} };\nvoid [http, ws];`;
		expect(await errorOf(text)).toContain(`: ${reason}`);
	},
);

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
	const flags = "{ redact: [], rateLimit: 0.5, port: undefined }";
	const file = await folder.file(FILE, `export default { flags: ${flags} };`);
	expect((await loadConfig(file)).flags).toEqual({
		redact: [],
		rateLimit: 0.5,
	});
});

test.each([
	["", NO_EXPORT],
	["// nothing", NO_EXPORT],
	["export const config = {};", NO_EXPORT],
	["export default 5;", `${INVALID}The default export must be an object`],
	["export default () => ({});", `${INVALID}The default export must be an`],
])("a file without a configuration is rejected: %j", async (text, reason) => {
	for (const name of [FILE, "understudy.config.mjs"])
		expect(await errorOf(text, name)).toContain(
			`Invalid configuration FILE: ${reason}`,
		);
});

/** The text of a file, and what follows "Invalid configuration FILE". */
const PLACES = {
	"export default {;": ":1: Unexpected token.",
	"export default { a: 1,\n\n b: ; };": ":3: Unexpected token.",
	'throw new Error("no disk");': ":1: no disk",
	"const a = 1;\n\nexport default { flags: a.b.c };":
		":3: Cannot read properties of undefined (reading 'c')",
	'import "./nowhere";\nexport default {};':
		":1: Cannot find module './nowhere'. Fix the name, or install it.",
	'import "no-such-package";\nexport default {};':
		":1: Cannot find module 'no-such-package'. Fix the name, or install it.",
	'import "./broken.ts";\nexport default {};':
		": FOLDER/broken.ts:2: Unexpected token.",
	'import "./failing.mjs";\nexport default {};':
		": FOLDER/failing.mjs:2: no disk",
	'export default { datasets: {\n a: () => { throw new Error("no disk"); },\n} };':
		':2: Invalid dataset "a": no disk',
};

test.each(Object.entries(PLACES))(
	"an error is reported with its line: %j",
	async (text, place) => {
		await folder.file("broken.ts", "\nlet a: number = ;");
		await folder.file("failing.mjs", '\nthrow new Error("no disk");');
		expect(await errorOf(text)).toBe(`Invalid configuration FILE${place}`);
	},
);

/** Properties of a configuration, and the reason why the command rejects them. */
const REJECTED = {
	'datasets: { mine: { zaps: [{ id: "x" }] } }, flags: { dataset: "mine" }':
		"/zaps/0/name is required",
	'scenarios: { odd: { description: "", faults: [{ operation: "listZap", kind: "reset" }] } }':
		'/odd/faults/0/operation is an unknown operation. Did you mean "listZaps"?',
	'flags: { scenario: "odd" }': 'Unknown scenario "odd".',
	'flags: { dataset: "odd" }': 'Unknown dataset "odd".',
};

test.each(Object.entries(REJECTED))(
	"the command rejects an invalid configuration: %s",
	async (properties, reason) => {
		await folder.file(FILE, `export default { ${properties} };`);
		const { code, stderr } = await runInFolder(folder.path, ["--port", "0"]);
		expect(stderr).toContain(reason);
		expect(stderr).toMatch(/^understudy: /);
		expect(code).toBe(2);
	},
);

test.each([
	"setInterval(() => {}, 1_000); await new Promise(() => {}); export default {};",
	"export default { datasets: { mine: () => new Promise(() => {}) } };",
])("serve ends if its configuration never resolves: %s", async (text) => {
	await folder.file(FILE, text);
	const args = [CLI, "serve", "--config-timeout", "300"];
	const { code, stderr } = await run(process.execPath, args, {
		cwd: folder.path,
	});
	expect(stderr).toMatch(
		/^understudy: .*it was not loaded after 300 ms\. Look/,
	);
	expect(code).toBe(2);
});

test.each([
	["serve", "Promise.reject(new Error('late')); export default {};"],
	["requests", "Promise.reject(new Error('late')); export default {};"],
	[
		"serve",
		"setTimeout(() => { throw new Error('late'); }); await new Promise((done) => setTimeout(done, 1_000)); export default {};",
	],
	// While the server starts, and again before the process has ended.
	[
		"serve",
		"import dns from 'node:dns'; dns.lookup = () => setInterval(() => { throw new Error('late'); }, 100); export default { flags: { host: 'late.test' } };",
	],
])(
	"%s ends if nothing catches an error of its configuration: %s",
	async (command, text) => {
		await folder.file(FILE, text);
		const { code, stderr } = await run(process.execPath, [CLI, command], {
			cwd: folder.path,
		});
		expect(stderr).toBe(
			`understudy: The configuration ${join(folder.path, FILE)} has an error that nothing catches: late. Catch it, or await the promise.\n`,
		);
		expect(code).toBe(2);
	},
);

test("an error of the command itself is no success where there is a configuration", async () => {
	await folder.file(FILE, "export default {};");
	const broken =
		"data:text/javascript,console.log = () => { throw new TypeError('broken'); };";
	const args = ["--import", broken, CLI, "init"];
	const { code, stderr } = await run(process.execPath, args, {
		cwd: folder.path,
	});
	expect(stderr).toContain("TypeError: broken");
	expect(code).not.toBe(0);
});

test("a dataset that later never resolves is rejected by its name", async () => {
	const file = await folder.file(
		FILE,
		"let made = 0; export default { datasets: { mine: () => made++ ? new Promise(() => {}) : {} } };",
	);
	const { presets } = await loadConfig(file, new Set(), 1_000);
	await expect(
		presets.datasets.mine?.({ seed: 1, now: Date.now() }),
	).rejects.toThrow('The dataset "mine" was not made after 1000 ms. Look for');
});
