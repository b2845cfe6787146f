import type { EventSourceMessage } from "eventsource-parser";
import { EventSourceParserStream } from "eventsource-parser/stream";
import type { JournalEntry } from "../../journal/entry.ts";
import type { StoredRecord } from "../../store/store.ts";
import type { Control } from "../control.ts";
import { ControlError } from "../control-error.ts";
import type { ControlEvent } from "../follow.ts";
import {
	type ControlClientOptions,
	readClientOptions,
	sendForJson,
	sendRequest,
} from "./http-client.ts";

/**
 * Asks a mock for its base path, and returns it with the root URL, whether or not the URL includes the base path.
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

/** @throws ControlError for a name that URL parsers remove from a path, which would then lead to another route */
function segment(kind: string, name: string): string {
	if (/^\.{0,2}$/.test(name))
		throw new ControlError(
			404,
			`Unknown ${kind} "${name}". A name has at least one character other than dots.`,
		);
	return encodeURIComponent(name);
}

const recordPath = (collection: string, id: string): string =>
	`/state/${segment("collection", collection)}/${segment("record", id)}`;

/**
 * Reads server-sent events as `read` converts them, until the signal aborts or the mock stops.
 * @param read returns undefined for an event to ignore
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

/** Ignores the types of later versions of the mock. */
function readEvent({
	event,
	data,
}: EventSourceMessage): ControlEvent | undefined {
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
	const call = <Body extends object>(
		method: string,
		path: string,
		body?: unknown,
	): Promise<Body> => sendForJson(connection, method, path, body);
	async function run(method: string, path: string, body?: unknown) {
		// Read, not canceled: if MSW intercepts in the same process, canceling a body never ends.
		await (await sendRequest(connection, method, path, body)).text();
	}
	/** Reads a list, which the response contains as the property with the name. */
	async function readList<Name extends string, Item>(
		name: Name,
		path = `/${name}`,
	): Promise<readonly Item[]> {
		return (await call<Record<Name, readonly Item[]>>("GET", path))[name];
	}
	async function listen<Event>(
		path: string,
		signal: AbortSignal,
		read: (message: EventSourceMessage) => Event | undefined,
	): Promise<AsyncIterable<Event>> {
		const response = await sendRequest(
			connection,
			"GET",
			path,
			undefined,
			signal,
		).catch((error) => {
			if (signal.aborted) return undefined;
			throw error;
		});
		return readEvents(response?.body, signal, read);
	}
	const requests: Control["requests"] = (filter = {}) =>
		call("POST", "/requests/find", filter);

	return {
		session: (id) => createControlClient({ ...options, session: id }),

		requests,
		countRequests: async (filter) =>
			(await requests({ ...filter, limit: 0 })).total,
		unmatchedRequests: () => readList("requests", "/requests/unmatched"),
		clearRequests: () => run("DELETE", "/requests"),
		events: (signal) =>
			listen("/events", signal, ({ data }): JournalEntry => JSON.parse(data)),
		follow: (signal) => listen("/events?changes=true", signal, readEvent),

		scenarios: () => call("GET", "/scenarios"),
		setScenario: (name) => run("PUT", "/scenario", { name }),
		faults: () => call("GET", "/faults"),
		setFaults: (faults) => run("PUT", "/faults", faults),
		addFaults: (faults) => run("POST", "/faults", faults),
		removeFault: async (id) => run("DELETE", `/faults/${segment("fault", id)}`),
		clearFaults: () => run("DELETE", "/faults"),

		forward: () => call("GET", "/forward"),
		setForward: (settings) => run("PUT", "/forward", settings),
		clearForward: () => run("DELETE", "/forward"),

		state: () => call("GET", "/state"),
		setState: (state) => run("PUT", "/state", state),
		addRecord: async (collection, values) =>
			call<StoredRecord>(
				"POST",
				`/state/${segment("collection", collection)}`,
				values,
			),
		updateRecord: async (collection, id, record) =>
			run("PUT", recordPath(collection, id), record),
		removeRecord: async (collection, id) =>
			run("DELETE", recordPath(collection, id)),
		reset: (origin = {}) => run("POST", "/reset", origin),
		snapshot: async () =>
			(await call<{ readonly id: string }>("POST", "/snapshots")).id,
		snapshots: () => readList("snapshots"),
		restore: async (id) =>
			run("POST", `/snapshots/${segment("snapshot", id)}/restore`),
		deleteSnapshot: async (id) =>
			run("DELETE", `/snapshots/${segment("snapshot", id)}`),

		sessions: () => readList("sessions"),
		deleteSession: async (id) =>
			run("DELETE", `/sessions/${segment("session", id)}`),
		assumptions: () => readList("assumptions"),
		usedAssumptions: () => call("GET", "/used-assumptions"),
	};
}
