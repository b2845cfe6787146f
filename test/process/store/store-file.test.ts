import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Libsql from "libsql";
import { describe, expect, test } from "vitest";
import { service } from "../../../handlers/index.ts";
import { loadForwarder } from "../../../src/service/load-forwarder.ts";
import type { StoreFile } from "../../../src/store/backing.ts";
import { type Edit, editLibrary } from "../../support/library.ts";
import { runInProcess } from "../../support/run-in-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { startEmpty } from "../../support/stub-server.ts";
import { startCli } from "../../support/understudy.ts";
import {
	listZaps,
	look,
	openMock,
	openRestartable,
	type StoredMock,
} from "./stored-mock.ts";

describe("after a restart", () => {
	test("sessions continue with state, cursors, scenario, faults, snapshots, metrics and counts, and a deleted one starts anew", async () => {
		await using stored = await openRestartable();
		const before = stored.mock;
		const { zaps: [first, second] = [] } = await before.control.state();
		// Long texts in any script.
		const record = { ...first, name: "☃ é \u0000", note: "😀".repeat(50_000) };
		await before.control.updateRecord("zaps", String(first?.id), record);
		await before.control.removeRecord("zaps", String(second?.id));
		for (const session of ["default", "b", "deleted"])
			await before.create(session, session);
		await before.control.deleteSession("deleted");
		const b = before.control.session("b");
		const snapshot = await b.snapshot();
		await b.setScenario("unhealthy");
		await b.setFaults([
			{ operation: "listZaps", kind: "delay", ms: 1, times: 3 },
		]);
		await listZaps(before, "b");
		const { body } = await before.send("GET", "/v1/zaps?limit=5");
		const readNext = async (mock: StoredMock) =>
			mock.send("GET", `/v1/zaps?limit=5&cursor=${body.nextCursor}`);
		const next = await readNext(before);
		expect(next.status).toBe(200);
		const lookAll = async ({ control }: StoredMock) => ({
			state: await control.state(),
			b: await look(control.session("b")),
			sessions: (await control.sessions()).map(({ id, openedAt, faults }) => ({
				...{ id, openedAt, faults },
			})),
			used: await control.usedAssumptions(),
		});
		const seen = await lookAll(before);
		expect(seen).toMatchObject({
			b: { faults: [{ times: 2 }] },
			sessions: [{ id: "default" }, { id: "b" }],
		});
		const after = await stored.reopen();
		expect(await lookAll(after)).toEqual(seen);
		expect((await after.send("GET", "/metrics")).body.text).toContain(
			'http_requests_total{operation="createZap",status="201"} 1',
		);
		expect(await readNext(after)).toEqual(next);
		await after.control.session("b").restore(snapshot);
		expect((await listZaps(after, "b")).body.items).toHaveLength(21);
		expect((await listZaps(after, "deleted")).body.items).toHaveLength(20);
	});

	test("hundreds of added records are as they were, and stay readable when the session is reset", async () => {
		await using stored = await openRestartable();
		const { control, send } = stored.mock;
		for (let number = 0; number < 600; number++)
			await send("POST", "/v1/zaps", { name: `zap ${number}` });
		const { zaps: ids = [] } = await control.state();
		const idAt = (index: number) => String(ids[index]?.id);
		for (const index of [1, 299, 300, 610])
			await control.updateRecord("zaps", idAt(index), {
				...ids[index],
				name: "changed",
			});
		for (const index of [0, 400, 619])
			await control.removeRecord("zaps", idAt(index));
		const before = await control.state();
		expect(before.zaps).toHaveLength(617);
		const after = await stored.reopen();
		const { zaps } = await after.readStore("default");
		await after.control.reset({ dataset: "empty" });
		const read = Array.from({ length: zaps?.length ?? 0 }, (_, index) =>
			zaps?.at(index),
		);
		expect(read.toReversed()).toEqual(before.zaps);
	});

	test("ids, random numbers and a fixed clock go on where they were", async () => {
		const clock = "2026-01-01T00:00:00.000Z";
		const write = async (mock: StoredMock) => (await mock.create("same")).body;
		await using whole = await openRestartable({ clock });
		await using stopped = await openRestartable({ clock });
		expect(await write(stopped.mock)).toEqual(await write(whole.mock));
		await stopped.reopen();
		expect(await write(stopped.mock)).toEqual(await write(whole.mock));
	});

	test("a session that began in real time goes on in real time, whatever --clock says", async () => {
		await using stored = await openRestartable();
		await listZaps(stored.mock);
		const after = await stored.reopen({ clock: "2020-01-01T00:00:00.000Z" });
		const before = Date.now();
		const { body } = await after.create("now");
		expect(Date.parse(body.createdAt)).toBeGreaterThanOrEqual(before);
	});

	test("forwarding that was set goes on without the values of its headers, except those that the mock is started with, and says so", async () => {
		await using service = await startEmpty();
		const { url } = service;
		const headers = { "x-start": "start" };
		const forward = { url, only: ["listZaps"], headers } as const;
		await using stored = await openRestartable({ forward, loadForwarder });
		const { control } = stored.mock;
		const only = ["getHealth"] as const;
		const own = { url, only, headers: { "x-key": "secret" } };
		await control.session("own").setForward(own);
		await control.session("same").setForward({ only });
		await control.session("off").clearForward();
		const after = await stored.reopen();
		const files = [stored.path, `${stored.path}-wal`];
		for (const file of files)
			expect((await readFile(file)).includes("secret")).toBe(false);
		const look = (id: string) => after.control.session(id).forward();
		const started = { headers: { "x-start": "[redacted]" }, lostHeaders: [] };
		const lost = { headers: {}, lostHeaders: ["x-key"] };
		expect(await look("default")).toMatchObject({ url, ...started });
		expect(await look("same")).toMatchObject({ operations: only, ...started });
		expect(await look("off")).toMatchObject({ url: null });
		expect(await look("own")).toMatchObject({ url, operations: only, ...lost });
		const init = { headers: { "mock-session": "own", "x-key": "other" } };
		const request = new Request("http://mock.test/v1/health", init);
		const response = await after.fetch(request);
		expect(response.headers.get("mock-lost-headers")).toBe("x-key");
		// Without its value, the header keeps other pages away as before.
		const origin = "https://other.test";
		const ofPage = new Request("http://mock.test/v1/health", {
			headers: { ...init.headers, origin },
		});
		expect((await after.fetch(ofPage)).status).toBe(403);
		const { requests } = await after.control.session("own").requests();
		expect(requests.at(-1)).toMatchObject({
			request: { headers: { "x-key": "[redacted]" } },
		});
		await after.control.session("own").setForward(own);
		expect((await look("own")).lostHeaders).toEqual([]);
	});

	test("the dataset has the same records, also in new sessions, whatever is asked for", async () => {
		await using stored = await openRestartable({ seed: 7 });
		const { body: before } = await listZaps(stored.mock);
		const after = await stored.reopen({ seed: 8, dataset: "empty" });
		expect((await listZaps(after)).body).toEqual(before);
		expect((await listZaps(after, "new")).body).toEqual(before);
		await after.control.reset({ dataset: "empty" });
		expect((await listZaps(after)).body.items).toEqual([]);
	});

	test("the dataset that new sessions start from is required", async () => {
		const { scenarios, datasets } = service;
		const shop = async () => ({ zaps: [] });
		const presets = { scenarios, datasets: { ...datasets, shop } };
		await using stored = await openRestartable({ presets, dataset: "shop" });
		await expect(stored.reopen({ dataset: "empty" })).rejects.toThrow(
			'New sessions of the store start from dataset "shop", which is missing. Provide it again, in the configuration or as the same file, or use another store.',
		);
	});
});

test("the server and the shell say which headers of forwarding a restart has lost", async () => {
	await using scratch = await scratchFolder();
	const start = () =>
		startCli(["--store", `sqlite:${join(scratch.path, "mock.db")}`]);
	const forward = (url: string, ...args: string[]) =>
		runInProcess("forward", ...args, "--url", url);
	await using before = await start();
	await forward(before.url, "http://127.0.0.1:9", "--header", "X-Key: secret");
	await before.end("SIGKILL");
	await using after = await start();
	expect(after.ready.lostHeaders).toEqual({ default: ["x-key"] });
	expect((await forward(after.url)).stdout).toContain(
		"The restart of the mock lost the values of x-key.",
	);
});

test("forwarding that was set covers the operations that the document has after a restart", async () => {
	await using scratch = await scratchFolder();
	const args = ["--store", "sqlite:mock.db", "--document", "library.yaml"];
	const start = async (...edits: Edit[]) => {
		await scratch.file("library.yaml", editLibrary(...edits));
		return startCli(args, scratch.path);
	};
	await using before = await start();
	const settings = ["http://127.0.0.1:9", "--except", "listShelves"];
	await runInProcess("forward", ...settings, "--url", before.url);
	await before.end("SIGTERM");
	await using after = await start(["listShelves", "listRacks"]);
	expect(after.ready.unknownOperations).toEqual({ default: ["listShelves"] });
	expect((await runInProcess("forward", "--url", after.url)).stdout).toContain(
		"Forwards listBooks, createBook, listRacks to http",
	);
});

test("sessions share the records of their dataset, and free them when none is left", async () => {
	await using stored = await openRestartable();
	for (const session of ["a", "b", "c"]) await listZaps(stored.mock, session);
	await stored.mock.control.session("c").reset({ dataset: "empty" });
	await listZaps(stored.mock, "c");
	const count = async () => {
		await stored.mock[Symbol.asyncDispose]();
		const database = new Libsql(stored.path);
		const rows = database.prepare("SELECT id FROM dataset").all([]);
		database.close();
		await stored.reopen();
		return rows.length;
	};
	expect(await count()).toBe(2);
	await stored.mock.control.deleteSession("c");
	expect(await count()).toBe(1);
});

test("a file with 150,000 sessions opens", async () => {
	await using stored = await openRestartable();
	await stored.mock[Symbol.asyncDispose]();
	const adapt = (file: StoreFile): StoreFile => {
		const [kept] = file.sessions.list();
		if (!kept) throw new Error("The file has no session.");
		const read = (id: string) => ({ ...kept, id });
		const list = () =>
			Array.from({ length: 150_000 }, (_, index) => read(`s${index}`));
		return { ...file, sessions: { ...file.sessions, list, read } };
	};
	await using mock = await openMock(stored.path, { adapt });
	expect((await listZaps(mock, "s1")).status).toBe(200);
});
