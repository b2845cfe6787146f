import { signal } from "@preact/signals";
import {
	createControlClient,
	readMockAddress,
} from "../../control/client/client.ts";
import {
	readClientOptions,
	sendForJson,
} from "../../control/client/http-client.ts";
import type { Control } from "../../control/control.ts";
import { ControlError } from "../../control/control-error.ts";
import type { ControlEvent } from "../../control/journal-control.ts";
import { isObject, valueAt } from "../../values/json.ts";
import { LOAD_RETRY_MS } from "./resources.ts";

/** An operation of the OpenAPI document. */
export interface Operation {
	readonly id: string;
	readonly method: string;
	/** The path, including the base path of the mock. */
	readonly path: string;
	readonly summary: string;
	/** The documented statuses, ascending. */
	readonly statuses: readonly number[];
}

const entriesAt = (
	value: unknown,
	...path: readonly string[]
): [string, unknown][] => {
	const found = valueAt(value, ...path);
	return Object.entries(isObject(found) ? found : {});
};

/**
 * Returns the operations of an OpenAPI document.
 * @param basePath the prefix of the paths, without a trailing slash
 */
export const readOperations = (
	document: unknown,
	basePath: string,
): readonly Operation[] =>
	entriesAt(document, "paths").flatMap(([path, item]) =>
		entriesAt(item).flatMap(([method, operation]) => {
			const id = valueAt(operation, "operationId");
			if (typeof id !== "string") return [];
			return {
				id,
				method: method.toUpperCase(),
				path: basePath + path,
				summary: String(valueAt(operation, "summary") ?? ""),
				statuses: entriesAt(operation, "responses").map(([key]) => Number(key)),
			};
		}),
	);

/**
 * Returns the example of a request that creates a record, as formatted JSON. Returns undefined if the collection
 * takes no new records: only a collection with a POST to a path of its name does.
 */
export function readExample(
	document: unknown,
	collection: string,
): string | undefined {
	const [, item] =
		entriesAt(document, "paths").find(([path]) =>
			path.endsWith(`/${collection}`),
		) ?? [];
	const content = ["requestBody", "content", "application/json", "example"];
	return valueAt(item, "post") === undefined
		? undefined
		: JSON.stringify(valueAt(item, "post", ...content) ?? {}, null, 2);
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

const describeService = (basePath: string, document: object) => ({
	basePath,
	document,
	operations: readOperations(document, basePath),
});

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
	/**
	 * The mock's description of its service: base path without a trailing slash, OpenAPI document and operations. Empty
	 * until it is loaded.
	 */
	const service = signal(describeService("", {}));
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
			const [{ basePath }, document] = await Promise.all([
				readMockAddress(options),
				sendForJson(options, "GET", "/openapi.json"),
			]);
			service.value = describeService(basePath, document);
		} catch {
			// The page shows elsewhere that the mock does not respond.
			setTimeout(loadService, LOAD_RETRY_MS);
		}
	}
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
	return { status, attempt, service, control, login, start, loadService };
}
