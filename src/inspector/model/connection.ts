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
import { type Operation, readOperations } from "./operations.ts";

export type ConnectionStatus =
	| "connecting"
	| "live"
	/** The mock does not respond; the page tries again. */
	| "lost"
	/** The mock requires a token that the page does not have. */
	| "locked";

/** What the mock says of the service that it stands for. */
interface ServiceInfo {
	/** The prefix of the service's paths, without a trailing slash; empty without a base path. */
	readonly basePath: string;
	/** The OpenAPI document. */
	readonly document: object;
	readonly operations: readonly Operation[];
}

/** A cookie would be sent for other pages too; this is for the tab only. */
const TOKEN_KEY = "understudy-token";
const RETRY_MS = 1_000;

const isLocked = (error: unknown): boolean =>
	error instanceof ControlError && error.status === 401;

/**
 * Creates the connection of the page to its mock.
 * @param url the root URL of the mock, without a trailing slash
 * @param handle is called with each event of the mock
 */
export function createConnection(
	url: string,
	storage: Storage,
	handle: (event: ControlEvent) => void,
) {
	const status = signal<ConnectionStatus>("connecting");
	/** Counts how often the connection was made. */
	const attempt = signal(0);
	/** Empty until it is loaded. */
	const service = signal<ServiceInfo>({
		basePath: "",
		document: {},
		operations: [],
	});
	let token = storage.getItem(TOKEN_KEY) ?? undefined;

	/** Returns the control of a session, or of the default session and the journal of all. */
	const control = (session?: string): Control =>
		createControlClient({ url, token, session });

	async function loadService(): Promise<void> {
		const options = readClientOptions({ url, token });
		const [{ basePath }, document] = await Promise.all([
			readMockAddress(options),
			sendForJson(options, "GET", "/openapi.json"),
		]);
		const operations = readOperations(document, basePath);
		service.value = { basePath, document, operations };
	}
	/** Handles events until the connection ends. */
	async function follow(): Promise<void> {
		const events = await control().follow(new AbortController().signal);
		attempt.value += 1;
		status.value = "live";
		// If it fails, so does the connection, which is then made again.
		loadService().catch(() => {});
		for await (const event of events) handle(event);
	}
	let isRunning = false;
	/** Connects, and connects again whenever the connection breaks. */
	async function start(): Promise<void> {
		// The user may have logged in twice.
		if (isRunning) return;
		isRunning = true;
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
		isRunning = false;
	}
	/**
	 * Logs in with the token, for this tab.
	 * @throws ControlError if the token is wrong
	 */
	async function login(given: string): Promise<void> {
		await createControlClient({ url, token: given }).sessions();
		token = given;
		storage.setItem(TOKEN_KEY, given);
		start();
	}
	return { status, attempt, service, control, login, start };
}
