import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");

const bundle = (entry: string) =>
	build({
		stdin: { contents: entry, resolveDir: ROOT, loader: "ts" },
		bundle: true,
		write: false,
		metafile: true,
		minify: true,
		splitting: true,
		outdir: "out",
		format: "esm",
		platform: "browser",
		logLevel: "silent",
	});

test("the browser entry bundles without Node imports, and loads faker data on demand", async () => {
	const { metafile } = await bundle(`export * from "./src/entries/browser.ts"`);
	const outputs = Object.values(metafile.outputs);
	const imports = outputs.flatMap((output) => output.imports);
	expect(imports.filter(({ external }) => external)).toEqual([]);
	const inputs = Object.keys(metafile.inputs);
	expect(inputs).toContain("src/adapters/msw/worker.ts");
	expect(inputs.join("\n")).not.toMatch(
		/srvx|express|node_modules\/msw\/lib\/node/,
	);
	const entry = outputs.find(({ entryPoint }) => entryPoint === "<stdin>");
	const atOnce = Object.keys(entry?.inputs ?? {});
	expect(atOnce).toContain("handlers/index.ts");
	expect(atOnce.join()).not.toContain("faker");
});

test("bundling a Node import fails, so the check above is effective", async () => {
	await expect(
		bundle(`export * from "./src/adapters/http/serve.ts"`),
	).rejects.toThrow('Could not resolve "node:');
});
