import { chmod, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import Libsql from "libsql";
import { expect, test } from "vitest";
import { openStoreFile } from "../../../src/store/sqlite/open-store-file.ts";
import { run } from "../../support/run.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { CLI } from "../../support/understudy.ts";
import { openMock, openRestartable } from "./stored-mock.ts";

async function createDatabase(path: string, sql: string): Promise<void> {
	const database = new Libsql(path);
	database.exec(sql);
	database.close();
}

test.each<[string, (path: string) => Promise<unknown>, RegExp]>([
	[
		"a file that is no database",
		(path) => writeFile(path, "notes ".repeat(50)),
		/is not a store of this mock/,
	],
	[
		"the database of another program",
		(path) => createDatabase(path, "CREATE TABLE mine (a)"),
		/is not a store of this mock/,
	],
	[
		"a store of a newer version",
		async (path) => {
			await (await openMock(path))[Symbol.asyncDispose]();
			await createDatabase(path, "PRAGMA user_version = 99");
		},
		/was written by a newer version/,
	],
])("refuses %s, and leaves it as it is", async (_, create, message) => {
	await using scratch = await scratchFolder();
	const path = join(scratch.path, "mock.db");
	await create(path);
	const before = await readFile(path);
	await expect(openStoreFile(path)).rejects.toThrow(message);
	expect(await readFile(path)).toEqual(before);
});

test("refuses a file that another process uses, a folder, and a path without one", async () => {
	await using stored = await openRestartable();
	const folder = dirname(stored.path);
	for (const [path, message] of [
		[stored.path, /Another process uses .*mock\.db/],
		[folder, /is not a file/],
		[join(folder, "none/mock.db"), /is not a folder. Create it first/],
	] as const)
		await expect(openStoreFile(path)).rejects.toThrow(message);
});

/** Root can write every file. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534 } : {};
/** False where Node or this checkout is in a folder that only root may enter. */
const RUNS_AS_NOBODY = await run(
	process.execPath,
	[CLI, "--help"],
	NOBODY,
).then(
	({ code }) => code === 0,
	() => false,
);

test.skipIf(!RUNS_AS_NOBODY)(
	"a file that cannot be written ends the server with exit code 2, and stays as it is (skipped if only root may run this checkout)",
	async () => {
		await using scratch = await scratchFolder();
		const path = join(scratch.path, "mock.db");
		await (await openMock(path))[Symbol.asyncDispose]();
		await chmod(path, 0o444);
		await chmod(scratch.path, 0o555);
		const before = await readFile(path);
		const args = [CLI, "serve", "--port", "0", "--store", `sqlite:${path}`];
		expect(await run(process.execPath, args, NOBODY)).toEqual({
			code: 2,
			stdout: "",
			stderr: `understudy: Cannot write ${path}. Allow it to be written, together with its folder, or pass the path of another file.\n`,
		});
		expect(await readFile(path)).toEqual(before);
		await chmod(scratch.path, 0o755);
	},
);

test("without libsql, says what to install, and creates no file", async () => {
	await using scratch = await scratchFolder();
	const toModule = (source: string) =>
		`data:text/javascript,${encodeURIComponent(source)}`;
	const hook = toModule(
		"export function resolve(name, context, next) { if (name === 'libsql') throw Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' }); return next(name, context); }",
	);
	const register = toModule(
		`import { register } from "node:module"; register("${hook}");`,
	);
	const path = join(scratch.path, "mock.db");
	const args = ["serve", "--port", "0", "--store", `sqlite:${path}`];
	const ran = await run(process.execPath, ["--import", register, CLI, ...args]);
	expect(ran).toEqual({
		code: 2,
		stdout: "",
		stderr:
			"understudy: A store in a file needs the package libsql. Install it with: npm install libsql\n",
	});
	await expect(readFile(path)).rejects.toThrow("ENOENT");
});
