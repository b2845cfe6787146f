import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadConfig } from "../../src/cli/load-config.ts";
import { run } from "../support/run.ts";
import {
	type ScratchFolder,
	scratchFolder,
} from "../support/scratch-folder.ts";
import { CLI } from "../support/understudy.ts";

const FILE = "understudy.config.ts";
let folder: ScratchFolder;
beforeAll(async () => {
	folder = await scratchFolder();
	const modules = join(import.meta.dirname, "../../node_modules");
	await symlink(modules, join(folder.path, "node_modules"), "dir");
});
afterAll(() => folder[Symbol.asyncDispose]());

/** What is said of a file with that text, with FILE for its path. */
async function refusalOf(text: string, name = FILE): Promise<string> {
	const file = await folder.file(name, text);
	const error = await loadConfig(file).then(
		() => undefined,
		(reason: Error) => reason,
	);
	return String(error?.message)
		.replaceAll(file, "FILE")
		.replaceAll(folder.path, "FOLDER");
}

const SCENARIO_MEMBERS = "description, dataset, faults, auth, rateLimit";
const RATE = "its rateLimit must be a number above 0, of requests a second.";

describe("members that are not what they should be are refused", () => {
	test.each([
		[
			"nonsense: 1",
			'The default export has a member "nonsense" that means nothing: use flags, datasets, scenarios, handlers, fixtures.',
		],
		["flags: 5", "flags is 5: give an object with port, host, "],
		[
			"flags: { prt: 1 }",
			'flags has a member "prt" that means nothing: use port,',
		],
		[
			'flags: { config: "x" }',
			'flags has a member "config" that means nothing',
		],
		[
			"flags: { journal: true }",
			"flags.journal is true. Pass a whole number from 0 to 1000000.",
		],
		[
			"flags: { port: 70000 }",
			"flags.port is 70000. Pass a whole number from 0 to 65535.",
		],
		[
			'flags: { port: "80" }',
			'flags.port is "80": give a number, as defineConfig says.',
		],
		['flags: { rateLimit: "5" }', 'flags.rateLimit is "5": give a number'],
		["flags: { dataset: 5 }", "flags.dataset is 5: give a string"],
		[
			'flags: { auth: "basic" }',
			'flags.auth is "basic". Allowed choices are none, bearer, api-key.',
		],
		["datasets: 5", "datasets is 5: give an object, by name."],
		[
			"datasets: { a: 5 }",
			"datasets.a is 5: give an object of records by collection, or a function that makes one.",
		],
		[
			"datasets: { a: Promise.resolve({}) }",
			"datasets.a is a promise: give an object",
		],
		[
			"datasets: { a: () => undefined }",
			'The dataset "a" cannot be used.\n  the whole must be an object with zaps, ',
		],
		[
			"datasets: { a: async () => ({ zap: [] }) }",
			'The dataset "a" cannot be used.\n  /zap is an unknown collection; use zaps, ',
		],
		["scenarios: []", "scenarios is an array: give an object, by name."],
		[
			"scenarios: { x: 5 }",
			`Invalid scenario "x". it must be an object with ${SCENARIO_MEMBERS}.`,
		],
		[
			"scenarios: { x: {} }",
			'Invalid scenario "x". its description must be a string, of one sentence.',
		],
		[
			'scenarios: { x: { description: "a", fault: [] } }',
			`Invalid scenario "x". it has a member "fault" that means nothing; use ${SCENARIO_MEMBERS}.`,
		],
		[
			'scenarios: { x: { description: "a", faults: 5 } }',
			'Invalid scenario "x". faults must be an array of faults.',
		],
		[
			'scenarios: { x: { description: "a", auth: "basic" } }',
			'Invalid scenario "x". its auth must be one of bearer, api-key.',
		],
		[
			'scenarios: { x: { description: "a", rateLimit: "5" } }',
			`Invalid scenario "x". ${RATE}`,
		],
		[
			'scenarios: { x: { description: "a", dataset: 5 } }',
			'Invalid scenario "x". there is no dataset "5"; use one of empty,',
		],
		["handlers: 5", "handlers is 5: give an array of handlers of MSW."],
		[
			"handlers: [5]",
			"handlers[0] is 5: give a handler of MSW, like http.get(",
		],
		[
			'handlers: [http.get("/a", () => undefined), {}]',
			"handlers[1] is an object: give a handler of MSW",
		],
		[
			"fixtures: []",
			"fixtures is an array: give an object with zap, command, pipeline.",
		],
		[
			"fixtures: { foo: 1 }",
			'fixtures has a member "foo" that means nothing: use zap, command, pipeline.',
		],
		[
			"fixtures: { zap: 5 }",
			"fixtures.zap is 5: give an object of members, or a function from a record to one.",
		],
		[
			"fixtures: { zap: { name: 5 } }",
			"fixtures.zap cannot be used. Of two that it makes:\n  /zaps/0/name must be of type string\n  /zaps/1/name must be",
		],
		[
			'fixtures: { zap: { id: "zap_01KDVQ2JM0Z3B5XKQ5D2V9N8HC" } }',
			"fixtures.zap cannot be used. Of two that it makes:\n  /zaps/1/id is also the id of /zaps/0",
		],
		[
			"fixtures: { command: async () => ({ command: 'x' }) }",
			"fixtures.command cannot be used. It gives a promise, and not an object of members.",
		],
		[
			"fixtures: { pipeline: () => 'x' }",
			"fixtures.pipeline cannot be used. It gives x, and not an object of members.",
		],
	])("%s", async (members, reason) => {
		const text = `import { http } from "msw";\nexport default { ${members} };\nvoid http;`;
		expect(await refusalOf(text)).toMatch(
			/^The configuration FILE(:2)? cannot be used: /,
		);
		expect(await refusalOf(text)).toContain(`cannot be used: ${reason}`);
	});
});

describe("files that are no configuration are refused", () => {
	const NONE =
		"The configuration FILE cannot be used: It has no default export: write export default defineConfig({ … }).";
	test.each([
		["", NONE],
		["// nothing", NONE],
		["export const config = {};", NONE],
		[
			"export default 5;",
			"FILE cannot be used: The default export is 5: give an object with flags, datasets, scenarios, handlers, fixtures.",
		],
		[
			"export default () => ({});",
			"FILE cannot be used: The default export is a function: give",
		],
	])("%j", async (text, reason) => {
		expect(await refusalOf(text)).toContain(reason);
		expect(await refusalOf(text, "understudy.config.mjs")).toContain(reason);
	});
});

describe("what breaks in a file is told with its line", () => {
	test.each([
		[
			"export default {;",
			"The configuration FILE:1 cannot be used: Unexpected token.",
		],
		[
			"export default { a: 1,\n\n b: ; };",
			"The configuration FILE:3 cannot be used: Unexpected token.",
		],
		[
			'throw new Error("no disk");',
			"The configuration FILE:1 cannot be used: no disk",
		],
		[
			"const a = 1;\n\nexport default { flags: a.b.c };",
			"The configuration FILE:3 cannot be used: Cannot read properties of undefined (reading 'c')",
		],
		[
			'import "./nowhere";\nexport default {};',
			"The configuration FILE:1 cannot be used: Cannot find module './nowhere'. Mend the name, or install it.",
		],
		[
			'import "no-such-package";\nexport default {};',
			"The configuration FILE:1 cannot be used: Cannot find module 'no-such-package'. Mend the name, or install it.",
		],
		[
			'import "./broken.ts";\nexport default {};',
			"The configuration FILE cannot be used: FOLDER/broken.ts:2: Unexpected token.",
		],
		[
			'import "./failing.mjs";\nexport default {};',
			"The configuration FILE cannot be used: FOLDER/failing.mjs:2: no disk",
		],
		[
			'export default { datasets: {\n a: () => { throw new Error("no disk"); },\n} };',
			"The configuration FILE:2 cannot be used: no disk",
		],
	])("%j", async (text, message) => {
		await folder.file("broken.ts", "\nlet a: number = ;");
		await folder.file("failing.mjs", '\nthrow new Error("no disk");');
		expect(await refusalOf(text)).toBe(message);
	});
});

describe("a name that leads to no file is refused", () => {
	const refused = async (name: string): Promise<string> => {
		const args = [CLI, "serve", "--port", "0", "--config", name];
		const { code, stderr } = await run(process.execPath, args, {
			cwd: folder.path,
		});
		expect(code).toBe(2);
		return stderr.replace(folder.path, "FOLDER");
	};
	test.each([
		[
			"",
			"--config names no file. Pass one, or leave it out for understudy.config.ts.",
		],
		[
			"nowhere.ts",
			"The configuration FOLDER/nowhere.ts cannot be used: there is no such file",
		],
		[
			".",
			"The configuration FOLDER cannot be used: it is no file. Name the file in it that is meant.",
		],
	])("%j", async (name, message) => {
		expect(await refused(name)).toBe(`understudy: ${message}\n`);
	});
});
