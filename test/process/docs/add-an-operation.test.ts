import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../support/run.ts";
import { runInFolder } from "../../support/run-in-process.ts";
import { TSC } from "../../support/tsc.ts";
import { CLI, startCli } from "../../support/understudy.ts";
import { listTexts } from "./examples.ts";
import { ROOT, readPage } from "./page.ts";
import { workplace } from "./shell.ts";

const page = await readPage("docs/add-an-operation.md");
const [path = "", response = ""] = listTexts(page, "yaml");
const [shown = "", byDocument = "", byHandler = ""] = listTexts(
	page,
	"console",
);

let folder = "";
const node = (...args: readonly string[]) => {
	const PATH = [folder, process.env.PATH].join(delimiter);
	return run(process.execPath, args, { cwd: folder, env: { PATH } });
};

beforeAll(async () => {
	// Inside of the package, where its own name resolves to the build.
	folder = await mkdtemp(join(ROOT, "docs-operation-"));
	for (const text of listTexts(page, "ts")) {
		const [, name = ""] = /^\/\/ (\S+)\n/.exec(text) ?? [];
		await writeFile(join(folder, name), text);
	}
	const npx = join(folder, "npx");
	await writeFile(
		npx,
		`#!/bin/sh\nshift\nexec '${process.execPath}' '${CLI}' "$@"\n`,
	);
	await chmod(npx, 0o755);
	const tsconfig = { extends: "../tsconfig.json", include: ["*.ts"] };
	await writeFile(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const expectTranscript = async (cwd: string, transcript: string) => {
	await using cli = await startCli([], cwd);
	await using place = await workplace(cli.url);
	await place.expectTranscript(transcript);
};

test("a path in the document adds the operations, as the transcripts show", async () => {
	const [command = ""] = listTexts(page, "sh");
	const own = join(folder, "by-document");
	await mkdir(own);
	const understudy = (...args: string[]) => runInFolder(own, args);
	const [, , ...words] = command.trim().split(" ");
	expect(await understudy(...words)).toMatchObject({ code: 0 });
	const file = join(own, "openapi.yaml");
	const document = (await readPage(file.slice(ROOT.length)))
		.replace("\npaths:\n", (found) => found + path)
		.replace("\n  responses:\n", (found) => found + response);
	await writeFile(file, document);
	const { stdout } = await understudy("document", "openapi.yaml");
	const [, ...lines] = shown.trim().split("\n");
	expect(stdout.split("\n")).toEqual(expect.arrayContaining(lines));
	await expectTranscript(own, byDocument);
});

test("the handlers add them, with their rule", () =>
	expectTranscript(folder, byHandler));

test("the served document has the operations of the handlers", async () => {
	await using cli = await startCli([], folder);
	const served = await fetch(`${cli.url}/__mock/openapi.json`);
	const { paths } = await served.json();
	expect(Object.keys(paths["/v1/zaps/{zapId}"])).toEqual([
		"get",
		"patch",
		"delete",
	]);
	expect(paths["/v1/zaps/{zapId}"].get.parameters).toEqual([
		{ name: "zapId", in: "path", required: true, schema: { type: "string" } },
	]);
	expect(paths["/v1/zaps"].post.operationId).toBe("createZap");
});

test("all files of the page compile, and its page can be bundled", async () => {
	const compiled = await node(TSC, "-p", ".");
	expect(compiled).toEqual({ code: 0, stdout: "", stderr: "" });
	const { warnings } = await build({
		...{ absWorkingDir: folder, entryPoints: ["page-mock.ts"], bundle: true },
		...{ write: false, format: "esm", platform: "browser", outdir: "out" },
		...{ target: "es2022", logLevel: "silent" },
		// esbuild says this only of packages that are not in node_modules.
		logOverride: { "ignored-bare-import": "silent" },
	});
	expect(warnings).toEqual([]);
});

test("its tests pass in Vitest", async () => {
	const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
	await writeFile(join(folder, "vitest.config.js"), "export default {};");
	const args = ["run", "--config", "vitest.config.js"];
	const { code, stdout, stderr } = await node(vitest, ...args);
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	expect(stdout).toContain("2 passed");
});

test("its tests pass in Playwright", async () => {
	const playwright = join(ROOT, "node_modules/@playwright/test/cli.js");
	const { code, stdout } = await node(
		playwright,
		...["test", "--reporter=line", "--output", "results"],
	);
	expect({ code, stdout }).toEqual({
		code: 0,
		stdout: expect.stringContaining("1 passed"),
	});
});
