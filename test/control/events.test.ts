import { expect, test, vi } from "vitest";
import { serve } from "../../src/adapters/http/serve.ts";
import { followJournal } from "../../src/control/follow-journal.ts";
import { createControlServer } from "../../src/control/server/control-server.ts";
import { createCore } from "../../src/core.ts";
import type { JournalEntry, JournalRecord } from "../../src/journal/entry.ts";
import { toEntry } from "../../src/journal/entry-view.ts";
import { createJournal, type Journal } from "../../src/journal/journal.ts";
import { startCli } from "../support/understudy.ts";
import { serveStage } from "./stages.ts";

const PEER = { address: "127.0.0.1" };

/** The plane alone, and the signal by which it says that it needs no more events. */
function openPlane(ending?: AbortSignal) {
	const mock = createCore();
	const signals: AbortSignal[] = [];
	const control = {
		...mock.control,
		events(signal: AbortSignal) {
			signals.push(signal);
			return mock.control.events(signal);
		},
	};
	const plane = createControlServer({
		control,
		ending,
		document: async () => ({}),
	});
	return {
		mock,
		plane,
		signals,
		listen: (init: RequestInit = {}) =>
			plane(
				new Request("http://localhost/__mock/events", {
					...init,
					headers: { host: "localhost" },
				}),
				PEER,
			),
		[Symbol.asyncDispose]: mock.close,
	};
}

const RECORD: JournalRecord = {
	at: 0,
	session: "default",
	operation: null,
	matched: false,
	method: "GET",
	target: "/",
	status: 404,
	durationMs: 0,
	fault: null,
	requestHeaders: [],
	requestBody: undefined,
	responseHeaders: {},
	responseBody: undefined,
	nearest: undefined,
};

const told = (number: number): JournalEntry =>
	toEntry({ number, record: RECORD }, new Set());

async function readUntil(
	{ body }: Response,
	isEnough: (text: string) => boolean,
): Promise<string> {
	const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
	let text = "";
	while (reader && !isEnough(text)) {
		const { value, done } = await reader.read();
		if (done) break;
		text += value;
	}
	reader?.cancel().catch(() => {});
	return text;
}

test("tells each exchange as an event that an EventSource understands", async () => {
	await using stage = await serveStage();
	const response = await stage.send("/__mock/events");
	expect(response.headers.get("content-type")).toBe("text/event-stream");
	await stage.send("/v1/health?a=%0A%0Adata:%20b");
	const text = await readUntil(response, (read) => read.includes("data: "));
	const [, id, data] =
		/\n\nid: (\d+)\nevent: exchange\ndata: (.*)\n\n$/.exec(text) ?? [];
	expect(JSON.parse(data ?? "")).toMatchObject({
		id,
		operation: "getHealth",
		status: 200,
		query: { a: "\n\ndata: b" },
	});
});

test("tells of one session only, where the address names one", async () => {
	await using stage = await serveStage();
	for (const path of [
		"/__mock/events?session=mine",
		"/__session/mine/__mock/events",
	]) {
		const response = await stage.send(path);
		await stage.createZap("theirs");
		await stage.createZap("mine", "mine");
		const text = await readUntil(response, (read) => read.includes("data: "));
		expect(text).toContain('"name":"mine"');
		expect(text).not.toContain("theirs");
	}
});

test("sends a comment now and then, so that nobody gives the connection up", async () => {
	vi.useFakeTimers();
	try {
		await using stage = openPlane();
		const response = await stage.listen();
		const text = readUntil(response, (read) => read.split(": ").length > 3);
		await vi.advanceTimersByTimeAsync(31_000);
		expect(await text).toBe(
			"retry: 1000\n\n: nothing new\n\n: nothing new\n\n",
		);
	} finally {
		vi.useRealTimers();
	}
});

test("piles up no comments for someone who does not read", async () => {
	vi.useFakeTimers();
	try {
		const ending = new AbortController();
		await using stage = openPlane(ending.signal);
		const response = await stage.listen();
		await vi.advanceTimersByTimeAsync(3_600_000);
		ending.abort();
		expect(await response.text()).toBe("retry: 1000\n\n");
	} finally {
		vi.useRealTimers();
	}
});

test("listens to nothing for someone who asks for the head only", async () => {
	await using stage = openPlane();
	const { status } = await stage.listen({ method: "HEAD" });
	expect(status).toBe(200);
	expect(stage.signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test("the journal forgets whoever has had enough, whether they read or not", async () => {
	const journal = createJournal({ entries: 1 });
	const listeners = new Set<unknown>();
	const watched: Journal = {
		...journal,
		subscribe(listener) {
			const unsubscribe = journal.subscribe(listener);
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
				unsubscribe();
			};
		},
	};
	const enough = new AbortController();
	const listen = () =>
		followJournal(
			watched,
			undefined,
			({ number }) => told(number),
			enough.signal,
		);
	const [left, read, unread] = [listen(), listen(), listen()];
	const waiting = read[Symbol.asyncIterator]();
	expect(listeners.size).toBe(3);
	journal.write(RECORD);
	for await (const { id } of left) {
		expect(id).toBe("1");
		break;
	}
	expect(listeners.size).toBe(2);
	await waiting.next();
	const next = waiting.next();
	enough.abort();
	expect(await next).toEqual({ done: true, value: undefined });
	for await (const _ of unread) expect.unreachable();
	expect(listeners.size).toBe(0);
});

test("listens no more once the client is gone", async () => {
	await using stage = openPlane();
	const client = new AbortController();
	await stage.listen({ signal: client.signal });
	client.abort();
	await (await stage.listen()).body?.cancel();
	expect(stage.signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test("listens no more once the client has hung up a real connection", async () => {
	await using stage = openPlane();
	const { mock, plane: control } = stage;
	const served = await serve({ mock, control, port: 0, host: "127.0.0.1" });
	const client = new AbortController();
	await fetch(`${served.url}/__mock/events`, { signal: client.signal });
	client.abort();
	await vi.waitFor(() =>
		expect(stage.signals.map(({ aborted }) => aborted)).toEqual([true]),
	);
	await served.close();
});

test("ends when the mock does", async () => {
	const ending = new AbortController();
	await using stage = openPlane(ending.signal);
	const response = await stage.listen();
	ending.abort();
	expect(await response.text()).toBe("retry: 1000\n\n");
	expect(stage.signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test("a reader that is slow misses the oldest, and holds nothing up", async () => {
	await using stage = openPlane();
	const response = await stage.listen();
	for (let sent = 0; sent < 1_500; sent += 1)
		await stage.mock.fetch(new Request("http://zaps.test/v1/health"));
	const text = await readUntil(response, (read) => read.includes("id: 1500\n"));
	const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
	expect(ids.length).toBeLessThanOrEqual(1_002);
	expect(ids.at(-1)).toBe(1_500);
});

test("nobody who listens keeps `understudy serve` from ending", async () => {
	await using cli = await startCli();
	const response = await fetch(`${cli.url}/__mock/events`);
	expect(await cli.end("SIGTERM")).toBe(0);
	// An answer that had to be cut off would reject here.
	expect(await response.text()).toBe("retry: 1000\n\n");
});
