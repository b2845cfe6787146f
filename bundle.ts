import { readdirSync } from "node:fs";
import { build, type InputOptions, type OutputOptions } from "rolldown";

/** Packages of CommonJS, which a bundle loads faster than Node. */
const BUNDLED: Readonly<Record<string, string>> = {
	"@cfworker/json-schema": "@cfworker/json-schema/dist/esm/index.js",
	statuses: "statuses/index.js",
};

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
	// Rolldown brings the helpers of the transform.
	external: (id) =>
		/^[a-z@]/.test(id) &&
		!(id in BUNDLED) &&
		!id.startsWith("@oxc-project/runtime/"),
	checks: { ineffectiveDynamicImport: false },
};

const output: OutputOptions = {
	chunkFileNames: "[name]-[hash].js",
	cleanDir: true,
	comments: false,
	minify: { compress: true, mangle: false, codegen: false },
};

const PACT_CHILD = "src/verification/pact/pact-child.ts";

// The command line is in `dist/cli`, and the entries of the package are in `dist/lib`.
await build([
	{
		...input,
		input: [
			"src/cli/main.ts",
			"src/cli/serve/edits-worker.ts",
			"src/service/check-worker.ts",
			PACT_CHILD,
		],
		output: {
			...output,
			dir: "dist/cli",
			codeSplitting: {
				groups: [
					{
						// All that the first response needs is one file, because each file takes its time to load.
						name: "serve",
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
