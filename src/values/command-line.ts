/**
 * Whether this process runs a script of this repository: npm and its alternatives set this variable to the name of
 * the package. Browsers have no `process`.
 */
const isRepository = (): boolean =>
	globalThis.process?.env?.npm_package_name === "zaps-understudy";

/**
 * Returns the shell command that runs `understudy` with these words: a script in the repository of this package, and
 * `npx` in projects that use it. The package `understudy` on npm is unrelated.
 */
export const commandLine = (words = ""): string =>
	`${isRepository() ? "npm run understudy --" : "npx zaps-understudy"} ${words}`.trimEnd();
