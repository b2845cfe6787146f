import {
	defineConfig,
	type TestProjectInlineConfiguration,
} from "vitest/config";

/** Files share a worker and its modules, so that each module loads once. */
const SHARED = { pool: "threads", isolate: false } as const;

const project = (
	name: string,
	folders: readonly string[],
	options: TestProjectInlineConfiguration["test"] = { pool: "forks" },
): TestProjectInlineConfiguration => ({
	extends: true,
	test: {
		...options,
		name,
		include: folders.map((folder) => `test/${folder}/**/*.test.ts`),
	},
});

/** `npm test` runs each rule once; `npm run test:exhaustive` runs all cases and all runs of the properties. */
export default defineConfig(({ mode }) => ({
	test: {
		projects:
			mode === "exhaustive"
				? [
						project("properties", ["unit/properties"], SHARED),
						project("conformance", ["conformance"]),
						project("exhaustive", ["exhaustive", "contracts/providers"]),
					]
				: [
						project("unit", ["unit"], SHARED),
						project("conformance", ["conformance"]),
						project("process", ["process", "bench"]),
						project("contracts", ["contracts"]),
						project("browser", ["browser"]),
					],
		provide: { exhaustive: mode === "exhaustive" },
		maxWorkers: "100%",
		testTimeout: 30_000,
		hookTimeout: 30_000,
		sequence: { shuffle: { files: true, tests: false } },
	},
}));
