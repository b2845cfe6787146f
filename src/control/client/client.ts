import type { LedgerEntry } from "../../engine/service.ts";
import type { Fault } from "../../faults/fault.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import type { Control, Scenarios, SessionInfo } from "../control.ts";
import { ControlError } from "../control-error.ts";
import { type RequestsPage, requireCompared } from "../journal-control.ts";
import type { StateDump } from "../state-control.ts";
import type { UsedAssumptions } from "../used-assumptions.ts";
import { readServer } from "./client-options.ts";
import { type Server, sendJson, sendRequest } from "./http-client.ts";
import { readEvents } from "./read-events.ts";

export interface ControlClientOptions {
	/** Where the mock is, as `understudy serve` prints it, or without the base path. */
	readonly url: string;
	/** The session to speak of; the default one, and the journal of all, when absent. */
	readonly session?: string | undefined;
	/** What the mock was started with as `--control-token`. */
	readonly token?: string | undefined;
	/** What sends the requests; the platform's own when absent. */
	readonly fetch?: typeof fetch | undefined;
	/** How long to wait until an answer begins, in milliseconds; 10 s when absent. */
	readonly timeoutMs?: number | undefined;
}

type Counted = Pick<RequestsPage, "dropped" | "uncompared"> & {
	readonly count: number;
};

const serverOf = ({
	url,
	session,
	token,
	fetch = globalThis.fetch,
	timeoutMs = 10_000,
}: ControlClientOptions): Server =>
	readServer({ url, session, token, fetch, timeoutMs });

/**
 * Where the mock is, and what the paths of its service begin with, whichever of both the URL says.
 * @throws ControlError where nothing answers, or the token is wrong
 */
export async function readMockAddress(
	options: ControlClientOptions,
): Promise<{ readonly root: string; readonly basePath: string }> {
	const server = serverOf(options);
	const question = { method: "GET", path: "/health" };
	const { basePath } = await sendJson<{ basePath: string }>(server, question);
	const root = server.url.endsWith(basePath)
		? server.url.slice(0, server.url.length - basePath.length)
		: server.url;
	return { root, basePath };
}

/**
 * The control of a mock that runs elsewhere, in the same words as `mock.control` in process.
 * @example
 * const control = createControlClient({ url: "http://127.0.0.1:4010", session: "checkout" });
 * await control.setScenario("slow");
 * @throws ControlError for a URL that is none of a mock, a name that no session can have, or a token that cannot be sent
 */
export function createControlClient(options: ControlClientOptions): Control {
	const server = serverOf(options);
	const get = <Answer>(path: string): Promise<Answer> =>
		sendJson(server, { method: "GET", path });
	const post = <Answer>(path: string, body?: unknown): Promise<Answer> =>
		sendJson(server, { method: "POST", path, body });
	async function tell(
		method: string,
		path: string,
		body?: unknown,
	): Promise<void> {
		// Read, not cancelled: to cancel a body never ends where MSW intercepts in the same process.
		await (await sendRequest(server, { method, path, body })).text();
	}
	function segment(id: string, what: string): string {
		// A URL is shortened by such segments, and would be another route's.
		if (/^\.{0,2}$/.test(id))
			throw new ControlError(404, `There can be no ${what} "${id}".`);
		return encodeURIComponent(id);
	}

	return {
		session: (id) => createControlClient({ ...options, session: id }),

		requests: (filter = {}) => post<RequestsPage>("/requests/find", filter),
		async countRequests(filter = {}) {
			const { count, uncompared } = await post<Counted>(
				"/requests/count",
				filter,
			);
			requireCompared(uncompared);
			return count;
		},
		unmatchedRequests: async () =>
			(await get<{ requests: readonly JournalEntry[] }>("/requests/unmatched"))
				.requests,
		clearRequests: () => tell("DELETE", "/requests"),
		async events(signal) {
			const question = { method: "GET", path: "/events", signal };
			const answer = await sendRequest(server, question).catch((error) => {
				// Whoever has had enough already wants no error.
				if (signal.aborted) return undefined;
				throw error;
			});
			return readEvents(answer?.body, signal);
		},

		scenarios: () => get<Scenarios>("/scenarios"),
		setScenario: (name) => tell("PUT", "/scenario", { name }),
		faults: () => get<readonly Fault[]>("/faults"),
		setFaults: (faults) => tell("PUT", "/faults", faults),
		addFaults: (faults) => tell("POST", "/faults", faults),
		clearFaults: () => tell("DELETE", "/faults"),

		state: () => get<StateDump>("/state"),
		setState: (state) => tell("PUT", "/state", state),
		reset: (origin = {}) => tell("POST", "/reset", origin),
		snapshot: async () => (await post<{ id: string }>("/snapshots")).id,
		snapshots: async () =>
			(await get<{ snapshots: readonly string[] }>("/snapshots")).snapshots,
		restore: async (id) =>
			tell("POST", `/snapshots/${segment(id, "snapshot")}/restore`),
		deleteSnapshot: async (id) =>
			tell("DELETE", `/snapshots/${segment(id, "snapshot")}`),

		sessions: async () =>
			(await get<{ sessions: readonly SessionInfo[] }>("/sessions")).sessions,
		deleteSession: async (id) =>
			tell("DELETE", `/sessions/${segment(id, "session")}`),
		assumptions: async () =>
			(await get<{ assumptions: readonly LedgerEntry[] }>("/assumptions"))
				.assumptions,
		usedAssumptions: () => get<UsedAssumptions>("/used-assumptions"),
	};
}
