import { signal } from "@preact/signals";
import {
	createControlClient,
	readMockAddress,
} from "../../control/client/client.ts";
import {
	readClientOptions,
	sendForJson,
} from "../../control/client/http-client.ts";
import type {
	Control,
	OperationInfo,
	ProposedEdits,
} from "../../control/control.ts";
import { ControlError } from "../../control/control-error.ts";
import type { ControlEvent } from "../../control/journal-control.ts";
import { valueAt } from "../../values/json.ts";
import { LOAD_RETRY_MS } from "./resources.ts";

/** An operation, whose path has the base path of the mock. */
export type Operation = OperationInfo;

/**
 * Returns the example of a request that creates a record, as JSON with line breaks: that of a POST to a path with the name
 * of the collection. Without one it is an empty object.
 */
export function readExample(document: unknown, collection: string): string {
	const paths = Object.entries(Object(valueAt(document, "paths")));
	const [, item] =
		paths.find(([path]) => path.endsWith(`/${collection}`)) ?? [];
	const content = ["requestBody", "content", "application/json", "example"];
	return JSON.stringify(valueAt(item, "post", ...content) ?? {}, null, 2);
}

/**
 * Whether a fault must force its status, because the OpenAPI document does not list it.
 * @param operation the id of an operation, or `*`. With `*`, a server error means an outage of all operations.
 */
export function requiresForce(
	operation: string,
	status: number,
	operations: readonly Operation[],
): boolean {
	if (operation === "*" && status >= 500) return true;
	return !operations.some(
		({ id, statuses }) =>
			(operation === "*" || id === operation) && statuses.includes(status),
	);
}

export type ConnectionStatus =
	| "connecting"
	| "live"
	/** The mock does not respond. The page tries again. */
	| "lost"
	/** The mock requires a token that the page does not have. */
	| "locked";

export type Connection = ReturnType<typeof createConnection>;

/** The key of the token in the storage of this tab. A cookie would be sent for other pages, too. */
const TOKEN_KEY = "understudy-token";
const RETRY_MS = 1_000;

const isLocked = (error: unknown): boolean =>
	error instanceof ControlError && error.status === 401;

/**
 * Creates the connection of the page to its mock.
 * @param url the root URL of the mock, without a trailing slash
 * @param handle called with each event of the mock
 */
export function createConnection(
	url: string,
	storage: Storage,
	handle: (event: ControlEvent) => void,
) {
	const status = signal<ConnectionStatus>("connecting");
	/** The number of connections made so far. */
	const attempt = signal(0);
	/** The prefix of the paths of the service, without a trailing slash, and its operations. Empty until it is loaded. */
	const service = signal<{
		readonly basePath: string;
		readonly operations: readonly Operation[];
	}>({ basePath: "", operations: [] });
	let token = storage.getItem(TOKEN_KEY) ?? undefined;

	/**
	 * Returns the control of a session. Without a session, controls the default session, and reads the journal of all
	 * sessions.
	 */
	const control = (session?: string): Control =>
		createControlClient({ url, token, session });

	async function loadService(): Promise<void> {
		const options = readClientOptions({ url, token });
		try {
			const [{ basePath }, found] = await Promise.all([
				readMockAddress(options),
				control().operations(),
			]);
			const operations = found.map((each) => ({
				...each,
				path: basePath + each.path,
			}));
			service.value = { basePath, operations };
		} catch {
			// The page shows elsewhere that the mock does not respond.
			setTimeout(loadService, LOAD_RETRY_MS);
		}
	}
	/** Returns the OpenAPI document, which may be large. */
	const readDocument = (): Promise<object> =>
		sendForJson(readClientOptions({ url, token }), "GET", "/openapi.json");
	/** Returns edits of the document that the forwarded responses of an operation suggest. */
	const proposeEdits = (
		operation: string,
		session?: string,
	): Promise<ProposedEdits> =>
		sendForJson(
			readClientOptions({ url, token, session }),
			"GET",
			`/edits?operation=${encodeURIComponent(operation)}`,
		);
	/** Handles events until the connection ends. */
	async function follow(): Promise<void> {
		const events = await control().follow(new AbortController().signal);
		attempt.value += 1;
		status.value = "live";
		loadService();
		for await (const event of events) handle(event);
	}
	/** Connects, and connects again whenever the connection breaks. */
	async function start(): Promise<void> {
		for (;;) {
			try {
				await follow();
			} catch (error) {
				if (isLocked(error)) break;
				if (!(error instanceof ControlError)) reportError(error);
			}
			status.value = "lost";
			await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
		}
		status.value = "locked";
	}
	/**
	 * Logs in with the token, for this tab.
	 * @throws ControlError if the token is wrong
	 */
	async function login(given: string): Promise<void> {
		await createControlClient({ url, token: given }).sessions();
		token = given;
		storage.setItem(TOKEN_KEY, given);
		// The user may have logged in twice.
		if (status.peek() !== "locked") return;
		status.value = "connecting";
		start();
	}
	return {
		...{ status, attempt, service, control, login, start, loadService },
		...{ readDocument, proposeEdits },
	};
}
