import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../../src/store/sqlite/open-database.ts";
import { openStoreFile } from "../../../src/store/sqlite/open-store-file.ts";
import { MIGRATIONS } from "../../../src/store/sqlite/schema.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { listZaps, openMock } from "./stored-mock.ts";

test("a full file changes nothing that control could not keep, is still read, and is closed", async () => {
	await using scratch = await scratchFolder();
	const path = join(scratch.path, "mock.db");
	const errors: unknown[] = [];
	const onError = (error: unknown) => errors.push(error);
	const mock = await openMock(path, { maxPages: 60, onError });
	const { control } = mock;
	const name = "x".repeat(200);
	while ((await mock.send("POST", "/v1/zaps", { name })).status === 201);
	const look = async () => [
		await control.scenarios(),
		await control.faults(),
		await control.state(),
	];
	const before = await look();
	const fault = {
		operation: "listZaps",
		kind: "status",
		status: 503,
		force: true,
	} as const;
	const faults = Array(50).fill({ ...fault, body: { name } });
	await expect(control.setFaults(faults)).rejects.toThrow("full");
	await expect(control.addFaults(faults)).rejects.toThrow("full");
	expect(await look()).toEqual(before);
	await listZaps(mock, "new");
	const sessions = (await control.sessions()).map(({ id }) => id);
	expect(sessions).toEqual(["default", "new"]);
	await mock[Symbol.asyncDispose]();
	await (await openMock(path))[Symbol.asyncDispose]();
});

test("a file of an older version is migrated, and keeps its sessions", async () => {
	await using scratch = await scratchFolder();
	const path = join(scratch.path, "mock.db");
	await (await openMock(path))[Symbol.asyncDispose]();
	const migrations = [
		...MIGRATIONS,
		"ALTER TABLE session ADD COLUMN note TEXT;",
	];
	const database = await openDatabase(path, undefined, migrations);
	const rows = database.prepare("SELECT id, note FROM session").all();
	expect(rows).toMatchObject([{ id: "default", note: null }]);
	database.close();
	await expect(openStoreFile(path)).rejects.toThrow("newer version");
});
