import { expect, test, vi } from "vitest";
import { createControlPlane } from "../../src/control/plane.ts";
import { createCore } from "../../src/core.ts";
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
	const plane = createControlPlane({
		control,
		ending,
		document: async () => ({}),
	});
	return {
		mock,
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

test("listens no more once the client is gone", async () => {
	await using stage = openPlane();
	const client = new AbortController();
	await stage.listen({ signal: client.signal });
	client.abort();
	await (await stage.listen()).body?.cancel();
	expect(stage.signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test("listens no more once the client has hung up a real connection", async () => {
	await using stage = await serveStage();
	const client = new AbortController();
	await stage.send("/__mock/events", { signal: client.signal });
	client.abort();
	// A connection still held would keep the server from closing for its whole grace.
	const begun = performance.now();
	await stage[Symbol.asyncDispose]();
	expect(performance.now() - begun).toBeLessThan(2_000);
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
