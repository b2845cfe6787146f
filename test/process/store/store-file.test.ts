import { join } from "node:path";
import Libsql from "libsql";
import { describe, expect, test } from "vitest";
import { scratchFolder } from "../../support/scratch-folder.ts";
import {
	listZaps,
	look,
	openMock,
	openRestartable,
	type StoredMock,
} from "./stored-mock.ts";

describe("after a restart", () => {
	test("sessions continue with state, scenario, faults, snapshots, metrics and counts", async () => {
		await using stored = await openRestartable();
		const before = stored.mock;
		await before.send("POST", "/v1/zaps", { name: "kept" });
		await before.send("POST", "/v1/zaps", { name: "of b" }, "b");
		const b = before.control.session("b");
		const snapshot = await b.snapshot();
		await b.setScenario("unhealthy");
		await b.setFaults([
			{ operation: "listZaps", kind: "delay", ms: 1, times: 3 },
		]);
		await listZaps(before, "b");
		const lookAll = async ({ control }: StoredMock) => ({
			zaps: (await control.state()).zaps,
			b: await look(control.session("b")),
			sessions: (await control.sessions()).map(({ id, openedAt, faults }) => ({
				...{ id, openedAt, faults },
			})),
			used: await control.usedAssumptions(),
		});
		const seen = await lookAll(before);
		expect(seen.b.faults).toMatchObject([{ times: 2 }]);
		const after = await stored.reopen();
		expect(await lookAll(after)).toEqual(seen);
		expect((await after.send("GET", "/metrics")).body.text).toContain(
			'http_requests_total{operation="createZap",status="201"} 1',
		);
		await after.control.session("b").restore(snapshot);
		expect((await listZaps(after)).body.items).toHaveLength(21);
	});

	test("ids, random numbers and a fixed clock go on where they were", async () => {
		const clock = "2026-01-01T00:00:00.000Z";
		const write = async (mock: StoredMock) =>
			(await mock.send("POST", "/v1/zaps", { name: "same" })).body;
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
		const { body } = await after.send("POST", "/v1/zaps", { name: "now" });
		expect(Date.parse(body.createdAt)).toBeGreaterThanOrEqual(before);
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

	test("updates and removals still hold, with long texts in any script", async () => {
		await using stored = await openRestartable();
		const { control } = stored.mock;
		const [first, second] = (await control.state()).zaps ?? [];
		const record = { ...first, name: "☃ é \u0000", note: "😀".repeat(50_000) };
		await control.updateRecord("zaps", String(first?.id), record);
		await control.removeRecord("zaps", String(second?.id));
		const state = await control.state();
		expect(state.zaps).toHaveLength(19);
		expect(await (await stored.reopen()).control.state()).toEqual(state);
	});

	test("cursors still hold", async () => {
		await using stored = await openRestartable();
		const { body } = await stored.mock.send("GET", "/v1/zaps?limit=5");
		const next = (mock: StoredMock) =>
			mock.send("GET", `/v1/zaps?limit=5&cursor=${body.nextCursor}`);
		const second = await next(stored.mock);
		expect(second.status).toBe(200);
		expect(await next(await stored.reopen())).toEqual(second);
	});

	test("a deleted session starts anew", async () => {
		await using stored = await openRestartable();
		await stored.mock.send("POST", "/v1/zaps", { name: "lost" }, "b");
		await stored.mock.control.deleteSession("b");
		const after = await stored.reopen();
		expect(await after.control.sessions()).toMatchObject([{ id: "default" }]);
		expect((await listZaps(after, "b")).body.items).toHaveLength(20);
	});
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

test("a full disk gets 503 without a trace, and the next write succeeds once there is room", async () => {
	await using scratch = await scratchFolder();
	const path = join(scratch.path, "mock.db");
	const payload = { name: "x".repeat(200) };
	let created = 0;
	/** Expects the records of the dataset and those that were created. */
	const expectAll = async ({ control }: StoredMock) => {
		const { zaps, audit } = await control.state();
		expect([zaps?.length, audit?.length]).toEqual([20 + created, 50 + created]);
	};
	{
		await using mock = await openMock(path, { maxPages: 100 });
		const create = () => mock.send("POST", "/v1/zaps", payload);
		let { status } = await create();
		for (; status === 201; { status } = await create()) created += 1;
		expect(status).toBe(503);
		expect(created).toBeGreaterThan(0);
		await expectAll(mock);
		expect((await mock.send("GET", "/v1/health")).status).toBe(200);
	}
	await using mock = await openMock(path);
	expect((await mock.send("POST", "/v1/zaps", payload)).status).toBe(201);
	created += 1;
	await expectAll(mock);
});
