import { copyFileSync, existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import Libsql from "libsql";
import { afterEach, expect, test, vi } from "vitest";
import { EXHAUSTIVE } from "../../support/exhaustive.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { endProcess, startProcess } from "../../support/start-process.ts";
import { CLI, startCli } from "../../support/understudy.ts";
import { createWriters } from "./acknowledged-writes.ts";
import { listZaps, look, openMock } from "./stored-mock.ts";

afterEach(() => void vi.useRealTimers());

/** By hand, `KILLS=50` and more. */
const ROUNDS = Number(process.env.KILLS ?? (EXHAUSTIVE ? 10 : 2));
const WRITERS = 8;

test(`${ROUNDS} times killed while it writes, the server has every acknowledged write once, with its audit record`, {
	timeout: ROUNDS * 20_000,
}, async () => {
	await using scratch = await scratchFolder();
	const store = `sqlite:${join(scratch.path, "mock.db")}`;
	const start = (...args: string[]) =>
		startCli([...args, "--dataset", "empty", "--store", store]);
	const { acknowledged, write, expectOnce } = createWriters();
	for (let round = 0; round < ROUNDS; round++) {
		await using server = await start();
		const stopping = new AbortController();
		const writers = write([server.url], WRITERS, stopping.signal);
		const before = acknowledged.size;
		while (acknowledged.size === before) await setTimeout(10);
		await setTimeout(Math.random() * 300);
		await server.end("SIGKILL");
		// A request whose connection breaks while it opens can stay pending.
		await Promise.race([writers, setTimeout(2_000)]);
		stopping.abort();
		await writers;

		await using again = await start("--seed", "7");
		expect(again.ready.ignoredFlags).toEqual(["--seed"]);
		await expectOnce(again.url);
		await again.end("SIGTERM");
	}
	expect(acknowledged.size).toBeGreaterThan(ROUNDS);
});

const KILLS = Number(process.env.KILLS ?? (EXHAUSTIVE ? 12 : 3));

test(`${KILLS} times killed during its first start, the server starts with the file that is left`, {
	timeout: KILLS * 10_000,
}, async () => {
	await using scratch = await scratchFolder();
	for (let kill = 0; kill < KILLS; kill++) {
		const path = join(scratch.path, `${kill}.db`);
		const store = ["--store", `sqlite:${path}`];
		const args = [CLI, "serve", "--port", "0", ...store];
		const child = startProcess(process.execPath, args);
		const ended = new Promise((resolve) => child.on("exit", resolve));
		while (!existsSync(path)) await setImmediate();
		// Waits without a timer, whose steps are too long.
		const end = performance.now() + (kill * 12) / KILLS;
		while (performance.now() < end);
		endProcess(child);
		await ended;
		await using server = await startCli(store);
		expect((await fetch(`${server.url}/v1/zaps`)).status).toBe(200);
	}
});

/** A journal of SQLite that undoes the transaction that created the file: at first, the file had no pages. */
function createJournal(): Buffer {
	const journal = Buffer.alloc(512);
	journal.write("d9d505f920a163d7", "hex");
	journal.writeUInt32BE(512, 20);
	journal.writeUInt32BE(4_096, 24);
	return journal;
}

test.each<[string, (path: string) => Promise<unknown>]>([
	["is empty", (path) => writeFile(path, "")],
	[
		"has a schema that SQLite undoes",
		async (path) => {
			await (await openMock(path))[Symbol.asyncDispose]();
			await writeFile(`${path}-journal`, createJournal());
		},
	],
	[
		"is a database without content, as SQLite leaves it when it undid the schema",
		async (path) => {
			const database = new Libsql(path);
			database.exec("PRAGMA journal_mode = WAL");
			database.close();
			expect((await readFile(path)).length).toBeGreaterThan(0);
		},
	],
])("starts anew with a file that %s", async (_, create) => {
	await using scratch = await scratchFolder();
	const path = join(scratch.path, "mock.db");
	await create(path);
	for (let start = 0; start < 2; start++) {
		await using mock = await openMock(path);
		expect((await listZaps(mock)).body.items).toHaveLength(20);
	}
});

test.each([
	["replaces the response", "response", { kind: "status", status: 429 }],
	["delays a write", "write", { kind: "delay", ms: 0 }],
] as const)(
	"a fault that %s is used up although the mock is killed right after this %s",
	async (_, when, effect) => {
		vi.useFakeTimers({ toFake: ["setTimeout"] });
		await using scratch = await scratchFolder();
		const [path = "", copy = ""] = ["mock.db", "copy.db"].map((name) =>
			join(scratch.path, name),
		);
		/** Copies the file as a kill leaves it. */
		const kill = () => {
			for (const part of ["", "-wal"]) copyFileSync(path + part, copy + part);
		};
		await using mock = await openMock(path, {
			adapt: (file) => ({
				...file,
				createBacking(createHistogram) {
					const backing = file.createBacking(createHistogram);
					return {
						...backing,
						write(...write) {
							backing.write(...write);
							if (when === "write") kill();
						},
					};
				},
			}),
		});
		await mock.control.setFaults([
			{ operation: "createZap", ...effect, times: 1 },
		]);
		await mock.create("written");
		if (when === "response") kill();
		await using after = await openMock(copy);
		expect(await after.control.faults()).toEqual([]);
		expect((await listZaps(after)).body.items).toHaveLength(
			when === "write" ? 21 : 20,
		);
	},
);

test.each(["normal", "empty"])(
	"a whole reset to a dataset happens or does not, whenever the mock is killed, from the scenario %s",
	async (scenario) => {
		await using scratch = await scratchFolder();
		const path = join(scratch.path, "mock.db");
		const copies: string[] = [];
		/** Calls `write`, and copies the file as a kill right after it leaves the file. */
		const killAfter =
			<Args extends unknown[], Result>(write: (...args: Args) => Result) =>
			(...args: Args): Result => {
				const result = write(...args);
				const copy = join(scratch.path, `${copies.length}.db`);
				for (const part of ["", "-wal"]) copyFileSync(path + part, copy + part);
				copies.push(copy);
				return result;
			};
		await using mock = await openMock(path, {
			adapt: (file) => ({
				...file,
				sessions: { ...file.sessions, keep: killAfter(file.sessions.keep) },
				createBacking(createHistogram) {
					const backing = file.createBacking(createHistogram);
					const begin = killAfter(backing.begin);
					return { ...backing, begin, drop: killAfter(backing.drop) };
				},
			}),
		});
		const { control } = mock;
		await control.setScenario(scenario);
		await control.setFaults([
			{ operation: "listZaps", kind: "delay", ms: 0, times: 9 },
		]);
		await mock.create("before");
		await control.snapshot();
		const before = await look(control);
		copies.length = 0;
		await control.reset({ all: true, dataset: "empty" });
		const after = await look(control);
		const states = [];
		for (const copy of copies) {
			await using killed = await openMock(copy);
			states.push(await look(killed.control));
		}
		expect(states.at(-1)).toEqual(after);
		for (const state of states)
			expect(state).toEqual(state.faults.length > 0 ? before : after);
	},
);
