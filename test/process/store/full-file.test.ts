import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../../src/store/sqlite/open-database.ts";
import { MIGRATIONS } from "../../../src/store/sqlite/schema.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { listZaps, look, openMock, type StoredMock } from "./stored-mock.ts";

test("a full file gets 503 without a trace, changes nothing that control could not keep, is still read, and takes the next write once there is room", async () => {
	await using scratch = await scratchFolder();
	const path = join(scratch.path, "mock.db");
	const onError = () => {};
	const mock = await openMock(path, { maxPages: 100, onError });
	const { control } = mock;
	const name = "x".repeat(200);
	const create = (to: StoredMock) => to.send("POST", "/v1/zaps", { name });
	let created = 0;
	let { status } = await create(mock);
	for (; status === 201; { status } = await create(mock)) created += 1;
	expect(status).toBe(503);
	expect(created).toBeGreaterThan(0);
	/** Expects the records of the dataset and those that were created. */
	const expectAll = async ({ control }: StoredMock) => {
		const { zaps, audit } = await control.state();
		expect([zaps?.length, audit?.length]).toEqual([20 + created, 50 + created]);
	};
	await expectAll(mock);
	const before = await look(control);
	const fault = {
		operation: "listZaps",
		kind: "status",
		status: 503,
		force: true,
	} as const;
	const faults = Array(50).fill({ ...fault, body: { name } });
	await expect(control.setFaults(faults)).rejects.toThrow("full");
	await expect(control.addFaults(faults)).rejects.toThrow("full");
	expect(await look(control)).toEqual(before);
	expect((await listZaps(mock, "new")).status).toBe(200);
	const sessions = (await control.sessions()).map(({ id }) => id);
	expect(sessions).toEqual(["default", "new"]);
	await mock[Symbol.asyncDispose]();
	await using roomy = await openMock(path);
	expect((await create(roomy)).status).toBe(201);
	created += 1;
	await expectAll(roomy);
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
});
