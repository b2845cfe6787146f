import { commandLine } from "../../values/command-line.ts";
import { errorMessage } from "../../values/errors.ts";
import { isObject } from "../../values/json.ts";
import { withTimeLimit } from "../../values/with-time-limit.ts";
import { ControlError, requireSessionName } from "../control-error.ts";
import { API_HEADER, API_VERSION } from "../methods.ts";

export interface ControlClientOptions {
	/** The URL that `understudy serve` prints, with or without the base path. */
	readonly url: string;
	/** The session to control; defaults to the default session and the journal of all sessions. */
	readonly session?: string | undefined;
	/** The `--control-token` that the mock was started with. */
	readonly token?: string | undefined;
	/** Sends the requests; defaults to the global `fetch`. */
	readonly fetch?: typeof fetch | undefined;
	/** How long to wait for a response, and for more of it, in milliseconds; defaults to 10 s. */
	readonly timeoutMs?: number | undefined;
}

/** The valid options with their defaults. `url` has no trailing slash. */
export interface ControlConnection extends ControlClientOptions {
	readonly fetch: typeof fetch;
	readonly timeoutMs: number;
}

const invalid = (reason: string): ControlError => new ControlError(400, reason);

function readUrl(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	// The message does not repeat the URL, because it may contain a password.
	if (url?.username || url?.password)
		throw invalid(
			"The URL of the mock contains a user name or a password. Remove them, and pass the --control-token of the mock as the token.",
		);
	if (!url || !/^https?:$/.test(url.protocol)) {
		throw invalid(
			`Invalid URL of a mock${text.includes("@") ? "" : `: "${text}"`}. Pass one like http://localhost:4010.`,
		);
	}
	const plain = (url.origin + url.pathname).replace(/(\/__mock)?\/*$/, "");
	if (/[?#]/.test(text))
		throw invalid(
			`The URL of the mock contains a query or a fragment. Pass ${plain} instead.`,
		);
	return plain;
}

/** @throws ControlError for an invalid URL, session name or token */
export function readClientOptions(
	options: ControlClientOptions,
): ControlConnection {
	const { url, session, token, fetch = globalThis.fetch } = options;
	const { timeoutMs = 10_000 } = options;
	if (url === undefined)
		throw invalid(
			"The option url is required. Pass the URL of a running understudy serve, like http://127.0.0.1:4010.",
		);
	if (session !== undefined) requireSessionName(session);
	if (token !== undefined && !/^[!-~]+$/.test(token))
		throw invalid(
			"A header cannot carry the token. Pass the --control-token of the mock: visible ASCII characters without spaces.",
		);
	return { url: readUrl(url), session, token, fetch, timeoutMs };
}

function causeOf(error: unknown): string {
	const cause = error instanceof Error ? (error.cause ?? error) : error;
	return cause instanceof Error && "code" in cause
		? String(cause.code)
		: errorMessage(cause);
}

/** Returns the remedy if a mock does not respond, by cause. */
const remedyOf = (cause: string): string =>
	/CERT|SIGNATURE/.test(cause)
		? "Its certificate is not trusted. Set NODE_EXTRA_CA_CERTS to the file of the authority that signed it."
		: "Start a mock there, or use the URL of a running mock.";

/** Returns undefined in a simulated page, such as jsdom. The `fetch` of the platform rejects signals of jsdom. */
function createAbort(): AbortController | undefined {
	const abort = new AbortController();
	try {
		new Request("http://localhost", { signal: abort.signal });
		return abort;
	} catch {
		return undefined;
	}
}

/** Calls the function for each part of a body that arrives. */
function watch(response: Response, onPart: () => void): Response {
	// Chromium gives a response with 204 a body, with which no response can be constructed.
	if (!response.body || response.status === 204) return response;
	const parts = new TransformStream<Uint8Array, Uint8Array>({
		transform(part, controller) {
			onPart();
			controller.enqueue(part);
		},
	});
	return new Response(response.body.pipeThrough(parts), response);
}

/** How many bytes of a request may take another millisecond. */
const BYTES_PER_MS = 1_000;

/** Reads a problem of RFC 9457. */
async function readProblem(response: Response): Promise<ControlError> {
	const body: unknown = await response.json().catch(() => undefined);
	const { detail, errors } = isObject(body) ? body : {};
	return new ControlError(
		response.status,
		typeof detail === "string"
			? detail
			: `The control API responded with ${response.status} and no reason. See the output of the mock.`,
		Array.isArray(errors) ? errors : [],
	);
}

/** @throws ControlError if the control API rejects the request, or if another server responded */
async function requireSuccess(
	response: Response,
	url: string,
	method: string,
	path: string,
): Promise<void> {
	const version = response.headers.get(API_HEADER);
	if (version === API_VERSION) {
		if (response.ok) return;
		throw await readProblem(response);
	}
	// Without `await`: if MSW intercepts in the same process, canceling a body never ends.
	response.body?.cancel().catch(() => {});
	throw new ControlError(
		response.status,
		version === null
			? `${url} is not the control API of Understudy: ${method} ${url}/__mock${path} returned ${response.status} and ${response.headers.get("content-type") ?? "no content type"}. Use the URL that \`${commandLine("serve")}\` prints.`
			: `The mock at ${url} has version ${version} of the control API, and this client needs version ${API_VERSION}. Use the same version of the package for both.`,
	);
}

/**
 * Sends a request to the control API, and returns the result of `read`. The timeout includes `read`.
 * @param path the path below `/__mock`, with the query
 * @param body sent as JSON
 * @throws ControlError if the control API rejects the request, or if no control API responds
 */
export function sendRequest<Result>(
	{ url, session, token, fetch, timeoutMs }: ControlConnection,
	method: string,
	path: string,
	read: (response: Response) => Result | Promise<Result>,
	body?: unknown,
	signal?: AbortSignal,
): Promise<Result> {
	const abort = createAbort();
	const sent = body === undefined ? null : JSON.stringify(body);
	const signals = [signal, abort?.signal].filter((each) => each != null);
	const response = fetch(`${url}/__mock${path}`, {
		method,
		headers: {
			...(session !== undefined && { "mock-session": session }),
			...(token !== undefined && { authorization: `Bearer ${token}` }),
			...(sent !== null && { "content-type": "application/json" }),
		},
		redirect: "manual",
		body: sent,
		signal:
			signals.length > 1 ? AbortSignal.any(signals) : (signals[0] ?? null),
	}).catch((error) => {
		const cause = causeOf(error);
		throw new ControlError(
			0,
			`No response from ${url} (${cause}). ${remedyOf(cause)}`,
			[],
			{ cause: error },
		);
	});
	let missing = "response";
	let isProgress = false;
	const result = response.then(async (started) => {
		missing = "complete response";
		const onPart = (): void => {
			isProgress = true;
		};
		const watched = abort ? watch(started, onPart) : started;
		await requireSuccess(watched, url, method, path);
		return read(watched);
	});
	const limitMs = timeoutMs + (sent?.length ?? 0) / BYTES_PER_MS;
	return withTimeLimit(result, limitMs, () => {
		if (isProgress) {
			isProgress = false;
			return undefined;
		}
		const error = new ControlError(
			0,
			`No ${missing} from ${url} within ${timeoutMs / 1000} s. Restart the mock there, or use the URL of a running mock.`,
		);
		// Otherwise the open connection would keep the process alive.
		abort?.abort(error);
		return error;
	});
}

/**
 * Sends a request and returns the JSON of its response. The version of the API determines the type.
 * @throws ControlError in the same cases as `sendRequest`, and if the response is not a JSON object or array
 */
export async function sendForJson<Body extends object>(
	connection: ControlConnection,
	method: string,
	path: string,
	body?: unknown,
): Promise<Body> {
	const read = await sendRequest<Body | null>(
		connection,
		method,
		path,
		(response) => response.json().catch(() => null),
		body,
	);
	if (typeof read === "object" && read !== null) return read;
	throw new ControlError(
		0,
		`The mock at ${connection.url} sent no complete JSON in response to ${method} ${connection.url}/__mock${path}. Start the mock if it stopped, then try again.`,
	);
}
