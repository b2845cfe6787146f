import { transform } from "esbuild";
import { expect, test } from "vitest";
import { listTexts, testingExamples } from "../process/docs/examples.ts";
import { readPage } from "../process/docs/page.ts";
import {
	HAS_REGISTRY,
	installPackages,
	packInto,
} from "../support/registry.ts";
import { run } from "../support/run.ts";
import { scratchFolder } from "../support/scratch-folder.ts";

test.skipIf(!HAS_REGISTRY)(
	"the examples for Jest pass, without a transform",
	async () => {
		const examples = listTexts(await readPage("docs/testing.md"), "js");
		expect(examples).toHaveLength(2);
		const [, api = ""] =
			testingExamples.find(([name]) => name === "zaps-api.ts") ?? [];
		await using project = await scratchFolder();
		await project.file("package.json", "{}");
		for (const text of examples) {
			const [, name = ""] = /^\/\/ (\S+\.test\.mjs)\n/.exec(text) ?? [];
			await project.file(name, text);
		}
		const { code } = await transform(api, { loader: "ts" });
		await project.file("zaps-api.mjs", code);
		const tarball = await packInto(project.path);
		await installPackages(project.path, ["jest@30", "msw@2", tarball]);
		const ran = await run(
			process.execPath,
			["--experimental-vm-modules", "node_modules/jest/bin/jest.js", "--ci"],
			{ cwd: project.path },
		);
		expect(ran).toMatchObject({
			code: 0,
			stderr: expect.stringContaining("Tests:       2 passed, 2 total"),
		});
	},
	240_000,
);
