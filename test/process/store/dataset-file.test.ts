import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setupMock } from "../../../src/entries/node.ts";
import { postJson } from "../../support/post-json.ts";
import { runInProcess } from "../../support/run-in-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { startCli } from "../../support/understudy.ts";

test("an exported state is the dataset of another server, of a test, and of an import", async () => {
	await using folder = await scratchFolder();
	const file = join(folder.path, "state.json");
	await using first = await startCli();
	await fetch(`${first.url}/v1/zaps`, postJson({ name: "kept" }));
	const at = ["--url", first.url];
	expect(await runInProcess("state", "export", file, ...at)).toMatchObject({
		code: 0,
		stdout: `Wrote zaps 21, commands 20, pipelines 10, audit 51 to ${file}.\n`,
	});
	const stateOf = async (url: string): Promise<unknown> =>
		(await fetch(`${url}/__mock/state`)).json();
	const exported = await stateOf(first.url);

	// As some editors save it, with a byte order mark.
	await writeFile(file, `\uFEFF${await readFile(file, "utf8")}`);
	await using second = await startCli(["--dataset", file]);
	expect(await stateOf(second.url)).toEqual(exported);
	await using mock = setupMock({ dataset: file });
	expect(await mock.control.state()).toEqual(exported);
	await runInProcess("reset", "--dataset", "empty", ...at);
	expect(await runInProcess("state", "import", file, ...at)).toMatchObject({
		code: 0,
		stderr: "",
	});
	expect(await stateOf(first.url)).toEqual(exported);
});

test("an invalid dataset file is refused with what is wrong, and where", async () => {
	await using folder = await scratchFolder();
	const file = join(folder.path, "bad.json");
	const serve = () => runInProcess("serve", "--port", "0", "--dataset", file);
	expect((await serve()).stderr).toContain(
		`Cannot use ${file} as a dataset: ENOENT`,
	);
	await writeFile(file, '{"zaps":[{"name":1}]}');
	expect(await serve()).toMatchObject({
		code: 2,
		stderr: expect.stringContaining("/zaps/0/name must be a string"),
	});
	expect(() => setupMock({ dataset: join(folder.path, "none.json") })).toThrow(
		/Cannot use .*none\.json as a dataset/,
	);
});
