import { setMaxListeners } from "node:events";
import { STATUS_CODES } from "node:http";
import type { Caller } from "../../engine/request/request.ts";
import { isOfUser } from "../../engine/response/problems.ts";
import { createControlAddressReader } from "../../engine/routing/router.ts";
import { isStoreFull, isStoreUnavailable } from "../../store/backing.ts";
import { errorMessage } from "../../values/errors.ts";
import { tryDecode } from "../../values/http.ts";
import type { Control } from "../control.ts";
import { ControlError } from "../control-error.ts";
import { API_HEADER, API_VERSION } from "../methods.ts";
import { requireAccess } from "./access-control.ts";
import { readQueryParameters, readRequestBody } from "./read-input.ts";
import { ROUTE_LIST, ROUTES, type ServerInfo } from "./routes.ts";

export interface ControlServerOptions extends ServerInfo {
	readonly control: Control;
	/** The token that every request needs. Without it, only clients on this machine have access. */
	readonly token?: string | undefined;
	/** Called with each error inside the mock. The client gets 500. */
	readonly onError?: ((error: unknown) => void) | undefined;
}

/** Matches the path and query of a URL, as the client sent them. */
const TARGET = /^[^:/]+:\/\/[^/?#]*([^#]*)/;

/** The address of a URL outside of the control API, such as a URL with another host. No route has the path "?". */
const NO_ADDRESS = { below: "?", search: "", session: undefined };

/** Creates a response with a problem of RFC 9457. */
const problemResponse = (
	status: number,
	detail: string,
	properties: Readonly<Record<string, unknown>> = {},
	headers: Readonly<Record<string, string>> = {},
): Response =>
	Response.json(
		{
			type: "about:blank",
			title: STATUS_CODES[status] ?? "Error",
			status,
			detail,
			...properties,
		},
		{
			status,
			headers: { ...headers, "content-type": "application/problem+json" },
		},
	);

const PATTERNS = ROUTES.map((route) => {
	const path = route.path.replaceAll(".", "\\.").replace(/:\w+/g, "([^/]+)");
	return { route, pattern: new RegExp(`^${path}$`) };
});

/** Returns the routes of a path below `/__mock`, each with the decoded path segments for `:collection` and `:id`. */
const matchRoutes = (path: string) =>
	PATTERNS.flatMap(({ route, pattern }) => {
		const match = pattern.exec(path);
		return match ? [{ route, segments: match.slice(1).map(tryDecode) }] : [];
	});

/** @param methods the methods of the routes of the path */
function noRouteResponse(
	method: string,
	path: string,
	methods: readonly string[],
): Response {
	if (methods.length === 0)
		return problemResponse(
			404,
			`The control API has no route /__mock${path}. Use one of \`routes\`.`,
			{ routes: ROUTE_LIST },
		);
	const allow = methods.includes("GET") ? [...methods, "HEAD"] : methods;
	return problemResponse(
		405,
		`/__mock${path} does not support ${method}. Use ${allow.join(" or ")}.`,
		{},
		{ allow: allow.join(", ") },
	);
}

/** Returns the control of the session that the request names anywhere, or else the control of all sessions. */
function controlOf(
	control: Control,
	names: readonly (string | null | undefined)[],
): Control {
	const [name, other] = new Set(names.filter((each) => each != null));
	if (other !== undefined)
		throw new ControlError(
			400,
			`The request names two sessions, "${name}" and "${other}". Name only one.`,
		);
	return name === undefined ? control : control.session(name);
}

function errorResponse(error: unknown): Response {
	if (isStoreFull(error)) return problemResponse(503, error.message);
	if (isStoreUnavailable(error))
		return problemResponse(503, error.message, {}, { "retry-after": "1" });
	if (!(error instanceof ControlError))
		return problemResponse(
			500,
			isOfUser(error)
				? error.message
				: `The mock itself failed: ${errorMessage(error)}`,
		);
	const { status, detail, errors } = error;
	return problemResponse(
		status,
		detail,
		errors.length > 0 ? { errors } : {},
		status === 401 ? { "www-authenticate": 'Bearer realm="understudy"' } : {},
	);
}

/** Adds the headers of every response. Removes the body from a response to HEAD. */
async function complete(
	{ status, headers, body }: Response,
	isHead: boolean,
): Promise<Response> {
	headers.set(API_HEADER, API_VERSION);
	headers.set("cache-control", "no-store");
	headers.set("x-content-type-options", "nosniff");
	const init = { status, statusText: STATUS_CODES[status] ?? "", headers };
	if (!isHead) return new Response(body, init);
	await body?.cancel();
	return new Response(null, init);
}

/** Serves the control API below `/__mock` and `/__session/<id>/__mock`. */
export function createControlServer(
	options: ControlServerOptions,
): (request: Request, caller: Caller) => Promise<Response> {
	const { control, token, onError, ...server } = options;
	// Each event stream adds a listener, and Node would warn of a leak at the eleventh one.
	if (server.ending) setMaxListeners(0, server.ending);
	const readAddress = createControlAddressReader(server.basePath ?? "");

	async function respond(request: Request, caller: Caller): Promise<Response> {
		const { method, headers, url } = request;
		const [, target = ""] = TARGET.exec(url) ?? [];
		const { below, search, session } = readAddress(target) ?? NO_ADDRESS;
		const matches = matchRoutes(below);
		const wanted = method === "HEAD" ? "GET" : method;
		const match = matches.find(({ route }) => route.method === wanted);
		requireAccess(request, caller, token, match?.route.isOpen ?? false);
		if (!match) {
			const methods = matches.map(({ route }) => route.method);
			return noRouteResponse(method, below, methods);
		}
		const { route, segments } = match;
		const { session: parameter, ...query } = readQueryParameters(search, {
			...route.query,
			session: { type: "string" },
		});
		// An EventSource cannot send headers, so a parameter can name the session, too.
		const names = [
			headers.get("mock-session"),
			session,
			parameter === undefined ? undefined : String(parameter),
		];
		const named = controlOf(control, names);
		const isGet = route.method === "GET";
		const input = isGet
			? query
			: await readRequestBody(request, route.maxBytes);
		const context = { request, control: named, segments, input, server };
		const result = await route.handle(context);
		if (result === undefined) return new Response(null, { status: 204 });
		return result instanceof Response ? result : Response.json(result);
	}

	return async (request, caller) => {
		const response = await respond(request, caller).catch((error) => {
			if (!(error instanceof ControlError)) onError?.(error);
			return errorResponse(error);
		});
		return complete(response, request.method === "HEAD");
	};
}
