import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Libsql from "libsql";
import { expect, test } from "vitest";
import { HOST, head } from "../support/raw-request.ts";
import { openSocket } from "../support/raw-socket.ts";
import { ask, providers } from "./asking.ts";
import { startOrdinary } from "./ordinary/server.ts";

interface Folder extends AsyncDisposable {
	/** The path of a database in the folder. */
	readonly database: string;
}

async function openFolder(): Promise<Folder> {
	const path = await mkdtemp(join(tmpdir(), "provider-test-"));
	return {
		database: join(path, "zaps.db"),
		[Symbol.asyncDispose]: () => rm(path, { recursive: true }),
	};
}

/** Adds tests of the database. */
export function addOrdinaryCases(): void {
	const start = async (database: string, errors: unknown[] = []) => {
		const { url, close } = await startOrdinary({
			port: 0,
			host: "127.0.0.1",
			database,
			onError: (error) => errors.push(error),
		});
		return ask(url, close);
	};

	test("keeps its data and its cursors across restarts", async () => {
		await using folder = await openFolder();
		let cursor: unknown;
		{
			await using first = await start(folder.database);
			for (const name of ["a", "b", "c"])
				await first.post("/v1/zaps", { name });
			cursor = (await first.send("/v1/zaps?limit=1")).body.nextCursor;
		}
		await using second = await start(folder.database);
		const { items } = await second.send(`/v1/zaps?cursor=${cursor}`);
		expect(items.map(({ name }) => name)).toEqual(["b", "a"]);
		expect((await second.search({ text: "c" })).items).not.toEqual([]);
	});

	test("stores nothing if the audit record cannot be written", async () => {
		await using folder = await openFolder();
		const errors: unknown[] = [];
		await using provider = await start(folder.database, errors);
		const other = new Libsql(folder.database);
		other.exec(
			"CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'full'); END",
		);
		other.close();
		const { status, headers } = await fetch(`${provider.url}/v1/zaps`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: '{"name":"x"}',
		});
		expect(status).toBe(500);
		expect(headers.get("content-type")).toMatch(/^application\/problem\+json/);
		expect(errors).toHaveLength(1);
		expect((await provider.send("/v1/zaps")).items).toEqual([]);
	});

	test("responds to malformed requests with a problem, then closes the connection", async () => {
		await using provider = await providers.ordinary();
		for (const [bytes, status] of [
			["nonsense\r\n\r\n", 400],
			[head("GET /v1/health HTTP/1.1", HOST, `a: ${"b".repeat(20_000)}`), 431],
		] as const) {
			await using socket = await openSocket(provider.url);
			socket.send(bytes);
			const [answer] = await socket.closed();
			expect(answer?.status).toBe(status);
			expect(JSON.parse(answer?.body ?? "")).toMatchObject({ status });
		}
	});
}
