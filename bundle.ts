import { readdirSync, writeFileSync } from "node:fs";
import { build, type InputOptions, type OutputOptions } from "rolldown";

/** Packages that a bundle loads faster than Node. */
const BUNDLED: Readonly<Record<string, string>> = {
	"@cfworker/json-schema": "@cfworker/json-schema/dist/esm/index.js",
	"pure-rand/generator/xoroshiro128plus":
		"pure-rand/lib/esm/generator/xoroshiro128plus.js",
	statuses: "statuses/index.js",
};

/** Whether Node loads a package. Rolldown brings the helpers of its transform. */
const isExternal = (id: string): boolean =>
	/^[a-z@]/.test(id) &&
	!(id in BUNDLED) &&
	!id.startsWith("@oxc-project/runtime/");

const input: InputOptions = {
	platform: "node",
	transform: { target: "node20.19" },
	resolve: {
		alias: Object.fromEntries(
			Object.entries(BUNDLED).map(([name, file]) => [
				name,
				`${import.meta.dirname}/node_modules/${file}`,
			]),
		),
	},
	external: isExternal,
	checks: { ineffectiveDynamicImport: false },
};

const output: OutputOptions = {
	chunkFileNames: "[name]-[hash].js",
	cleanDir: true,
	comments: false,
	minify: { compress: true, mangle: false, codegen: false },
};

/** Packages that only have ES modules, which `require` cannot load in each supported version of Node. */
const MODULES_ONLY =
	/^(@faker-js|ansi-regex|get-east-asian-width|marked|srvx|string-width|strip-ansi)(\/|$)/;

const PACT_CHILD = "src/verification/pact/pact-child.ts";

// The command line is in `dist/cli`, and the entries of the package are in `dist/lib`.
await build([
	{
		...input,
		external: (id) => isExternal(id) && !MODULES_ONLY.test(id),
		input: {
			main: "src/cli/start.ts",
			"command-line": "src/cli/main.ts",
			"edits-worker": "src/cli/serve/edits-worker.ts",
			"check-worker": "src/service/check-worker.ts",
			"pact-child": PACT_CHILD,
		},
		output: {
			...output,
			dir: "dist/cli",
			// Node loads it faster than ES modules, and it can be compiled before.
			format: "cjs",
			codeSplitting: {
				groups: [
					{
						// All that the first response needs is one file, because each file takes its time to load.
						name: "first-response",
						test: /[\\/]src[\\/](cli[\\/]serve[\\/]run-serve|service[\\/]shipped-service)\.ts$/,
					},
				],
			},
		},
	},
	{
		...input,
		input: [
			...readdirSync("src/entries").map((file) => `src/entries/${file}`),
			PACT_CHILD,
		],
		// Some of them run in browsers, where nothing of Node may be imported.
		platform: "neutral",
		output: { ...output, dir: "dist/lib" },
	},
]);
writeFileSync("dist/cli/package.json", '{ "type": "commonjs" }\n');
