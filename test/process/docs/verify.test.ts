import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { run } from "../../support/run.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { CLI, startCli } from "../../support/understudy.ts";
import { findBlocks, readPage } from "./page.ts";

const PAGES = ["README.md", "docs/contracts.md", "docs/adopt.md"];
const USED = { tests: 1, exchanges: 1, assumptions: [{ id: "health.body" }] };

const commandsOf = async (page: string): Promise<string[]> =>
	findBlocks(await readPage(page), "sh").flatMap(({ text }) =>
		text.trim().split("\n"),
	);
const isOwn = (command: string): boolean =>
	/^npx zaps-understudy (verify|ledger) /.test(command);

test("the commands that verify a service and keep a ledger succeed", async () => {
	await using mock = await startCli();
	for (const page of PAGES) {
		await using project = await scratchFolder();
		await project.file("used-assumptions.json", JSON.stringify(USED));
		const commands = (await commandsOf(page)).filter(isOwn);
		expect(commands, page).not.toEqual([]);
		// In the upgraded project of docs/adopt.md, there is a ledger.
		if (!commands.join().includes("ledger init"))
			commands.unshift("npx zaps-understudy ledger init");
		for (const command of commands) {
			const [, , ...args] = command.split(" ");
			const isVerify = args[0] === "verify";
			const others = isVerify ? ["--only", "getHealth", "--allow-mock"] : [];
			const { code, stdout } = await run(
				process.execPath,
				[
					CLI,
					...args.map((word) => word.replace(/^http:\S+$/, mock.url)),
					...others,
				],
				{ cwd: project.path },
			);
			expect({ code, command }).toEqual({ code: 0, command });
			if (args.includes("--used"))
				expect(stdout).toMatch(
					/^\s*Your 1 test depends on 1 assumption\. This service refutes none of them\.\n/,
				);
		}
		const ledger = join(project.path, "understudy.assumptions.yaml");
		expect(await readFile(ledger, "utf8")).toContain("status: confirmed");
	}
});

test("the other commands of docs/adopt.md are scripts of the package, or also in the README", async () => {
	const scripts = Object.keys(packageJson.scripts).map((name) =>
		name === "test" ? "npm test" : `npm run ${name}`,
	);
	const known = [...scripts, "npm ci", ...(await commandsOf("README.md"))];
	const others = (await commandsOf("docs/adopt.md")).filter(
		(command) => !isOwn(command) && !known.includes(command),
	);
	expect(others).toEqual([]);
});
