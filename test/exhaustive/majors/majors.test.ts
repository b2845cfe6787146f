import { delimiter, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import {
	configs,
	readmeConfigs,
	readmeTests,
	testingExamples,
} from "../../process/docs/examples.ts";
import { ROOT } from "../../process/docs/page.ts";
import { HAS_CHROMIUM } from "../../support/chromium.ts";
import {
	HAS_REGISTRY,
	installPackages,
	packInto,
} from "../../support/registry.ts";
import { run } from "../../support/run.ts";
import { testFolder } from "../../support/test-folder.ts";
import { startCli } from "../../support/understudy.ts";
import { isWhole } from "../sample.ts";
import { runWorkerPage } from "./run-worker-page.ts";

if (HAS_REGISTRY && !HAS_CHROMIUM)
	process.stderr.write(
		"Skipped: the service worker with other majors of MSW. To run it, install Chromium: apt-get install chromium\n",
	);

type File = readonly [name: string, text: string];

/** MSW 3 calls handlers from where no stack trace leads to the sender. */
const SENDER = `import assert from "node:assert/strict";
import { test } from "node:test";
import { setupMock } from "zaps-understudy/node";

test("names the place that sent an unhandled request", async () => {
	const before = globalThis.fetch;
	const mock = setupMock().listen();
	const sent = mock.run(async () => {
		try { await fetch(mock.url + "/v1/zap"); } catch {}
	});
	await assert.rejects(sent, /sent from .*sender\\.node\\.ts:9:/);
	await mock.close();
	assert.equal(globalThis.fetch, before);
});
`;

/** The examples, and what a project of a user has beside them. */
const FILES: readonly File[] = [
	["sender.node.ts", SENDER],
	...testingExamples,
	...readmeTests.map((text, index): File => [`readme-${index}.test.ts`, text]),
	...readmeConfigs.map((text, index): File => [`readme-${index}.ts`, text]),
	[
		"plans.config.ts",
		configs.find((text) => text.includes("handlers: [")) ?? "",
	],
	["package.json", '{ "private": true, "type": "module" }'],
	[
		"tsconfig.json",
		`{ "extends": "${ROOT}/tsconfig.json", "compilerOptions": { "noUnusedLocals": false }, "include": ["."] }`,
	],
];

/** One worker takes a third of the CPU of one for each file. */
const VITEST = [
	...["node_modules/vitest/vitest.mjs", "run"],
	...["--no-isolate", "--max-workers=1"],
];

/** The installs and the examples of a pair take 20 seconds, or longer if other tests run at the same time. */
const TIMEOUT_MS = 240_000;

describe.skipIf(!HAS_REGISTRY)("on Node 24", async () => {
	const scratch = await testFolder();
	const bin = join(scratch.path, "node_modules/node/bin");
	const env = { PATH: `${bin}${delimiter}${process.env.PATH}` };
	let tarball = "";

	const runHere = (args: readonly string[], variables = {}) =>
		run("node", args, { cwd: scratch.path, env: { ...env, ...variables } });

	beforeAll(async () => {
		tarball = await packInto(scratch.path);
		for (const [name, text] of FILES) await scratch.file(name, text);
	}, TIMEOUT_MS);

	// `process/docs` runs the examples with the majors that this repository has.
	const all = [
		["3", "5", "5.9"],
		["2", "4", "7"],
		["2", "5", "7"],
		["3", "4", "6"],
	];
	test.each(isWhole ? all : all.slice(0, 1))(
		"all examples pass with MSW %s, Vitest %s and TypeScript %s",
		async (msw, vitest, typescript) => {
			const majors = { node: "24", msw, vitest, typescript };
			const packages = Object.entries(majors).map((each) => each.join("@"));
			await installPackages(scratch.path, [...packages, tarball], env);

			const installed = join(scratch.path, "node_modules");
			await using server = await startCli(
				["--config", "plans.config.ts"],
				scratch.path,
				join(installed, "node/bin/node"),
				join(installed, "zaps-understudy/dist/cli/main.js"),
			);
			const plan = await fetch(`${server.url}/v1/plans/pro`);
			expect(await plan.json()).toEqual({ name: "pro", price: 20 });

			const [compiled, tested, nodeTested, statuses] = await Promise.all([
				runHere(["node_modules/typescript/bin/tsc", "-p", "."]),
				runHere(VITEST, { MOCK_URL: server.url, SEED: "4711" }),
				runHere(["--test", "*.node.ts"]),
				HAS_CHROMIUM ? runWorkerPage(scratch.path) : "200 404",
			]);
			expect(compiled).toMatchObject({ code: 0, stdout: "" });
			expect(tested).toMatchObject({ code: 0, stderr: "" });
			expect(nodeTested).toMatchObject({ code: 0 });
			expect(statuses).toBe("200 404");
		},
		TIMEOUT_MS,
	);
});
