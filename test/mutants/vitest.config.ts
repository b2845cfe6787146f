import { defineConfig } from "vitest/config";

const exhaustive = process.env.EXHAUSTIVE === "1";
const folders = ["unit", "conformance", ...(exhaustive ? ["exhaustive"] : [])];

/** The tests that can see a mutant: those that run the sources in their own process. */
export default defineConfig({
	test: {
		include: folders.map((folder) => `test/${folder}/**/*.test.ts`),
		// These run the built program, or compare files of the repository.
		exclude: ["test/exhaustive/{guard,provider}/**"],
		provide: { exhaustive },
		// Messages name the same commands whether npm or npx runs the tests.
		env: { npm_package_name: "" },
		testTimeout: 60_000,
		hookTimeout: 60_000,
	},
});
