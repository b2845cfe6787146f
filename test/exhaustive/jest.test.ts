import { transform } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import { listTexts, testingExamples } from "../process/docs/examples.ts";
import { readPage } from "../process/docs/page.ts";
import {
	HAS_REGISTRY,
	installPackages,
	packInto,
} from "../support/registry.ts";
import { run } from "../support/run.ts";
import { testFolder } from "../support/test-folder.ts";

const MATCHER = `
import { setupMock, toHaveReceived } from "zaps-understudy/node";
expect.extend({ toHaveReceived });
const mock = setupMock();
await expect(mock).toHaveReceived("createZap", { body: { name: expect.any(String) } });
await expect(mock).not.toHaveReceived("createZap", { times: 2 });
// @ts-expect-error an unknown operation
await expect(mock).toHaveReceived("deleteZap");
`;

describe.skipIf(!HAS_REGISTRY)("in a project with Jest", async () => {
	const project = await testFolder();

	beforeAll(async () => {
		await project.file("package.json", '{ "type": "module" }');
		const tarball = await packInto(project.path);
		await installPackages(project.path, [
			...["jest@30", "@types/jest@30", "@jest/globals@30", "vitest@4"],
			...["typescript@7", "msw@2", "@types/node@20", tarball],
		]);
	}, 240_000);

	test("the examples for Jest pass, without a transform", async () => {
		const examples = listTexts(await readPage("docs/testing.md"), "js");
		expect(examples).toHaveLength(2);
		const [, api = ""] =
			testingExamples.find(([name]) => name === "zaps-api.ts") ?? [];
		for (const text of examples) {
			const [, name = ""] = /^\/\/ (\S+\.test\.mjs)\n/.exec(text) ?? [];
			await project.file(name, text);
		}
		const { code } = await transform(api, { loader: "ts" });
		await project.file("zaps-api.mjs", code);
		const ran = await run(
			process.execPath,
			["--experimental-vm-modules", "node_modules/jest/bin/jest.js", "--ci"],
			{ cwd: project.path },
		);
		expect(ran).toMatchObject({
			code: 0,
			stderr: expect.stringContaining("Tests:       2 passed, 2 total"),
		});
	}, 240_000);

	test.each([
		["@types/jest", "", ["node", "jest"]],
		["@jest/globals", 'import { expect } from "@jest/globals";', ["node"]],
		["vitest", 'import { expect } from "vitest";', ["node"]],
	])(
		"with %s, toHaveReceived has types, and the types of libraries compile",
		async (_, imports, types) => {
			const compilerOptions = {
				...{ target: "es2023", module: "nodenext", strict: true, noEmit: true },
				...{ skipLibCheck: false, types },
			};
			const config = { compilerOptions, files: ["matcher.ts"] };
			await project.file("tsconfig.json", JSON.stringify(config));
			await project.file("matcher.ts", imports + MATCHER);
			const tsc = ["node_modules/typescript/bin/tsc", "-p", "."];
			const ran = await run(process.execPath, tsc, { cwd: project.path });
			expect(ran).toMatchObject({ code: 0, stdout: "" });
		},
		240_000,
	);
});
