import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../support/run.ts";
import { scratchCopy } from "../support/scratch-copy.ts";

const ROOT = join(import.meta.dirname, "../..");
const DEPCRUISE = join(
	ROOT,
	"node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
);

/** One import that breaks each rule, the type-only kind included. */
const OFFENCES = {
	"no-circles": [
		"src/state/clock.ts",
		"import type {} from './mint.ts';",
		"src/state/mint.ts",
		"import type {} from './clock.ts';",
	],
	"engine-knows-no-service": [
		"src/mock/state.ts",
		"import type {} from '../../handlers/zaps.ts';",
	],
	"contracts-know-nobody": [
		"contracts/generated/ledger.ts",
		"import type {} from '../../src/index.ts';",
	],
	"contracts-know-client-and-engine": [
		"contracts/states.ts",
		"import type {} from '../src/transports/cors.ts';",
	],
	"fixtures-know-contracts-and-state": [
		"fixtures/zap.ts",
		"import type {} from '../src/mock/body.ts';",
	],
	"handlers-know-mock-and-state": [
		"handlers/zaps.ts",
		"import type {} from '../src/transports/cors.ts';",
	],
	"leaves-know-nobody": [
		"src/state/cursor.ts",
		"import type {} from '../mock/json.ts';",
	],
	"leaves-know-not-each-other": [
		"src/state/cursor.ts",
		"import type {} from '../journal/entry.ts';",
	],
	"mock-knows-the-leaves": [
		"src/mock/json.ts",
		"import type {} from '../transports/cors.ts';",
	],
	"users-of-mock-know-not-each-other": [
		"src/transports/cors.ts",
		"import type {} from '../control/api.ts';",
	],
	"testing-knows-mock-and-its-client": [
		"src/testing/run.ts",
		"import type {} from '../transports/cors.ts';",
	],
	"nobody-knows-the-cli": [
		"src/transports/cors.ts",
		"import type {} from '../cli/log.ts';",
	],
	"browser-is-free-of-node": ["src/mock/json.ts", "import 'node:util';"],
	"msw-in-few-files": ["src/mock/json.ts", "import type {} from 'msw';"],
	"not-installed": ["src/mock/json.ts", "import 'left-pad';"],
} as const;

test("the sources keep the import rules, and each rule is broken by an import against it", async () => {
	await using copy = await scratchCopy();
	const cruise = () =>
		run(
			process.execPath,
			[
				DEPCRUISE,
				"--config",
				join(ROOT, ".dependency-cruiser.js"),
				"--output-type",
				"err",
				"contracts",
				"fixtures",
				"handlers",
				"src",
			],
			{ cwd: copy.root },
		);
	expect((await cruise()).stdout).toContain("no dependency violations found");

	for (const [path, text] of [
		["src/journal/entry.ts", "export type Entry = string;"],
		["src/control/api.ts", "export type Api = string;"],
	] as const) {
		await mkdir(join(copy.root, path, ".."), { recursive: true });
		await writeFile(join(copy.root, path), text);
	}
	for (const [path, line, otherPath, otherLine] of Object.values(OFFENCES)) {
		await copy.replace(path, /^/, `${line}\n`);
		if (otherPath) await copy.replace(otherPath, /^/, `${otherLine}\n`);
	}
	const { stdout } = await cruise();
	const broken = Object.keys(OFFENCES).filter((rule) =>
		stdout.includes(`error ${rule}:`),
	);
	expect(broken).toEqual(Object.keys(OFFENCES));
});
