import { transform } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import { listTexts, testingExamples } from "../../process/docs/examples.ts";
import { readPage } from "../../process/docs/page.ts";
import {
	HAS_REGISTRY,
	installPackages,
	packInto,
} from "../../support/registry.ts";
import { run } from "../../support/run.ts";
import { testFolder } from "../../support/test-folder.ts";
import { isWhole } from "../sample.ts";

const TIMEOUT_MS = 240_000;

const MATCHER = `
import { setupMock, toHaveReceived } from "zaps-understudy/node";
expect.extend({ toHaveReceived });
const mock = setupMock();
await expect(mock).toHaveReceived("createZap", { body: { name: expect.any(String) } });
await expect(mock).not.toHaveReceived("createZap", { times: 2 });
// @ts-expect-error an unknown operation
await expect(mock).toHaveReceived("deleteZap");
`;

/** Each client of a page creates a zap. */
const DOM = `
import { expect } from "vitest";
import { test } from "zaps-understudy/vitest";

const headers = { "content-type": "application/json" };
const body = JSON.stringify({ name: "A" });
test("fetch", async ({ mock }) => {
	const url = mock.url + "/v1/zaps";
	const response = await fetch(url, { method: "POST", headers, body });
	expect(response.status).toBe(201);
});
test("XMLHttpRequest", async ({ mock }) => {
	const request = new XMLHttpRequest();
	request.open("POST", mock.url + "/v1/zaps");
	request.setRequestHeader("content-type", "application/json");
	const end = new Promise((resolve) => request.addEventListener("loadend", resolve));
	request.send(body);
	await end;
	expect(request.status).toBe(201);
});
`;

describe.skipIf(!HAS_REGISTRY)(
	"in a project with Jest and Vitest",
	async () => {
		const project = await testFolder();

		beforeAll(async () => {
			await project.file("package.json", '{ "type": "module" }');
			await project.file("dom.test.ts", DOM);
			const tarball = await packInto(project.path);
			await installPackages(project.path, [
				...["jest@30", "@types/jest@30", "@jest/globals@30", "vitest@4"],
				...["typescript@7", "msw@2", "@types/node@20", tarball],
				...["jsdom@24", "happy-dom@latest"],
			]);
		}, TIMEOUT_MS);

		/** Sends bodies to the mock in each environment, which is a project of Vitest. */
		async function expectBodies(environments: readonly string[]) {
			const include = ["dom.test.ts"];
			const projects = environments.map((environment) => ({
				test: { name: environment, environment, include },
			}));
			const config = `export default ${JSON.stringify({ test: { projects } })}`;
			await project.file("vitest.config.js", config);
			const args = ["node_modules/vitest/vitest.mjs", "run"];
			const ran = await run(process.execPath, args, { cwd: project.path });
			expect(ran).toMatchObject({ code: 0, stderr: "" });
			expect(ran.stdout).toContain(`${environments.length * 2} passed`);
		}

		test(
			"tests with jsdom 24 and happy-dom can send bodies to the mock",
			() => expectBodies(["jsdom", "happy-dom"]),
			TIMEOUT_MS,
		);

		test(
			"the example for Jest passes, without a transform",
			async () => {
				const page = await readPage("docs/testing.md");
				const examples = listTexts(page, "js").filter((text) =>
					text.includes(".test.mjs"),
				);
				expect(examples).toHaveLength(1);
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
					[
						...["--experimental-vm-modules", "node_modules/jest/bin/jest.js"],
						...["--ci", "--testMatch", "**/*.test.mjs"],
					],
					{ cwd: project.path },
				);
				expect(ran).toMatchObject({
					code: 0,
					stderr: expect.stringContaining("Tests:       1 passed, 1 total"),
				});
			},
			TIMEOUT_MS,
		);

		test.each([
			[["jest"], [""]],
			[[], ["@jest/globals", "vitest"]],
		])(
			"with types %j, toHaveReceived has types in tests that import from %j, and the types of libraries compile",
			async (types, modules) => {
				const compilerOptions = {
					...{
						target: "es2023",
						module: "nodenext",
						strict: true,
						noEmit: true,
					},
					...{ skipLibCheck: false, types: ["node", ...types] },
				};
				const files: string[] = [];
				for (const module of modules) {
					const imports = module && `import { expect } from "${module}";`;
					const file = `matcher-${files.length}.ts`;
					files.push(file);
					await project.file(file, imports + MATCHER);
				}
				const config = { compilerOptions, files };
				await project.file("tsconfig.json", JSON.stringify(config));
				const tsc = ["node_modules/typescript/bin/tsc", "-p", "."];
				const ran = await run(process.execPath, tsc, { cwd: project.path });
				expect(ran).toMatchObject({ code: 0, stdout: "" });
			},
			TIMEOUT_MS,
		);

		// At the end, because each replaces the version that the others run with.
		test.each(isWhole ? ["25", "26", "27"] : [])(
			"tests with jsdom %s can send bodies to the mock",
			async (version) => {
				await installPackages(project.path, [`jsdom@${version}`]);
				await expectBodies(["jsdom"]);
			},
			TIMEOUT_MS,
		);
	},
);
