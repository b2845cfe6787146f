import { ControlError } from "../control-error.ts";
import { requireSessionName } from "../validate-arguments.ts";

export interface ControlClientOptions {
	/** The URL that `understudy serve` prints, with or without the base path. */
	readonly url: string;
	/** The session to control; defaults to the default session and the journal of all sessions. */
	readonly session?: string | undefined;
	/** The `--control-token` that the mock was started with. */
	readonly token?: string | undefined;
	/** Sends the requests; defaults to the global `fetch`. */
	readonly fetch?: typeof fetch | undefined;
	/** How long to wait for the start of a response, in milliseconds; defaults to 10 s. */
	readonly timeoutMs?: number | undefined;
}

/** The options with their defaults, all valid; `url` has no trailing slash. */
export interface ControlConnection extends ControlClientOptions {
	readonly fetch: typeof fetch;
	readonly timeoutMs: number;
}

const HOST = /^([A-Za-z0-9.-]+)(:[0-9]+)?(?=\/|$)/;

const invalid = (reason: string): ControlError => new ControlError(400, reason);

function readUrl(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	// The message does not repeat the URL, since it may contain a password.
	if (url?.username || url?.password)
		throw invalid(
			"The URL of the mock contains a user name or a password. Remove them, and pass the --control-token of the mock as the token.",
		);
	if (!url || !/^https?:$/.test(url.protocol)) {
		const [, host = "localhost", port = ":4010"] = HOST.exec(text) ?? [];
		throw invalid(
			`Invalid URL of a mock${text.includes("@") ? "" : `: "${text}"`}. Pass one like http://${host}${port}.`,
		);
	}
	const plain = (url.origin + url.pathname).replace(/\/+$/, "");
	if (/[?#]/.test(text))
		throw invalid(
			`The URL of the mock contains a query or a fragment. Pass ${plain} instead.`,
		);
	return plain;
}

/** @throws ControlError for an invalid URL, session name or token */
export function readClientOptions({
	url,
	session,
	token,
	fetch = globalThis.fetch,
	timeoutMs = 10_000,
}: ControlClientOptions): ControlConnection {
	if (session !== undefined) requireSessionName(session);
	if (token !== undefined && !/^[!-~]+$/.test(token))
		throw invalid(
			"A header cannot carry the token. Pass the --control-token of the mock: visible ASCII characters without spaces.",
		);
	return { url: readUrl(url), session, token, fetch, timeoutMs };
}
