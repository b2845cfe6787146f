import type { EventSourceMessage } from "eventsource-parser";
import { EventSourceParserStream } from "eventsource-parser/stream";
import type { JournalEntry } from "../../journal/entry.ts";
import type { Values } from "../../values/json.ts";
import type { Control } from "../control.ts";
import { ControlError } from "../control-error.ts";
import type { ControlEvent } from "../journal-control.ts";
import { listMethods, type MethodSpec, setMethod } from "../methods.ts";
import {
	type ControlClientOptions,
	type ControlConnection,
	readClientOptions,
	sendForJson,
	sendRequest,
} from "./http-client.ts";

/**
 * Asks a mock for its base path. Returns it with the root URL, whether or not the given URL includes the base path.
 * @throws ControlError if there is no mock, or the token is wrong
 */
export async function readMockAddress(
	options: ControlClientOptions,
): Promise<{ readonly root: string; readonly basePath: string }> {
	const connection = readClientOptions(options);
	const { basePath } = await sendForJson<{ readonly basePath: string }>(
		connection,
		"GET",
		"/health",
	);
	const { url } = connection;
	const root = url.endsWith(basePath)
		? url.slice(0, url.length - basePath.length)
		: url;
	return { root, basePath };
}

/**
 * @throws ControlError for a name that URL parsers would remove from a path, so that the path would lead to another
 * route
 */
function segment(kind: string, name: string): string {
	if (/^\.{0,2}$/.test(name))
		throw new ControlError(
			404,
			`Unknown ${kind} "${name}". A name has at least one character other than dots.`,
		);
	return encodeURIComponent(name);
}

/** Returns the path of a request, and the arguments that the path does not contain. */
function fillPath(
	{ path, id }: MethodSpec,
	args: readonly unknown[],
): { readonly path: string; readonly rest: readonly unknown[] } {
	const rest = [...args];
	const filled = path.replace(/:(\w+)/g, (_, place) =>
		segment(place === "id" && id ? id : place, String(rest.shift())),
	);
	return { path: filled, rest };
}

/** Returns the query with the properties that have a value. */
function formatQuery(given: unknown = {}): string {
	const pairs = Object.entries(Object(given))
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => [name, String(value)]);
	return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : "";
}

/** Sends the request of a method, and returns its result. */
async function callMethod(
	connection: ControlConnection,
	spec: MethodSpec,
	args: readonly unknown[],
): Promise<unknown> {
	const { method, maxBytes, wraps, returns, hasQuery } = spec;
	const { path: place, rest } = fillPath(spec, args);
	const path = hasQuery ? place + formatQuery(rest[0]) : place;
	const [given] = maxBytes === undefined ? [] : rest;
	const body = wraps === undefined ? given : { [wraps]: given };
	if (returns === undefined) {
		// Read instead of canceled: if MSW intercepts in the same process, canceling a body never ends.
		const read = (response: Response) => response.text();
		await sendRequest(connection, method, path, read, body);
		return undefined;
	}
	const read = await sendForJson<Values>(connection, method, path, body);
	return returns === "body" ? read : read[returns];
}

/**
 * Reads server-sent events until the signal aborts or the mock stops.
 * @param read converts an event; returns undefined for an event to ignore
 * @throws ControlError if the connection breaks
 */
async function* readEvents<Event>(
	body: ReadableStream<BufferSource> | null | undefined,
	signal: AbortSignal,
	read: (message: EventSourceMessage) => Event | undefined,
): AsyncGenerator<Event> {
	if (!body) return;
	const reader = body
		.pipeThrough(new TextDecoderStream())
		.pipeThrough(new EventSourceParserStream())
		.getReader();
	const cancel = (): void => void reader.cancel().catch(() => {});
	signal.addEventListener("abort", cancel);
	try {
		while (!signal.aborted) {
			const { value, done } = await reader.read();
			if (done || signal.aborted) return;
			const event = read(value);
			if (event !== undefined) yield event;
		}
	} catch (error) {
		if (!signal.aborted)
			throw new ControlError(
				0,
				"The connection to the mock broke. Start the mock if it stopped, then try again.",
				[],
				{ cause: error },
			);
	} finally {
		signal.removeEventListener("abort", cancel);
		cancel();
	}
}

async function* readText(
	body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
): AsyncGenerator<string> {
	const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
	for (;;) {
		const { value, done } = (await reader?.read()) ?? { done: true };
		if (done || value === undefined) return;
		yield value;
	}
}

/** Ignores the types of later versions of the mock. */
function readEvent(message: EventSourceMessage): ControlEvent | undefined {
	const { event, data } = message;
	if (event === "exchange") return { type: event, entry: JSON.parse(data) };
	return event === "change"
		? { type: event, change: JSON.parse(data) }
		: undefined;
}

/**
 * Controls a mock in another process, with the same interface as `mock.control`.
 * @example
 * const control = createControlClient({ url: "http://127.0.0.1:4010", session: "checkout" });
 * await control.setScenario("slow");
 * @throws ControlError for an invalid URL, session name or token
 */
export function createControlClient(options: ControlClientOptions): Control {
	const connection = readClientOptions(options);
	// The version of the API determines the types.
	const methods = {} as Omit<Control, "session" | "follow">;
	for (const [name, spec] of listMethods())
		setMethod(methods, name, (...args) => callMethod(connection, spec, args));
	async function listen<Event>(
		path: string,
		signal: AbortSignal,
		read: (message: EventSourceMessage) => Event | undefined,
	): Promise<AsyncIterable<Event>> {
		const response = await sendRequest(
			connection,
			"GET",
			path,
			(started) => started,
			undefined,
			signal,
		).catch((error) => {
			if (signal.aborted) return undefined;
			throw error;
		});
		return readEvents(response?.body, signal, read);
	}
	async function readParts(
		method: "GET" | "POST",
		path: string,
		given?: unknown,
	): Promise<AsyncIterable<string>> {
		const start = (response: Response) => response.body;
		return readText(await sendRequest(connection, method, path, start, given));
	}
	return {
		...methods,
		exportState: () => readParts("GET", "/state"),
		exportRequests: (filter) => readParts("POST", "/requests/find", filter),
		session: (id) => createControlClient({ ...options, session: id }),
		countRequests: async (filter) =>
			(await methods.requests({ ...filter, limit: 0 })).total,
		events: (signal) =>
			listen("/events", signal, ({ data }): JournalEntry => JSON.parse(data)),
		follow: (signal) => listen("/events?changes=true", signal, readEvent),
	};
}
