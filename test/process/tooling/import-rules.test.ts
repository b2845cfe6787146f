import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../support/run.ts";
import { scratchCopy } from "../../support/scratch-copy.ts";

const ROOT = join(import.meta.dirname, "../../..");
const DEPCRUISE = join(
	ROOT,
	"node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
);

/** One import that breaks each rule, the type-only kind included. */
const OFFENSES = {
	"no-circles": [
		"src/store/clock.ts",
		"import type {} from './write-context.ts';",
		"src/store/write-context.ts",
		"import type {} from './clock.ts';",
	],
	"values-imports-only-what-is-below": [
		"src/values/is-object.ts",
		"import type {} from '../store/cursor.ts';",
	],
	"schemas-imports-only-what-is-below": [
		"src/schemas/optional.ts",
		"import type {} from '../store/cursor.ts';",
	],
	"store-imports-only-what-is-below": [
		"src/store/cursor.ts",
		"import type {} from '../journal/entry.ts';",
	],
	"faults-imports-only-what-is-below": [
		"src/faults/wait.ts",
		"import type {} from '../store/cursor.ts';",
	],
	"journal-imports-only-what-is-below": [
		"src/journal/redact.ts",
		"import type {} from '../store/cursor.ts';",
	],
	"engine-imports-only-what-is-below": [
		"src/engine/request/json.ts",
		"import type {} from '../../../handlers/zaps.ts';",
	],
	"engine-response-imports-only-what-is-below": [
		"src/engine/response/render.ts",
		"import type {} from '../request/body.ts';",
	],
	"engine-request-imports-only-what-is-below": [
		"src/engine/request/body.ts",
		"import type {} from '../routing/address.ts';",
	],
	"engine-routing-imports-only-what-is-below": [
		"src/engine/routing/address.ts",
		"import type {} from '../sessions/state-keys.ts';",
	],
	"engine-sessions-imports-only-what-is-below": [
		"src/engine/sessions/state-keys.ts",
		"import type {} from '../presets/dataset-loader.ts';",
	],
	"control-imports-only-what-is-below": [
		"src/control/journal-control.ts",
		"import type {} from '../adapters/http/cors.ts';",
	],
	"adapters-imports-only-what-is-below": [
		"src/adapters/http/cors.ts",
		"import type {} from '../../control/journal-control.ts';",
	],
	"inspector-imports-only-what-is-below": [
		"src/inspector/style.ts",
		"import type {} from '../adapters/http/cors.ts';",
	],
	"verification-imports-only-what-is-below": [
		"src/verification/binding.ts",
		"import type {} from '../store/cursor.ts';",
	],
	"testing-imports-only-what-is-below": [
		"src/testing/require-known.ts",
		"import type {} from '../adapters/http/cors.ts';",
	],
	"cli-knows-no-service": [
		"src/cli/usage-error.ts",
		"import type {} from '../../handlers/zaps.ts';",
	],
	"only-the-cli-imports-the-cli": [
		"src/adapters/http/cors.ts",
		"import type {} from '../../cli/log.ts';",
	],
	"generated-contracts-import-nothing": [
		"contracts/generated/ledger.ts",
		"import type {} from '../../src/index.ts';",
	],
	"contracts-import-verification-types": [
		"contracts/states.ts",
		"import type {} from '../src/adapters/http/cors.ts';",
	],
	"contracts-import-no-verification-code": [
		"contracts/states.ts",
		"import '../src/verification/binding.ts';",
	],
	"resources-import-contracts-and-store": [
		"resources/zap.ts",
		"import type {} from '../src/engine/request/body.ts';",
	],
	"fixtures-import-resources-and-below": [
		"fixtures/zap.ts",
		"import type {} from '../src/engine/request/body.ts';",
	],
	"handlers-import-engine-and-below": [
		"handlers/zaps.ts",
		"import type {} from '../src/adapters/http/cors.ts';",
	],
	"browser-is-free-of-node": [
		"src/engine/request/json.ts",
		"import 'node:util';",
	],
	"msw-in-few-files": [
		"src/engine/request/json.ts",
		"import type {} from 'msw';",
	],
	"not-installed": ["src/engine/request/json.ts", "import 'left-pad';"],
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
				"resources",
				"handlers",
				"src",
			],
			{ cwd: copy.root },
		);
	expect((await cruise()).stdout).toContain("no dependency violations found");

	for (const [path, line, otherPath, otherLine] of Object.values(OFFENSES)) {
		await copy.replace(path, /^/, `${line}\n`);
		if (otherPath) await copy.replace(otherPath, /^/, `${otherLine}\n`);
	}
	const { stdout } = await cruise();
	const broken = Object.keys(OFFENSES).filter((rule) =>
		stdout.includes(`error ${rule}:`),
	);
	expect(broken).toEqual(Object.keys(OFFENSES));
});
