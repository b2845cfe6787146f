import type { RequestHandler } from "msw";
import type { Engine } from "../../engine/engine.ts";
import { beginOverride } from "../../engine/record-override.ts";
import { HANDLER_HEADER } from "../../engine/request/handler-requests.ts";
import {
	type Caller,
	findRemoteSign,
	fromFetchRequest,
} from "../../engine/request/request.ts";
import { toFetchResponse } from "../../engine/response/response.ts";
import { errorMessage, findPlace } from "../../values/errors.ts";
import { connectionHeaders, ORIGIN_WIDE } from "../../values/http.ts";
import { loadOnce } from "../../values/load-once.ts";
import type { OverrideHandler } from "../http/fetch-handlers.ts";
import { rejectLoop, runHandler } from "../http/handler-runs.ts";
import type { AnyHandler } from "./msw-handler.ts";

const FRAME = /^\s+at /;

/** Describes a thrown value with its cause: the cause of "fetch failed" contains the reason. */
function describe(thrown: unknown): string {
	const { cause } = thrown instanceof Error ? thrown : {};
	const reason = cause instanceof Error && cause.message;
	return errorMessage(thrown) + (reason ? ` (${reason})` : "");
}

/**
 * Returns an error that names the handler, the place in its code and the reason. Its stack contains only the frames
 * of the configuration, because all others belong to MSW and the mock.
 * @param thrown the thrown value
 * @param files the files of the configuration
 * @param hide redacts credentials, which the error may repeat
 */
export function createHandlerError(
	{ info }: AnyHandler,
	thrown: unknown,
	files: ReadonlySet<string>,
	hide: (text: string) => string,
): Error {
	const lines =
		thrown instanceof Error ? (thrown.stack?.split("\n") ?? []) : [];
	const frames = lines.filter(
		(line) => FRAME.test(line) && findPlace(line, files) !== "",
	);
	const [innermost = "", ...callers] = frames;
	// Other thrown values have no stack, and the stack of a library error may contain no frame of the handler.
	const definition = findPlace(info.callFrame ?? "", files);
	const place = innermost
		? ` failed at ${findPlace(innermost, files)}`
		: `${definition && `, defined at ${definition},`} failed`;
	const message = hide(
		`The handler ${info.header}${place}: ${describe(thrown)}`,
	);
	const error = new Error(message, { cause: thrown });
	error.stack = [message, ...callers].join("\n");
	return error;
}

/** Names of this machine that handlers may use in absolute URLs. */
const LOCAL_NAMES: readonly string[] = ["localhost", "127.0.0.1"];

/** MSW is slow to load, so it loads only if the configuration has handlers. */
const loadMsw = loadOnce(() => import("msw"));

/**
 * Returns the request for handlers, which they may send to the mock with `bypass`.
 *
 * Its URL is that of the mock: a client could write any host, and `bypass` would send the request there.
 *
 * It has no headers that belong to the connection of the client, because `fetch` refuses to send most of them. It has
 * no length, because a handler may send another body. It asks for an unencoded response: `fetch` decodes others, and
 * a handler that changes such a body may copy the headers of the encoding.
 *
 * If the path names a session, a header names it, too. If the request may come from another machine, the header
 * `Forwarded` is added (RFC 7239). Otherwise, the mock would take it for a request of this machine.
 */
function toReceived(
	request: Request,
	caller: Caller,
	{ match, context }: Pick<Engine, "match" | "context">,
): Request {
	const { path, session } = match(request).address;
	const isForwarded =
		findRemoteSign(fromFetchRequest(request), caller) !== undefined;
	const { headers } = request;
	const removed = connectionHeaders(headers.get("connection") ?? "");
	const kept = [...headers].filter(
		([name]) =>
			!["expect", "content-length", HANDLER_HEADER].includes(name) &&
			!removed.has(name),
	);
	const { origin, hostname, port, pathname, search } = new URL(request.url);
	const own = new URL(context.forwarding.ownUrl ?? origin);
	const isOwn = LOCAL_NAMES.includes(hostname) && port === own.port;
	const url = new URL((isOwn ? origin : own.origin) + pathname + search);
	// MSW cannot read relative paths of handlers at an IPv6 address.
	if (url.hostname.startsWith("[")) url.hostname = "localhost";
	const move = (sent: Request): Request => {
		const { method, body, signal } = sent;
		const init = { method, headers: kept, body, signal };
		const moved = new Request(url, { ...init, ...{ duplex: "half" } });
		moved.headers.set("accept-encoding", "identity");
		if (session !== undefined) moved.headers.set("mock-session", session);
		if (isForwarded) moved.headers.append("forwarded", "for=unknown");
		// The clones of a request from the server share its body.
		return Object.assign(moved, { clone: () => move(sent.clone()) });
	};
	if (session !== undefined) url.pathname = path;
	return move(request);
}

/**
 * Returns a response for the client. A response that a handler got with `fetch` has headers of another connection,
 * and of an encoding that `fetch` has removed. The length is removed, too, because a handler may have copied the
 * headers of another body. Only a response without a body may keep it (RFC 9110 section 8.6).
 */
function toSent(response: Response, method: string): Response {
	if (response.type === "error") return response;
	const { headers, status, url } = response;
	const isFetched = url !== "";
	const removed = new Set(
		isFetched
			? connectionHeaders(headers.get("connection") ?? "")
			: ["transfer-encoding"],
	);
	const isDecoded = isFetched && headers.has("content-encoding");
	if (isDecoded) removed.add("content-encoding");
	if (isDecoded || (method !== "HEAD" && status !== 304))
		removed.add("content-length");
	const sent = new Response(response.body, response);
	for (const name of [...sent.headers.keys()])
		if (removed.has(name) || (isFetched && ORIGIN_WIDE.test(name)))
			sent.headers.delete(name);
	return sent;
}

/** Whether a handler returned MSW's `passthrough()`. */
const isPassthrough = ({ headers }: Response): boolean =>
	headers.get("x-msw-intention") === "passthrough";

/** Whether a handler made the request with MSW's `bypass()`. */
const isBypass = ({ headers }: Request): boolean =>
	headers.get("accept")?.includes("msw/passthrough") === true;

/** The handlers of a configuration, and the files that contain them. */
export interface ConfiguredHandlers {
	readonly handlers: readonly AnyHandler[];
	readonly files: ReadonlySet<string>;
}

const NONE: ConfiguredHandlers = { handlers: [], files: new Set() };
const NO_RESPONSE =
	"its return value is no Response. Return one, like HttpResponse.json({}), or nothing to leave the request to the mock.";

const NO_REASON = "its body stream failed without a reason.";

/**
 * The message of MSW if a handler returns a text, a number or an array. MSW throws it before the mock sees the value.
 */
const FAILED_ON_VALUE =
	/^(Reflect\.has called on non-object|nextResponse\.clone is not a function)$/;

/** @throws TypeError if the value that a handler returned cannot be sent */
function requireSendable(response: Response): void {
	const { headers, status, type, body, bodyUsed } = response;
	if (typeof headers?.get !== "function") throw new TypeError(NO_RESPONSE);
	if (bodyUsed || body?.locked)
		throw new TypeError(
			"it returned a Response whose body is used. Create a Response for each request, or return a clone from before the body was read.",
		);
	if (type !== "error" && !(status >= 200 && status <= 599))
		throw new TypeError(
			`it returned a Response with the status ${status}. Use a status from 200 to 599.`,
		);
}

/**
 * Lets the MSW handlers of the configuration respond before the mock.
 * @param configured called for each request, because a configuration may be reloaded
 * @param createFailureResponse creates the response if a handler throws. The reason names the handler.
 */
export function createOverrideHandler(
	engine: Pick<Engine, "match" | "context">,
	configured: () => ConfiguredHandlers | undefined,
	createFailureResponse: (reason: string) => Response,
): OverrideHandler {
	return async (request, caller) => {
		if (isBypass(request)) return undefined;
		const { handlers, files } = configured() ?? NONE;
		const { getResponse } = await loadMsw();
		const sent = fromFetchRequest(request.clone());
		const { context } = engine;
		const record = await beginOverride(context, sent, engine.match(request));
		if (!record) return undefined;
		const { hide } = record;
		const looping = rejectLoop(sent, context.onError);
		if (looping) return record(toFetchResponse(looping));
		const received = toReceived(request, caller, engine);
		const resolution = { baseUrl: new URL(received.url).origin };
		function explain(handler: AnyHandler, thrown: unknown): string {
			const error = createHandlerError(handler, thrown, files, hide);
			context.onError(error);
			return error.message;
		}
		async function respond(handler: AnyHandler) {
			try {
				const response = await runHandler({ ...sent, caller }, () =>
					getResponse([handler as RequestHandler], received, resolution),
				);
				if (response) requireSendable(response);
				return response;
			} catch (caught) {
				const isValue = FAILED_ON_VALUE.test(errorMessage(caught));
				const thrown = isValue ? new TypeError(NO_RESPONSE) : caught;
				return createFailureResponse(explain(handler, thrown));
			}
		}
		// One at a time, to know which handler fails.
		for (const handler of handlers) {
			const response = await respond(handler);
			if (response && isPassthrough(response)) return undefined;
			if (response)
				return record(toSent(response, request.method), (thrown) =>
					request.signal.aborted
						? undefined
						: explain(handler, thrown ?? new Error(NO_REASON)),
				);
		}
		return undefined;
	};
}
