import type { InvalidPlace } from "../../engine/service.ts";
import { API_HEADER } from "../api-header.ts";
import { ControlError } from "../control-error.ts";

export interface Server {
	/** Where the mock is, without what is below `/__mock`. */
	readonly url: string;
	readonly session: string | undefined;
	readonly token: string | undefined;
	readonly fetch: typeof fetch;
	/** How long to wait for the head of an answer, in milliseconds. */
	readonly timeoutMs: number;
}

export interface ControlRequest {
	readonly method: string;
	/** Below `/__mock`, with the query. */
	readonly path: string;
	/** Sent as JSON. */
	readonly body?: unknown;
	readonly signal?: AbortSignal;
}

/** What a problem of the control API says; a member that is none is left out. */
interface Problem {
	readonly detail?: string;
	readonly errors?: readonly InvalidPlace[];
}

function reasonOf(error: unknown): string {
	const cause = error instanceof Error ? (error.cause ?? error) : error;
	if (!(cause instanceof Error)) return String(cause);
	return "code" in cause ? String(cause.code) : cause.message;
}

/** From before a test may put other clocks in their place. */
const { setTimeout, clearTimeout } = globalThis;

/**
 * Waits no longer than that. What is waited for is not aborted, since the signals of a simulated page, as of jsdom, are
 * none that the platform's `fetch` takes.
 * @throws ControlError where it takes longer
 */
async function within<Result>(
	timeoutMs: number,
	url: string,
	awaited: Promise<Result>,
): Promise<Result> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		const error = new ControlError(
			0,
			`What listens at ${url} has not answered within ${timeoutMs / 1000} s. Start it again, or name the URL where a mock is.`,
		);
		timer = setTimeout(reject, timeoutMs, error);
	});
	return Promise.race([awaited, late]).finally(() => clearTimeout(timer));
}

async function send(
	{ url, session, token, fetch, timeoutMs }: Server,
	{ method, path, body, signal }: ControlRequest,
): Promise<Response> {
	const answer = fetch(`${url}/__mock${path}`, {
		method,
		headers: {
			...(session !== undefined && { "mock-session": session }),
			...(token !== undefined && { authorization: `Bearer ${token}` }),
			...(body !== undefined && { "content-type": "application/json" }),
		},
		redirect: "manual",
		...(body !== undefined && { body: JSON.stringify(body) }),
		...(signal && { signal }),
	}).catch((error) => {
		throw new ControlError(
			0,
			`Nothing answers at ${url} (${reasonOf(error)}). Start the mock there with \`understudy serve\`, or name the URL where it is.`,
			[],
			{ cause: error },
		);
	});
	return within(timeoutMs, url, answer);
}

/**
 * The answer to a question, where it is one.
 * @throws ControlError where the control API refuses, or nothing of the kind answers
 */
export async function sendRequest(
	server: Server,
	question: ControlRequest,
): Promise<Response> {
	const response = await send(server, question);
	if (response.headers.get(API_HEADER) === null) {
		// Not waited for: where MSW intercepts in the same process, to cancel a body never ends.
		response.body?.cancel().catch(() => {});
		throw new ControlError(
			response.status,
			`What answers at ${server.url} is not the control API of Understudy: ${question.method} ${server.url}/__mock${question.path} was answered with ${response.status} ${response.headers.get("content-type") ?? "and no content type"}. Name the URL that \`understudy serve\` prints.`,
		);
	}
	if (response.ok) return response;
	const { detail, errors }: Problem = await response.json();
	throw new ControlError(
		response.status,
		detail ?? `The control API refuses with ${response.status}.`,
		errors,
	);
}

/** The same, for the JSON that is in it. */
export async function sendJson<Answer>(
	server: Server,
	question: ControlRequest,
): Promise<Answer> {
	// The mark says that it is what the table of routes promises.
	return (await sendRequest(server, question)).json();
}
