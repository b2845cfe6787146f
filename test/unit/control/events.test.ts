import { afterEach, expect, test, vi } from "vitest";
import { follow } from "../../../src/control/journal-control.ts";
import { createJournal } from "../../../src/journal/journal.ts";
import { toJournalEntry } from "../../../src/journal/to-journal-entry.ts";
import { serveStage } from "../../support/serve-stage.ts";
import { startCli } from "../../support/understudy.ts";
import { createRecord } from "../engine/journal/create-record.ts";
import { openControlServer } from "./open-control-server.ts";

afterEach(() => void vi.useRealTimers());

/** Opens a control server without HTTP, and collects the signals that it passes to `events`. */
function openServer(ending?: AbortSignal) {
	const signals: AbortSignal[] = [];
	const opened = openControlServer({
		ending,
		change: ({ events }) => ({
			events(signal) {
				signals.push(signal);
				return events(signal);
			},
		}),
	});
	return {
		...opened,
		/** Returns whether each signal is aborted. */
		aborted: () => signals.map((signal) => signal.aborted),
		listen: (search = "", init: RequestInit = {}) =>
			opened.send(`/events${search}`, init, "127.0.0.1"),
	};
}

async function readUntil(
	{ body }: Response,
	isEnough: (text: string) => boolean,
): Promise<string> {
	const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
	let text = "";
	for (let read = await reader?.read(); read && !read.done; ) {
		text += read.value;
		if (isEnough(text)) break;
		read = await reader?.read();
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
	const event = /\n\nid: (\d+)\nevent: exchange\ndata: (.*)\n\n$/.exec(text);
	expect(JSON.parse(event?.[2] ?? "")).toMatchObject({
		id: event?.[1],
		operation: "getHealth",
		status: 200,
		query: { a: "\n\ndata: b" },
	});
});

const CHANGE =
	'event: change\ndata: {"session":"default","subject":"faults"}\n\n';
const RELOAD =
	'event: change\ndata: {"session":null,"subject":"configuration"}\n\n';

test.each([
	["", ""],
	["?changes=false", ""],
	["?changes=true", CHANGE + RELOAD],
	["?changes=true&session=a", RELOAD],
])("sends the changes that the query %j asks for", async (search, changes) => {
	await using stage = openServer();
	const { mock } = stage;
	const response = await stage.listen(search);
	await mock.control.clearFaults();
	await mock.reloadPresets(mock.context.presets);
	mock.context.journal.write(createRecord("b", "/b"));
	mock.context.journal.write(createRecord("a", "/a"));
	const text = await readUntil(response, (read) => read.includes('"/a"'));
	expect(text.includes('"/b"')).toBe(!search.endsWith("session=a"));
	expect(text.replace(/id: .*/s, "")).toBe(`retry: 1000\n\n${changes}`);
});

test("sends comments, so that proxies keep the connection open", async () => {
	vi.useFakeTimers();
	await using stage = openServer();
	const response = await stage.listen();
	const text = readUntil(response, (read) => read.split(": ").length > 3);
	await vi.advanceTimersByTimeAsync(31_000);
	expect(await text).toBe("retry: 1000\n\n: nothing new\n\n: nothing new\n\n");
});

test("queues no comments for a client that does not read, and ends when the mock stops", async () => {
	vi.useFakeTimers();
	const ending = new AbortController();
	await using stage = openServer(ending.signal);
	const response = await stage.listen();
	await vi.advanceTimersByTimeAsync(3_600_000);
	ending.abort();
	expect(await response.text()).toBe("retry: 1000\n\n");
	expect(stage.aborted()).toEqual([true]);
});

test("stops following the journal after a HEAD request, and when the client disconnects", async () => {
	await using stage = openServer();
	expect((await stage.listen("", { method: "HEAD" })).status).toBe(200);
	const client = new AbortController();
	await stage.listen("", { signal: client.signal });
	client.abort();
	await (await stage.listen()).body?.cancel();
	expect(stage.aborted()).toEqual([true, true, true]);
});

test("unsubscribes from the journal when the signal aborts, whether or not anyone reads", async () => {
	const journal = createJournal({ entries: 1 });
	const listeners = new Set<unknown>();
	const subscribe: typeof journal.subscribe = (listener) => {
		const unsubscribe = journal.subscribe(listener);
		listeners.add(listener);
		return () => {
			unsubscribe();
			listeners.delete(listener);
		};
	};
	const enough = new AbortController();
	const listen = () =>
		follow(
			{ journal: { ...journal, subscribe } },
			undefined,
			(record) => toJournalEntry(record, new Set()),
			enough.signal,
		);
	const [left, read, unread] = [listen(), listen(), listen()];
	const waiting = read[Symbol.asyncIterator]();
	expect(listeners.size).toBe(3);
	journal.write(createRecord("a", "/"));
	for await (const event of left) {
		expect(event).toMatchObject({ type: "exchange", entry: { id: "1" } });
		break;
	}
	expect(listeners.size).toBe(2);
	await waiting.next();
	const next = waiting.next();
	enough.abort();
	expect(await next).toEqual({ done: true, value: undefined });
	for await (const _ of unread) expect.unreachable();
	listen();
	expect(listeners.size).toBe(0);
});

test("lets many clients follow the events without a warning of a leak", async () => {
	const warnings: Error[] = [];
	const collect = (warning: Error) => warnings.push(warning);
	process.on("warning", collect);
	const ending = new AbortController();
	await using stage = openServer(ending.signal);
	await Promise.all(Array.from({ length: 20 }, () => stage.listen()));
	await new Promise((resolve) => setImmediate(resolve));
	process.off("warning", collect);
	ending.abort();
	expect(warnings).toEqual([]);
});

test("lets `understudy serve` exit while a client follows the events", async () => {
	await using cli = await startCli();
	const response = await fetch(`${cli.url}/__mock/events`);
	expect(await cli.end("SIGTERM")).toBe(0);
	// A response that is cut off would reject here.
	expect(await response.text()).toBe("retry: 1000\n\n");
});
