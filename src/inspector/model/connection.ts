import { type ReadonlySignal, signal } from "@preact/signals";
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

export type ConnectionStatus =
	| "connecting"
	| "live"
	/** The mock does not respond; the page tries again. */
	| "lost"
	/** The mock requires a token that the page does not have. */
	| "locked";

/** The connection of the page to its mock. */
export interface Connection {
	/** The root URL of the mock, without a trailing slash. */
	readonly url: string;
	readonly status: ReadonlySignal<ConnectionStatus>;
	/** Counts how often the connection was made. */
	readonly attempt: ReadonlySignal<number>;
	/** Returns the control of a session, or of the default session and the journal of all. */
	control(session?: string): Control;
	/** Returns the prefix of the service's paths, without a trailing slash; empty without a base path. */
	basePath(): Promise<string>;
	/** Returns the OpenAPI document of the service, which it loads once. */
	document(): Promise<object>;
	/**
	 * Logs in with the token, for this tab.
	 * @throws ControlError if the token is wrong
	 */
	login(token: string): Promise<void>;
	/** Connects, and connects again whenever the connection breaks. */
	start(): void;
}

/** A cookie would be sent for other pages too; this is for the tab only. */
const TOKEN_KEY = "understudy-token";
const RETRY_MS = 1_000;
/** When to load again what could not be loaded. */
export const LOAD_RETRY_MS = 5_000;

const isLocked = (error: unknown): boolean =>
	error instanceof ControlError && error.status === 401;

/** @param handle is called with each event of the mock */
export function createConnection(
	url: string,
	storage: Storage,
	handle: (event: ControlEvent) => void,
): Connection {
	const status = signal<ConnectionStatus>("connecting");
	const attempt = signal(0);
	let loaded: Promise<object> | undefined;
	let token = storage.getItem(TOKEN_KEY) ?? undefined;

	const control = (session?: string): Control =>
		createControlClient({ url, token, session });

	/** Handles events until the connection ends. */
	async function follow(): Promise<void> {
		const events = await control().follow(new AbortController().signal);
		attempt.value += 1;
		status.value = "live";
		for await (const event of events) handle(event);
	}
	let isRunning = false;
	async function run(): Promise<void> {
		// The user may have logged in twice.
		if (isRunning) return;
		isRunning = true;
		for (;;) {
			try {
				await follow();
			} catch (error) {
				if (isLocked(error)) {
					status.value = "locked";
					isRunning = false;
					return;
				}
				if (!(error instanceof ControlError)) reportError(error);
			}
			status.value = "lost";
			await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
		}
	}
	return {
		url,
		status,
		attempt,
		control,
		basePath: async () => (await readMockAddress({ url, token })).basePath,
		document() {
			loaded ??= sendForJson(
				readClientOptions({ url, token }),
				"GET",
				"/openapi.json",
			);
			loaded.catch(() => {
				loaded = undefined;
			});
			return loaded;
		},
		async login(given) {
			await createControlClient({ url, token: given }).sessions();
			token = given;
			storage.setItem(TOKEN_KEY, given);
			run();
		},
		start: () => void run(),
	};
}
