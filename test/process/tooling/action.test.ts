import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { run } from "../../support/run.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { startEmpty } from "../../support/stub-server.ts";
import { CLI } from "../../support/understudy.ts";
import { ROOT, readPage } from "../docs/page.ts";

test.each([
	["", "zaps-understudy is not installed. Add it to the devDependencies"],
	["--header 'A: b", "The input args has a quote that is not closed."],
])(
	"the GitHub action with the arguments %j exits with 2 and says: %s",
	async (ARGS, sentence) => {
		await using folder = await scratchFolder();
		const script = join(ROOT, ".github/action/verify.sh");
		const env = { ARGS, VERSION: "", BASE_URL: "http://127.0.0.1:1" };
		const { code, stdout } = await run("bash", [script], {
			cwd: folder.path,
			env: { ...env, PATH: "/usr/bin:/bin" },
		});
		expect(code).toBe(2);
		expect(stdout).toContain(`::error title=understudy verify::${sentence}`);
	},
);

test("the GitHub action verifies the service with the given arguments, and fails with it", async () => {
	const action = parse(await readPage("action.yml"));
	const [step, ...others] = action.runs.steps;
	expect(others).toEqual([]);
	await using folder = await scratchFolder();
	await using service = await startEmpty();
	const inputs: Readonly<Record<string, string>> = {
		"base-url": service.url,
		version: "1.2.3",
		args: `--only getHealth --strict\n--report "junit=${folder.path}/a b.xml"`,
	};
	const names = Object.keys(action.inputs);
	expect(Object.keys(inputs)).toEqual(names);
	const docs = await readPage("docs/contracts.md");
	const [, used = ""] = /\n {2}with:\n(( {4}.*\n)+)/.exec(docs) ?? [];
	expect(names).toEqual(expect.arrayContaining(Object.keys(parse(used))));
	const npx = await folder.file(
		"npx",
		`#!/bin/sh\necho "npx $1 $2"\nshift 2\nexec "${process.execPath}" "${CLI}" "$@"\n`,
	);
	await chmod(npx, 0o755);
	const summary = await folder.file("summary.md", "Before\n");

	const env = Object.entries<string>(step.env).map(([name, value]) => [
		name,
		value.replace(/\$\{\{ inputs\.(.*) \}\}/, (_, input) => `${inputs[input]}`),
	]);
	const { code, stdout } = await run(step.shell, ["-c", step.run], {
		env: {
			...Object.fromEntries(env),
			PATH: `${folder.path}:${process.env.PATH}`,
			GITHUB_ACTION_PATH: ROOT,
			GITHUB_STEP_SUMMARY: summary,
		},
	});
	expect(code).toBe(1);
	expect(stdout).toMatch(/^npx --yes zaps-understudy@1\.2\.3\n/);
	expect(stdout).toContain("\n::error title=getHealth%3A status is missing::");
	expect(await readFile(summary, "utf8")).toMatch(
		/^Before\n# Verification of http/,
	);
	const junit = await readFile(join(folder.path, "a b.xml"), "utf8");
	expect(junit).toContain("<testsuites ");
});
