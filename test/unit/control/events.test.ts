import { expect, test, vi } from "vitest";
import { serve } from "../../../src/adapters/http/serve.ts";
import { followJournal } from "../../../src/control/journal-control.ts";
import { createControlServer } from "../../../src/control/server/control-server.ts";
import { createMock } from "../../../src/index.ts";
import type {
	JournalEntry,
	JournalRecord,
} from "../../../src/journal/entry.ts";
import { createJournal, type Journal } from "../../../src/journal/journal.ts";
import { toJournalEntry } from "../../../src/journal/to-journal-entry.ts";
import { serveStage } from "../../support/serve-stage.ts";
import { startCli } from "../../support/understudy.ts";

const CALLER = { address: "127.0.0.1" };

/** Opens a control server without HTTP, and collects the signals that it passes to `events`. */
function openServer(ending?: AbortSignal) {
	const mock = createMock();
	const signals: AbortSignal[] = [];
	const control = {
		...mock.control,
		events(signal: AbortSignal) {
			signals.push(signal);
			return mock.control.events(signal);
		},
	};
	const server = createControlServer({
		control,
		ending,
		document: async () => ({}),
	});
	return {
		mock,
		server,
		signals,
		listen: (init: RequestInit = {}) =>
			server(
				new Request("http://localhost/__mock/events", {
					...init,
					headers: { host: "localhost" },
				}),
				CALLER,
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
	toJournalEntry({ number, record: RECORD, bytes: 0 }, new Set());

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

test("sends each exchange as an event that an EventSource can read", async () => {
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

test("sends the exchanges of one session only, if the URL names one", async () => {
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

test("sends comments, so that proxies keep the connection open", async () => {
	vi.useFakeTimers();
	try {
		await using stage = openServer();
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

test("queues no comments for a client that does not read", async () => {
	vi.useFakeTimers();
	try {
		const ending = new AbortController();
		await using stage = openServer(ending.signal);
		const response = await stage.listen();
		await vi.advanceTimersByTimeAsync(3_600_000);
		ending.abort();
		expect(await response.text()).toBe("retry: 1000\n\n");
	} finally {
		vi.useRealTimers();
	}
});

test("stops following the journal after a HEAD request", async () => {
	await using stage = openServer();
	const { status } = await stage.listen({ method: "HEAD" });
	expect(status).toBe(200);
	expect(stage.signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test("unsubscribes from the journal when the signal aborts, whether or not anyone reads", async () => {
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

test("stops following the journal when the client disconnects", async () => {
	await using stage = openServer();
	const client = new AbortController();
	await stage.listen({ signal: client.signal });
	client.abort();
	await (await stage.listen()).body?.cancel();
	expect(stage.signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test("stops following the journal when the client closes a real connection", async () => {
	await using stage = openServer();
	const { mock, server: control } = stage;
	const served = await serve({ mock, control, port: 0, host: "127.0.0.1" });
	const client = new AbortController();
	await fetch(`${served.url}/__mock/events`, { signal: client.signal });
	client.abort();
	await vi.waitFor(() =>
		expect(stage.signals.map(({ aborted }) => aborted)).toEqual([true]),
	);
	await served.close();
});

test("ends when the mock stops", async () => {
	const ending = new AbortController();
	await using stage = openServer(ending.signal);
	const response = await stage.listen();
	ending.abort();
	expect(await response.text()).toBe("retry: 1000\n\n");
	expect(stage.signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test("drops the oldest exchanges for a slow reader, and delays no request", async () => {
	await using stage = openServer();
	const response = await stage.listen();
	for (let sent = 0; sent < 1_500; sent += 1)
		await stage.mock.fetch(new Request("http://zaps.test/v1/health"));
	const text = await readUntil(response, (read) => read.includes("id: 1500\n"));
	const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
	expect(ids.length).toBeLessThanOrEqual(1_002);
	expect(ids.at(-1)).toBe(1_500);
});

test("lets `understudy serve` exit while a client follows the events", async () => {
	await using cli = await startCli();
	const response = await fetch(`${cli.url}/__mock/events`);
	expect(await cli.end("SIGTERM")).toBe(0);
	// A response that is cut off would reject here.
	expect(await response.text()).toBe("retry: 1000\n\n");
});
