import {
	defineConfig,
	type TestProjectInlineConfiguration,
} from "vitest/config";

/** Files share a worker and its modules, so that each module loads once. */
const SHARED = { pool: "threads", isolate: false } as const;
/** For files that change the working directory, or share a browser. */
const SHARED_FORKS = { pool: "forks", isolate: false } as const;

/** Each project sets the value itself, because it reads the shared options again, without the mode. */
const EXHAUSTIVE = { provide: { exhaustive: true } } as const;
const ALL_CASES = { ...SHARED, ...EXHAUSTIVE } as const;

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
						project("properties", ["unit/properties"], ALL_CASES),
						project("conformance", ["conformance"], ALL_CASES),
						project(
							"exhaustive",
							["exhaustive", "contracts/providers", "process/store"],
							{ pool: "forks", ...EXHAUSTIVE },
						),
					]
				: [
						project("unit", ["unit"], SHARED),
						project("conformance", ["conformance"], SHARED),
						project("process", ["process", "bench"], SHARED_FORKS),
						project("contracts", ["contracts"], SHARED),
						project("browser", ["browser"], SHARED_FORKS),
					],
		provide: { exhaustive: false },
		// Messages name the same commands whether npm or npx runs the tests.
		env: { npm_package_name: "" },
		maxWorkers: "100%",
		testTimeout: 30_000,
		hookTimeout: 30_000,
		sequence: { shuffle: { files: true, tests: false } },
	},
}));
