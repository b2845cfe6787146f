import {
	copyFile,
	readdir,
	readFile,
	rename,
	rm,
	stat,
	truncate,
	writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { StoreFullError } from "../../../src/store/sqlite/database.ts";
import {
	MIGRATIONS,
	openDatabase,
} from "../../../src/store/sqlite/open-database.ts";
import { openStoreFile } from "../../../src/store/sqlite/open-store-file.ts";
import { postJson } from "../../support/post-json.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { CLI, startCli } from "../../support/understudy.ts";
import {
	listZaps,
	look,
	openMock,
	openRestartable,
	type StoredMock,
} from "./stored-mock.ts";

test("a full file gets 503 without a trace, changes nothing that control could not keep, is still read, and takes the next write once there is room", async () => {
	await using scratch = await scratchFolder();
	const path = join(scratch.path, "mock.db");
	const onError = () => {};
	const mock = await openMock(path, { maxPages: 100, onError });
	const { control } = mock;
	const name = "x".repeat(200);
	const create = (to: StoredMock) => to.create(name);
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

test("on a full disk, a session that could not be deleted is whole, and the server ends with a sentence, and has every acknowledged write afterwards", async () => {
	await using scratch = await scratchFolder();
	const path = join(scratch.path, "mock.db");
	const first = await openMock(path);
	await listZaps(first, "b");
	await first[Symbol.asyncDispose]();
	const kib = (await stat(path)).size / 1024 + 16;
	// A limit of the size of files makes every disk full.
	const script = join(scratch.path, "serve.sh");
	await writeFile(
		script,
		`trap '' XFSZ; ulimit -f ${kib}; exec '${process.execPath}' '${CLI}' "$@"`,
	);
	const store = ["--store", `sqlite:${path}`];
	await using server = await startCli(store, undefined, "bash", script);
	const send = (method: string, at: string, body?: object) =>
		fetch(`${server.url}/__session/b${at}`, {
			method,
			headers: { "content-type": "application/json" },
			...(body && { body: JSON.stringify(body) }),
		});
	/** Counts the zaps and the exchanges of the session. */
	const count = async (): Promise<number[]> => {
		const { zaps } = await (await send("GET", "/__mock/state")).json();
		const { total } = await (await send("GET", "/__mock/requests")).json();
		return [zaps.length, total];
	};
	const note = "x".repeat(40_000);
	const large = { name: "large", note };
	expect((await send("POST", "/__mock/state/zaps", large)).status).toBe(201);
	let created = 0;
	while ((await send("POST", "/v1/zaps", { name: "small" })).status === 201)
		created += 1;
	// Fills also what is too small for a record.
	while ((await send("PUT", "/__mock/faults", [])).ok);
	const deletion = await send("DELETE", "/__mock/sessions/b");
	expect(deletion.status).toBe(503);
	expect((await deletion.json()).detail).toContain(path);
	await send("GET", "/v1/zaps");
	expect(await count()).toEqual([21 + created, 2 + created]);
	expect(await server.end("SIGTERM")).toBe(0);
	const messages: unknown[] = [];
	for (let event: Record<string, unknown> = {}; event.event !== "stopped"; ) {
		event = await server.nextEvent();
		if (event.event === "error") messages.push(event.message);
	}
	expect(messages.at(-1)).toMatch(/mock\.db could not be closed: .*\.$/);
	expect(messages.join("\n")).not.toContain("\n    at ");
	await using mock = await openMock(path);
	const { zaps } = await mock.control.session("b").state();
	expect(zaps).toHaveLength(21 + created);
});

test("a reset that the file cannot keep changes nothing", async () => {
	await using scratch = await scratchFolder();
	const path = join(scratch.path, "mock.db");
	let isFull = false;
	await using mock = await openMock(path, {
		adapt: (file) => ({
			...file,
			sessions: {
				...file.sessions,
				keep(...session) {
					if (isFull) throw new StoreFullError("full");
					file.sessions.keep(...session);
				},
			},
		}),
	});
	await mock.control.setScenario("empty");
	await mock.create("kept");
	const before = await look(mock.control);
	isFull = true;
	await expect(mock.control.reset({ all: true })).rejects.toThrow("full");
	await expect(mock.control.setScenario("empty")).rejects.toThrow("full");
	expect(await look(mock.control)).toEqual(before);
	isFull = false;
	await mock.control.reset({ all: true });
	expect((await listZaps(mock)).body.items).toHaveLength(20);
});

test("a file that is deleted or replaced while the mock uses it makes the next write fail, and takes writes again when it is back; the other file is not touched", async () => {
	await using stored = await openRestartable();
	const { path, errors, mock } = stored;
	const create = async () => {
		const { status, body } = await mock.create("a");
		return status === 503 ? body.detail : status;
	};
	const says = expect.stringContaining(`${path} was deleted or replaced`);
	expect(await create()).toBe(201);
	await rename(path, `${path}.old`);
	expect(await create()).toEqual(says);
	await copyFile(`${path}.old`, path);
	expect(await create()).toEqual(says);
	await expect(mock.control.setFaults([])).rejects.toThrow("replaced");
	await rm(path);
	await rename(`${path}.old`, path);
	await rename(`${path}-wal`, `${path}.old`);
	expect(await create()).toContain(`${path}-wal was deleted`);
	await rename(`${path}.old`, `${path}-wal`);
	expect(await create()).toBe(201);
	const count = async () =>
		(await listZaps(await stored.reopen())).body.items.length;
	expect(await count()).toBe(22);
	await stored.mock[Symbol.asyncDispose]();
	await copyFile(path, `${path}.old`);
	await stored.reopen();
	await stored.mock.create("a");
	await rename(`${path}.old`, path);
	expect(await count()).toBe(22);
	await stored.mock[Symbol.asyncDispose]();
	expect(String(errors.at(-1))).toContain(
		`What the mock kept is in ${path}.saved. Move it to ${path}`,
	);
	await rename(`${path}.saved`, path);
	expect(await count()).toBe(23);
});

test("a file that is gone when the mock stops can be replaced by what it saved, and a log of another mock stays", async () => {
	await using stored = await openRestartable();
	const { path } = stored;
	await stored.mock.create("a");
	await rename(path, `${path}.old`);
	await stored.mock[Symbol.asyncDispose]();
	await rename(`${path}.saved`, path);
	const count = async () => (await listZaps(stored.mock)).body.items.length;
	await stored.reopen();
	expect(await count()).toBe(21);
	const first = stored.mock;
	for (const suffix of ["", "-wal"]) await rm(path + suffix);
	await using other = await openMock(path);
	await other.create("b");
	await first[Symbol.asyncDispose]();
	expect((await other.create("c")).status).toBe(201);
	expect((await listZaps(other)).body.items).toHaveLength(22);
});

test("a log that is truncated while the mock uses it makes the next write fail", async () => {
	await using stored = await openRestartable();
	const { path, errors, mock } = stored;
	await mock.create("a");
	await truncate(`${path}-wal`, 32);
	const { status, body } = await mock.create("b");
	expect(status).toBe(503);
	expect(body.detail).toContain(`${path}-wal was truncated`);
	// What SQLite has read before is saved.
	await mock[Symbol.asyncDispose]();
	expect(String(errors.at(-1))).toContain(
		`The store ${path} was truncated while the mock used it.`,
	);
	await using restored = await openMock(`${path}.saved`);
	expect((await listZaps(restored)).body.items).toHaveLength(21);
});

/** More than SQLite has in memory. */
const LARGE = Array.from({ length: 300 }, (_, index) => ({
	id: `zap_01KDTQ3T0Z${`${9_000 - index}`.padStart(16, "0")}`,
	...{ name: "a", note: "x".repeat(20_000) },
	createdAt: "2025-12-31T17:25:57.919Z",
}));

test("a file that is overwritten while the mock uses it makes the next write fail, and is not touched; what the mock kept is saved, and a copy restores it", async () => {
	await using stored = await openRestartable();
	const { path, errors } = stored;
	const create = (mock: StoredMock) => mock.create("a");
	const other = await openMock(`${path}.other`);
	for (let i = 0; i < 100; i++) await create(other);
	await other[Symbol.asyncDispose]();
	expect((await create(stored.mock)).status).toBe(201);
	await copyFile(path, `${path}.own`);
	await copyFile(`${path}.other`, path);
	const { status, body } = await create(stored.mock);
	expect(status).toBe(503);
	expect(body.detail).toContain(`${path} was overwritten while the mock uses`);
	await copyFile(`${path}.own`, path);
	expect((await create(stored.mock)).status).toBe(201);
	await copyFile(`${path}.other`, path);
	await stored.mock[Symbol.asyncDispose]();
	expect(String(errors.at(-1))).toContain(`is in ${path}.saved`);
	expect(await readFile(path)).toEqual(await readFile(`${path}.other`));
	await using saved = await openMock(`${path}.saved`);
	expect((await saved.control.state()).zaps).toHaveLength(22);
});

test("an older copy of the file and its log over both makes the next write fail, and stays", async () => {
	await using stored = await openRestartable();
	const { path, errors } = stored;
	const files = [path, `${path}-wal`];
	const create = (name: string) => stored.mock.create(name);
	// So much that the log begins again, and keeps its size.
	await stored.mock.control.setState({ zaps: LARGE });
	await create("old");
	for (const file of files) await copyFile(file, `${file}.copy`);
	expect((await create("new")).status).toBe(201);
	expect((await create("new")).status).toBe(201);
	for (const file of files)
		await writeFile(file, await readFile(`${file}.copy`));
	const { status, body } = await create("lost");
	expect(status).toBe(503);
	expect(body.detail).toContain(`${path}-wal was overwritten while the mock`);
	await stored.mock[Symbol.asyncDispose]();
	expect(String(errors.at(-1))).toContain("Its last writes are lost.");
	for (const file of files) {
		const content = await readFile(file);
		// Comparing such large values takes minutes.
		expect(content.equals(await readFile(`${file}.copy`))).toBe(true);
	}
	for (const file of files)
		await copyFile(file, file.replace("mock.db", "again.db"));
	await using again = await openMock(path.replace("mock.db", "again.db"));
	expect((await again.control.state()).zaps).toHaveLength(301);
});

test("the first write of a mock to a file that was overwritten before is refused", async () => {
	await using stored = await openRestartable();
	await stored.reopen();
	await writeFile(stored.path, "x".repeat(300_000));
	const sent = stored.mock.create("a");
	expect((await sent).status).toBe(503);
});

test("a mock overwrites no file that was truncated or overwritten, if it cannot save what it kept", async () => {
	await using stored = await openRestartable();
	const { path, errors } = stored;
	await stored.mock.control.setState({ zaps: LARGE });
	await truncate(path, 8_192);
	const { status, body } = await stored.mock.create("a");
	expect(status).toBe(503);
	expect(body.detail).toContain(`${path} was truncated`);
	await writeFile(path, "x".repeat(20_000_000));
	await stored.mock[Symbol.asyncDispose]();
	expect(String(errors.at(-1))).toContain(`writes are in ${path}.saved-wal`);
	expect(await readFile(path, "utf8")).toBe("x".repeat(20_000_000));
});

test.each([
	["and keeps its last writes", false],
	["even if the log was deleted", true],
])(
	"a server that ends does not change a file that was written over its store, %s",
	async (_, isLogDeleted) => {
		await using scratch = await scratchFolder();
		const path = join(scratch.path, "mock.db");
		await using server = await startCli(["--store", `sqlite:${path}`]);
		const created = await fetch(
			`${server.url}/v1/zaps`,
			postJson({ name: "a" }),
		);
		expect(created.status).toBe(201);
		await writeFile(`${path}.saved-wal`, "of an earlier mock");
		const writes = await readFile(`${path}-wal`);
		const other = "x".repeat(300_000);
		await writeFile(path, other);
		if (isLogDeleted) await rm(`${path}-wal`);
		expect(await server.end("SIGTERM")).toBe(0);
		expect(await readFile(path, "utf8")).toBe(other);
		// The mock may have written counts meanwhile.
		const saved = await readFile(`${path}.saved-2-wal`);
		expect(saved.subarray(0, writes.length)).toEqual(writes);
		expect((await readdir(scratch.path)).toSorted()).toEqual([
			...["mock.db", "mock.db.saved-2-wal", "mock.db.saved-wal"],
		]);
	},
);

test("after a restart, sessions share the records of their dataset, and keep their own", async () => {
	await using scratch = await scratchFolder();
	const path = join(scratch.path, "mock.db");
	const names = ["a", "b"];
	for (const restarts of [0, 1]) {
		await using mock = await openMock(path);
		if (restarts === 0) for (const name of names) await mock.create(name, name);
		const [a, b] = await Promise.all(
			names.map(async (name) => (await mock.readStore(name)).zaps),
		);
		expect(a?.length).toBe(21);
		expect(a?.at(20)).toMatchObject({ name: "a" });
		expect(b?.at(20)).toMatchObject({ name: "b" });
		expect(a?.at(0)).toBe(b?.at(0));
	}
});

test("a state that is read while its session is reset is complete", async () => {
	await using stored = await openRestartable();
	await listZaps(stored.mock);
	const mock = await stored.reopen();
	const { zaps } = await mock.readStore("default");
	await mock.control.reset({ dataset: "empty" });
	expect(zaps?.length).toBe(20);
	for (let index = 0; index < 20; index += 1)
		expect(zaps?.at(index)).toHaveProperty("name");
});

test("a write that fails after a part of it is in the log is no damage", async () => {
	await using scratch = await scratchFolder();
	const database = await openDatabase(join(scratch.path, "mock.db"));
	const insert = database.prepare("INSERT INTO setting VALUES (?, ?)");
	// More than SQLite has in memory.
	const fill = () => {
		for (let index = 0; index < 100; index += 1)
			insert.run(`${index}`, "x".repeat(100_000));
		throw new Error("stopped");
	};
	for (const name of ["a", "b"]) {
		expect(() => database.atomically(fill)).toThrow("stopped");
		insert.run(name, "");
	}
	database.close();
});

test("an error of the database names the file", async () => {
	await using scratch = await scratchFolder();
	const path = join(scratch.path, "mock.db");
	const database = await openDatabase(path);
	expect(() => database.prepare("SELECT * FROM missing")).toThrow(path);
	database.prepare("INSERT INTO setting VALUES ('initial', '{')").run();
	database.close();
	const file = await openStoreFile(path);
	expect(() => file.initial({ dataset: "few", seed: 1, now: 0 })).toThrow(
		`The store ${path} cannot be used: `,
	);
	file.close();
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
