import type { InvalidPlace } from "../../engine/service.ts";
import { errorMessage } from "../../values/error-message.ts";
import { isObject } from "../../values/is-object.ts";
import { API_HEADER, API_VERSION } from "../api-header.ts";
import { ControlError } from "../control-error.ts";
import type { ControlConnection } from "./client-options.ts";

/** Captured at import, so that a test's fake timers do not affect them. */
const { setTimeout, clearTimeout } = globalThis;

function causeOf(error: unknown): string {
	const cause = error instanceof Error ? (error.cause ?? error) : error;
	return cause instanceof Error && "code" in cause
		? String(cause.code)
		: errorMessage(cause);
}

async function send(
	{ url, session, token, fetch, timeoutMs }: ControlConnection,
	method: string,
	path: string,
	body: unknown,
	signal: AbortSignal | null,
): Promise<Response> {
	const response = fetch(`${url}/__mock${path}`, {
		method,
		headers: {
			...(session !== undefined && { "mock-session": session }),
			...(token !== undefined && { authorization: `Bearer ${token}` }),
			...(body !== undefined && { "content-type": "application/json" }),
		},
		redirect: "manual",
		body: body === undefined ? null : JSON.stringify(body),
		signal,
	}).catch((error) => {
		throw new ControlError(
			0,
			`No response from ${url} (${causeOf(error)}). Start the mock there with \`understudy serve\`, or use the URL of a running mock.`,
			[],
			{ cause: error },
		);
	});
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<never>((_, reject) => {
		const error = new ControlError(
			0,
			`No response from ${url} within ${timeoutMs / 1000} s. Restart the mock there, or use the URL of a running mock.`,
		);
		timer = setTimeout(reject, timeoutMs, error);
	});
	// Not an abort signal: the platform's `fetch` rejects the signals of a simulated page, such as jsdom's.
	return Promise.race([response, timeout]).finally(() => clearTimeout(timer));
}

const isInvalidPlace = (value: unknown): value is InvalidPlace =>
	isObject(value) &&
	typeof value.detail === "string" &&
	typeof (value.pointer ?? value.parameter) === "string";

/** Reads a problem of RFC 9457. */
async function readProblem(response: Response): Promise<ControlError> {
	const body: unknown = await response.json().catch(() => undefined);
	const { detail, errors } = isObject(body) ? body : {};
	return new ControlError(
		response.status,
		typeof detail === "string"
			? detail
			: `The control API responded with ${response.status} and no reason. See the output of the mock.`,
		Array.isArray(errors) ? errors.filter(isInvalidPlace) : [],
	);
}

/**
 * Sends a request to the control API.
 * @param path the path below `/__mock`, with the query
 * @param body sent as JSON
 * @throws ControlError if the control API rejects the request, or if there is no response of a control API
 */
export async function sendRequest(
	connection: ControlConnection,
	method: string,
	path: string,
	body?: unknown,
	signal: AbortSignal | null = null,
): Promise<Response> {
	const response = await send(connection, method, path, body, signal);
	const { url } = connection;
	const version = response.headers.get(API_HEADER);
	if (version === API_VERSION) {
		if (response.ok) return response;
		throw await readProblem(response);
	}
	// Not awaited: if MSW intercepts in the same process, canceling a body never ends.
	response.body?.cancel().catch(() => {});
	throw new ControlError(
		response.status,
		version === null
			? `${url} is not the control API of Understudy: ${method} ${url}/__mock${path} returned ${response.status} and ${response.headers.get("content-type") ?? "no content type"}. Use the URL that \`understudy serve\` prints.`
			: `The mock at ${url} has version ${version} of the control API, and this client needs version ${API_VERSION}. Use the same version of the package for both.`,
	);
}

const isObjectOrArray = <Body extends object>(body: unknown): body is Body =>
	typeof body === "object" && body !== null;

/**
 * Sends a request and returns the JSON of its response. The version of the API determines the type.
 * @throws ControlError as `sendRequest` does, and if the response is not a JSON object or array
 */
export async function sendForJson<Body extends object>(
	connection: ControlConnection,
	method: string,
	path: string,
	body?: unknown,
): Promise<Body> {
	const response = await sendRequest(connection, method, path, body);
	const read: unknown = await response.json().catch(() => undefined);
	if (isObjectOrArray<Body>(read)) return read;
	throw new ControlError(
		0,
		`The mock at ${connection.url} sent no complete JSON in response to ${method} ${connection.url}/__mock${path}. Start the mock if it stopped, then try again.`,
	);
}
