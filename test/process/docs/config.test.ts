import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../support/run.ts";
import { CLI, startCli } from "../../support/understudy.ts";

const ROOT = join(import.meta.dirname, "../../..");
const docs = await readFile(join(ROOT, "docs/config.md"), "utf8");

/** Each configuration, with the transcript below it. */
const examples = [
	...docs.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```\n\n```console\n(.*?)^```/gms),
].map(([, file = "", text = "", transcript = ""], index) => ({
	name: `example-${index + 1}`,
	file,
	text,
	transcript,
}));

let root = "";
beforeAll(async () => {
	// Inside the package, so that its name resolves to the build.
	root = await mkdtemp(join(ROOT, "docs-config-"));
	for (const { name, file, text } of examples) {
		await mkdir(join(root, name));
		await writeFile(join(root, name, file), text);
	}
	const tsconfig = { extends: "../tsconfig.json", include: ["."] };
	await writeFile(join(root, "tsconfig.json"), JSON.stringify(tsconfig));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Replaces what differs from run to run. */
const normalize = (text: string): string =>
	text
		.replace(/zap_[0-9A-Z]{26}/g, "<id>")
		.replace(/\d{4}-\d\d-\d\dT[0-9:.]+Z/g, "<time>");

test("every example is a configuration with a transcript", () => {
	expect(examples).toHaveLength(docs.split("```ts\n").length - 1);
	expect(examples).toHaveLength(docs.split("```console\n").length - 1);
});

test("the examples compile", async () => {
	const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
	const { code, stdout } = await run(process.execPath, [tsc, "-p", root]);
	expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
});

describe("the transcripts show the actual output", () => {
	const served = examples.filter(({ file }) => file.endsWith(".ts"));
	test.each(served)("$name", async ({ name, transcript }) => {
		const folder = join(root, name);
		await using cli = await startCli([], folder);
		for (const shown of transcript.split(/^\$ /m).slice(1)) {
			const [command = "", ...printed] = shown.split("\n");
			const asked = command
				.replace("http://127.0.0.1:4010", cli.url)
				.replace(/^curl (?!-s)/, "curl -s ");
			const { stdout } = await run("bash", ["-c", asked]);
			expect(normalize(stdout.trim())).toBe(
				normalize(printed.join("\n").trim()),
			);
		}
	});

	const rejected = examples.filter(({ file }) => !file.endsWith(".ts"));
	test.each(rejected)("$name", async ({ name, transcript }) => {
		const folder = join(root, name);
		const [command = "", ...printed] = transcript.split("\n");
		const args = command.replace("$ npx zaps-understudy ", "").split(" ");
		const { code, stderr } = await run(process.execPath, [CLI, ...args], {
			cwd: folder,
		});
		expect(code).toBe(2);
		expect(stderr.replace(folder, "/project")).toBe(printed.join("\n"));
	});
});
