import type { LedgerEntry } from "../../engine/service.ts";
import type { Fault } from "../../faults/fault.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import type { Control, Scenarios, SessionInfo } from "../control.ts";
import { ControlError } from "../control-error.ts";
import { type RequestsPage, requireExactCount } from "../journal-control.ts";
import type { StateDump } from "../state-control.ts";
import type { UsedAssumptions } from "../used-assumptions.ts";
import {
	type ControlClientOptions,
	readClientOptions,
} from "./client-options.ts";
import { sendForJson, sendRequest } from "./http-client.ts";
import { readEvents } from "./read-events.ts";

interface RequestsCount extends Pick<RequestsPage, "dropped" | "uncompared"> {
	readonly count: number;
}

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
		{ method: "GET", path: "/health" },
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

/**
 * Controls a mock in another process, with the same interface as `mock.control`.
 * @example
 * const control = createControlClient({ url: "http://127.0.0.1:4010", session: "checkout" });
 * await control.setScenario("slow");
 * @throws ControlError for an invalid URL, session name or token
 */
export function createControlClient(options: ControlClientOptions): Control {
	const connection = readClientOptions(options);
	const get = <Body extends object>(path: string): Promise<Body> =>
		sendForJson(connection, { method: "GET", path });
	const post = <Body extends object>(
		path: string,
		body?: unknown,
	): Promise<Body> => sendForJson(connection, { method: "POST", path, body });
	async function run(
		method: string,
		path: string,
		body?: unknown,
	): Promise<void> {
		// Read, not canceled: if MSW intercepts in the same process, canceling a body never ends.
		await (await sendRequest(connection, { method, path, body })).text();
	}

	return {
		session: (id) => createControlClient({ ...options, session: id }),

		requests: (filter = {}) => post<RequestsPage>("/requests/find", filter),
		async countRequests(filter = {}) {
			const page = await post<RequestsCount>("/requests/count", filter);
			requireExactCount(page);
			return page.count;
		},
		async unmatchedRequests() {
			type Body = { readonly requests: readonly JournalEntry[] };
			return (await get<Body>("/requests/unmatched")).requests;
		},
		clearRequests: () => run("DELETE", "/requests"),
		async events(signal) {
			const request = { method: "GET", path: "/events", signal };
			const response = await sendRequest(connection, request).catch((error) => {
				if (signal.aborted) return undefined;
				throw error;
			});
			return readEvents(response?.body, signal);
		},

		scenarios: () => get<Scenarios>("/scenarios"),
		setScenario: (name) => run("PUT", "/scenario", { name }),
		faults: () => get<readonly Fault[]>("/faults"),
		setFaults: (faults) => run("PUT", "/faults", faults),
		addFaults: (faults) => run("POST", "/faults", faults),
		clearFaults: () => run("DELETE", "/faults"),

		state: () => get<StateDump>("/state"),
		setState: (state) => run("PUT", "/state", state),
		reset: (origin = {}) => run("POST", "/reset", origin),
		snapshot: async () =>
			(await post<{ readonly id: string }>("/snapshots")).id,
		snapshots: async () =>
			(await get<{ snapshots: readonly string[] }>("/snapshots")).snapshots,
		restore: async (id) =>
			run("POST", `/snapshots/${segment("snapshot", id)}/restore`),
		deleteSnapshot: async (id) =>
			run("DELETE", `/snapshots/${segment("snapshot", id)}`),

		sessions: async () =>
			(await get<{ sessions: readonly SessionInfo[] }>("/sessions")).sessions,
		deleteSession: async (id) =>
			run("DELETE", `/sessions/${segment("session", id)}`),
		assumptions: async () =>
			(await get<{ assumptions: readonly LedgerEntry[] }>("/assumptions"))
				.assumptions,
		usedAssumptions: () => get<UsedAssumptions>("/used-assumptions"),
	};
}
