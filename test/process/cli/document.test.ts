import { readdir, readFile, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { understudyIn } from "../../contracts/verification/built.ts";
import { run } from "../../support/run.ts";
import { runInFolder, runInProcess } from "../../support/run-in-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { CLI, startCli } from "../../support/understudy.ts";

const TEAM = "test/unit/behaviors/team.yaml";

test("understudy document shows behaviors, collections and roles", async () => {
	const { code, stdout } = await runInProcess("document", TEAM);
	expect(code).toBe(0);
	expect(stdout).toContain(
		"  GET /api/zaps  listZaps: list zaps\n    query: page at page, limit at per_page\n",
	);
	const asJson = await runInProcess("document", TEAM, "--json");
	expect(JSON.parse(asJson.stdout)).toMatchObject({
		operations: [
			{ id: "getHealth", behavior: "example" },
			{ id: "listZaps", behavior: "list", resource: "zaps" },
			{ id: "createZap", behavior: "create", resource: "zaps" },
			{ id: "searchAudit", behavior: "search", resource: "audit" },
		],
		refused: [],
	});
});

test("--diff-shipped shows where a copy differs from the document of the package, element by element", async () => {
	await using folder = await scratchFolder();
	const shipped = await readFile("contracts/openapi.yaml", "utf8");
	const diff = async (edits: readonly (readonly [string, string])[]) => {
		const text = edits.reduce(
			(at, [from, to]) => at.replace(from, to),
			shipped,
		);
		const file = await folder.file("openapi.yaml", text);
		const show = async (...args: string[]) =>
			(await runInProcess("document", file, "--diff-shipped", ...args)).stdout;
		return { shown: await show(), json: JSON.parse(await show("--json")) };
	};
	const same = await diff([]);
	expect(same.shown).toContain(
		"openapi.yaml says the same as the document of zaps-understudy",
	);
	expect(same.json).toEqual({ changes: [] });
	const { shown, json } = await diff([
		["maximum: 100", "maximum: 25"],
		[
			"      parameters:\n",
			"      parameters:\n        - { name: q, in: query }\n",
		],
		["  /metrics:", "  /numbers:"],
	]);
	const pointer = "/paths/~1v1~1zaps/get/parameters/0";
	expect(json.changes).toEqual([
		{ pointer, after: { name: "q", in: "query" } },
		{ pointer: "/paths/~1metrics", before: expect.any(Object) },
		{ pointer: "/paths/~1numbers", after: expect.any(Object) },
		{ pointer: "/components/schemas/Limit/maximum", before: 100, after: 25 },
	]);
	expect(shown.split("\n")).toEqual(
		expect.arrayContaining([
			expect.stringMatching(/differs from .* in 4 elements\.$/),
			`  added    ${pointer}: {"name":"q","in":"query"}`,
			expect.stringMatching(/^ {2}removed {2}\/paths\/~1metrics: .{40}…$/),
			"  changed  /components/schemas/Limit/maximum: 100 → 25",
		]),
	);
	const many = shipped.replaceAll(/^( {8,})description:/gm, "$1x-text:");
	const all = await diff([[shipped, many]]);
	expect(all.shown.trim().split("\n")).toHaveLength(43);
	expect(all.shown).toMatch(/and \d+ more, which --json lists/);
});

test("understudy document --out replaces what it has written, and no other file", async () => {
	await using folder = await scratchFolder();
	const out = `${folder.path}/mocks/team.mock.js`;
	const write = (file: string) => runInProcess("document", TEAM, "--out", file);
	expect((await write(out)).code).toBe(0);
	expect((await write(out)).code).toBe(0);
	const other = await folder.file("app.js", "start();");
	expect(await write(other)).toMatchObject({
		code: 2,
		stderr: expect.stringContaining("it exists, and was not generated."),
	});
	expect(await readFile(other, "utf8")).toBe("start();");
	expect(await write(`${folder.path}/team.yaml`)).toMatchObject({
		code: 2,
		stderr: expect.stringContaining("Pass a path that ends with .js or .mjs"),
	});
});

test("understudy types says what it needs: a document, openapi-typescript, and a TypeScript file to write", async () => {
	await using folder = await scratchFolder();
	const document = `${process.cwd()}/${TEAM}`;
	const fail = async (...args: readonly string[]) => {
		const ran = await runInFolder(folder.path, ["types", ...args]);
		expect({ code: ran.code, stdout: ran.stdout }).toEqual({
			code: 2,
			stdout: "",
		});
		return ran.stderr;
	};
	expect(await fail()).toContain("No document found. Pass one as --document");
	expect(await fail("--document", document)).toContain(
		"Run `npm install -D openapi-typescript typescript@5`.",
	);
	expect(await fail("--document", document, "--out", "types.js")).toContain(
		"Pass a path that ends with .ts as --out.",
	);
});

test("--document of serve overrides the configuration, whose datasets and scenarios are checked against it", async () => {
	await using folder = await scratchFolder();
	const dataset = `{ zaps: [{ id: 7, display_name: "A", created_at: "2026-01-01T00:00:00Z" }] }`;
	await folder.file(
		"understudy.config.mjs",
		`export default { document: "./missing.yaml", datasets: { one: ${dataset} } };`,
	);
	const args = ["--document", `${process.cwd()}/${TEAM}`, "--dataset", "one"];
	await using cli = await startCli(args, folder.path);
	const page: unknown = await (await fetch(`${cli.url}/api/zaps`)).json();
	expect(page).toMatchObject({ data: [{ id: 7 }], meta: { total: 1 } });
});

test.each([
	["missing.yaml", /missing\.yaml: no file found\. Pass the path/],
	[
		"package.json",
		/openapi: undefined is not supported\. Use OpenAPI 3\.0 or 3\.1/,
	],
])(
	"serve ends with exit code 2 and a sentence for the document %s",
	async (file, message) => {
		const args = ["serve", "--port", "0", "--document", file];
		const { code, stderr } = await runInProcess(...args);
		expect(code).toBe(2);
		expect(stderr).toMatch(message);
		expect(stderr.trim().split("\n")).toHaveLength(1);
	},
);

test("verify checks a service by the document of --document, or by that of the configuration", async () => {
	await using service = await startCli(["--document", TEAM]);
	await using folder = await scratchFolder();
	const verify = (...args: string[]) =>
		understudyIn(folder.path, "verify", service.url, ...args);
	const document = `${process.cwd()}/${TEAM}`;
	const byOwn = ["--document", document, "--only", "getHealth"];
	expect(await verify(...byOwn)).toMatchObject({
		code: 0,
		stdout: expect.stringMatching(
			/1 of 1 operation exist, and the service passes \d+ checks of the document\./,
		),
	});
	expect((await verify("--document", "missing.yaml")).code).toBe(2);
	const byPackage = await verify("--only", "listZaps");
	expect([byPackage.code, byPackage.stdout]).toEqual([
		1,
		expect.stringContaining("/v1/zaps"),
	]);
	const config = `export default { document: ${JSON.stringify(document)} };`;
	await folder.file("understudy.config.mjs", config);
	expect((await verify("--only", "getHealth")).code).toBe(0);
});

test("init writes a document, a ledger and a configuration, and overwrites nothing", async () => {
	await using folder = await scratchFolder();
	const init = () => run(process.execPath, [CLI, "init"], { cwd: folder.path });
	expect(await init()).toMatchObject({ code: 0, stderr: "" });
	expect((await readdir(folder.path)).toSorted()).toEqual([
		"openapi.yaml",
		"understudy.assumptions.yaml",
		"understudy.config.ts",
	]);
	expect(await init()).toMatchObject({
		code: 2,
		stderr: expect.stringContaining("it exists. Pass another folder"),
	});
});

test("init keeps a configuration in JavaScript, and names what to add to it", async () => {
	await using folder = await scratchFolder();
	const file = await folder.file("understudy.config.mjs", "export default {};");
	const { code, stdout } = await runInProcess("init", folder.path);
	expect(code).toBe(0);
	expect(stdout).toContain(
		`and ledger: "./understudy.assumptions.yaml" to ${file}`,
	);
	expect((await readdir(folder.path)).toSorted()).toEqual([
		"openapi.yaml",
		"understudy.assumptions.yaml",
		"understudy.config.mjs",
	]);
});

test("init keeps a link that leads nowhere", async () => {
	await using folder = await scratchFolder();
	const link = join(folder.path, "openapi.yaml");
	await symlink("missing.yaml", link);
	const { code, stderr } = await runInProcess("init", folder.path);
	expect(stderr).toContain("Cannot write");
	expect(code).toBe(2);
	expect(await readlink(link)).toBe("missing.yaml");
});

test("init ends where no folder can be created", async () => {
	const { code, stderr } = await runInProcess("init", "/proc/understudy");
	expect(stderr).toMatch(/Cannot write .*\. Pass another folder\./);
	expect(code).toBe(2);
});

test("forwarding checks each exchange against the document", async () => {
	await using service = await startCli(["--document", TEAM]);
	await using mock = await startCli([
		...["--document", TEAM, "--forward", service.url],
	]);
	const forwarded = await fetch(`${mock.url}/api/zaps?per_page=1`);
	expect(forwarded.headers.get("mock-forwarded")).toBe("listZaps");
	expect(forwarded.headers.get("mock-violations")).toBeNull();
	await using other = await startCli([
		...["--document", "contracts/openapi.yaml", "--forward", service.url],
	]);
	const wrong = await fetch(`${other.url}/v1/zaps`);
	expect(wrong.status).toBe(404);
	expect(wrong.headers.get("mock-violations")).not.toBeNull();
});
