import { nextTurn } from "../../values/take-turns.ts";
import type { Control } from "../control.ts";
import { ControlError } from "../control-error.ts";
import type { ControlEvent } from "../journal-control.ts";

/** Reads a file of the page at `/__mock/` by its path, such as `index.html`. Returns undefined if the file does not exist. */
export type ReadPageFile = (
	path: string,
) => Promise<Uint8Array<ArrayBuffer> | undefined>;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
	js: "text/javascript; charset=utf-8",
	css: "text/css; charset=utf-8",
};

async function requireFile(
	read: ReadPageFile | undefined,
	path: string,
): Promise<Uint8Array<ArrayBuffer>> {
	const file = await read?.(path);
	if (file) return file;
	throw new ControlError(
		404,
		`The page has no file ${path}. Reload the page. In the repository, run \`npm run build\` first.`,
	);
}

/** Allows the page to load only its own files, run only its own scripts, and send requests only to the mock. */
const createPolicy = (nonce: string): string =>
	[
		"default-src 'none'",
		`script-src 'nonce-${nonce}'`,
		`style-src 'nonce-${nonce}'`,
		"img-src data:",
		"connect-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
	].join("; ");

/**
 * Returns a response with the page.
 * @throws ControlError if the page is not built
 */
export async function sendPage(read: ReadPageFile): Promise<Response> {
	const html = new TextDecoder().decode(await requireFile(read, "index.html"));
	const nonce = btoa(
		String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))),
	);
	return new Response(html.replaceAll("NONCE", nonce), {
		headers: {
			"content-type": "text/html; charset=utf-8",
			"content-security-policy": createPolicy(nonce),
			"referrer-policy": "no-referrer",
		},
	});
}

/**
 * Returns a response with a script or a style of the page.
 * @throws ControlError if the file does not exist
 */
export async function sendAsset(
	read: ReadPageFile | undefined,
	name: string,
): Promise<Response> {
	const [, extension = ""] = /^[\w-]+\.([a-z]+)$/.exec(name) ?? [];
	const type = MEDIA_TYPES[extension];
	const file = await requireFile(type ? read : undefined, `assets/${name}`);
	return new Response(file, { headers: { "content-type": type ?? "" } });
}

const encoder = new TextEncoder();

/** Sends a long JSON text as the client reads it, without keeping all of it in memory or other requests waiting. */
export function sendJsonParts(parts: AsyncIterable<string>): Response {
	const iterator = parts[Symbol.asyncIterator]();
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const { value, done } = await iterator.next();
			if (done) return controller.close();
			controller.enqueue(encoder.encode(value));
			await nextTurn();
		},
	});
	return new Response(body, {
		headers: { "content-type": "application/json" },
	});
}

/** The time between heartbeats, because proxies and browsers close a connection that is silent for about a minute. */
const HEARTBEAT_MS = 15_000;

const formatEvent = (event: ControlEvent): string =>
	event.type === "exchange"
		? `id: ${event.entry.id}\nevent: exchange\ndata: ${JSON.stringify(event.entry)}\n\n`
		: `event: change\ndata: ${JSON.stringify(event.change)}\n\n`;

async function* asExchanges(
	entries: Awaited<ReturnType<Control["events"]>>,
): AsyncGenerator<ControlEvent> {
	for await (const entry of entries) yield { type: "exchange", entry };
}

/**
 * Creates a response that sends each exchange from now on as a server-sent event.
 * @param withChanges whether to send changes, too
 * @param signals any of them ends the stream
 */
export async function createEventStream(
	control: Control,
	withChanges: boolean,
	signals: readonly (AbortSignal | undefined)[],
): Promise<Response> {
	const ended = new AbortController();
	const end = (): void => ended.abort();
	// Not AbortSignal.any: one of the signals exists as long as the mock, and would keep each stream in memory.
	for (const signal of signals) {
		if (signal?.aborted) end();
		signal?.addEventListener("abort", end, { signal: ended.signal });
	}
	const followed = withChanges
		? await control.follow(ended.signal)
		: asExchanges(await control.events(ended.signal));
	const events = followed[Symbol.asyncIterator]();
	let isCancelled = false;

	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			// Node sends the response headers with the first bytes of the body.
			controller.enqueue(encoder.encode("retry: 1000\n\n"));
			const heartbeat = setInterval(() => {
				if (!ended.signal.aborted && (controller.desiredSize ?? 0) > 0)
					controller.enqueue(encoder.encode(": nothing new\n\n"));
			}, HEARTBEAT_MS);
			heartbeat.unref();
			ended.signal.addEventListener("abort", () => clearInterval(heartbeat));
		},
		async pull(controller) {
			const { value: event, done } = await events.next();
			if (!done) controller.enqueue(encoder.encode(formatEvent(event)));
			else if (!isCancelled) controller.close();
		},
		cancel() {
			isCancelled = true;
			end();
		},
	});
	return new Response(body, {
		headers: { "content-type": "text/event-stream" },
	});
}
