import { STATUS_CODES } from "node:http";
import { createOwnAddressReader } from "../../engine/routing/control-address.ts";
import { errorMessage } from "../../values/error-message.ts";
import { API_HEADER, API_VERSION } from "../api-header.ts";
import type { ValidatingControl } from "../control.ts";
import { ControlError } from "../control-error.ts";
import { createAccessControl } from "./access-control.ts";
import type { Caller } from "./caller-check.ts";
import { findRoute } from "./find-route.ts";
import { problemResponse } from "./problem-response.ts";
import { readQueryParameters } from "./read-query-parameters.ts";
import { readRequestBody } from "./read-request-body.ts";
import type { ServerInfo } from "./route.ts";
import { ROUTE_LIST, ROUTES } from "./routes.ts";

export interface ControlServerOptions extends ServerInfo {
	readonly control: ValidatingControl;
	/** The token that every request needs; without it, only this machine has access. */
	readonly token?: string | undefined;
	/** Called with each error of the mock itself, for which the response is 500. */
	readonly onError?: ((error: unknown) => void) | undefined;
}

/** The path and query of a URL, as sent. */
const TARGET = /^[^:/]+:\/\/[^/?#]*([^#]*)/;

const notFound = (path: string): Response =>
	problemResponse(
		404,
		`The control API has no route /__mock${path}. Use one of \`routes\`.`,
		{ routes: ROUTE_LIST },
	);

const methodNotAllowed = (
	method: string,
	path: string,
	allow: readonly string[],
): Response =>
	problemResponse(
		405,
		`/__mock${path} does not support ${method}. Use ${allow.join(" or ")}.`,
		{},
		{ allow: allow.join(", ") },
	);

/** Returns the control of the session named in any place, or the control of all sessions. */
function controlOf(
	control: ValidatingControl,
	names: readonly (string | null | undefined)[],
): ValidatingControl {
	const [name, other] = new Set(names.filter((each) => each != null));
	if (other !== undefined)
		throw new ControlError(
			400,
			`The request names two sessions, "${name}" and "${other}". Name only one.`,
		);
	return name === undefined ? control : control.session(name);
}

function errorResponse(error: unknown): Response {
	if (!(error instanceof ControlError))
		return problemResponse(
			500,
			`The mock itself failed: ${errorMessage(error)}`,
		);
	const { status, detail, errors } = error;
	return problemResponse(
		status,
		detail,
		errors.length > 0 ? { errors } : {},
		status === 401 ? { "www-authenticate": 'Bearer realm="understudy"' } : {},
	);
}

function toResponse(result: unknown): Response {
	if (result instanceof Response) return result;
	return result === undefined
		? new Response(null, { status: 204 })
		: Response.json(result);
}

/** Serves the control API below `/__mock` and `/__session/<id>/__mock`. */
export function createControlServer({
	control,
	token,
	onError,
	...server
}: ControlServerOptions): (
	request: Request,
	caller: Caller,
) => Promise<Response> {
	const { requireAccess, logIn } = createAccessControl(token);
	const readAddress = createOwnAddressReader(server.basePath ?? "");

	async function respond(request: Request, caller: Caller): Promise<Response> {
		const { method, headers, url } = request;
		const [, target = ""] = TARGET.exec(url) ?? [];
		// A URL of another host has no address here, and "?" is the path of no route.
		const {
			below: path,
			search = "",
			session,
		} = readAddress(target) ?? { below: "?" };
		const { route, id, allow } = findRoute(ROUTES, method, path);
		requireAccess(request, caller, route?.isOpen);
		if (!route)
			return allow.length > 0
				? methodNotAllowed(method, path, allow)
				: notFound(path);
		// An EventSource cannot send headers, so a parameter can name the session too.
		const { session: inQuery, ...query } = readQueryParameters(search, {
			...route.query,
			session: "string?",
		});
		return toResponse(
			await route.handle({
				request,
				control: controlOf(control, [
					headers.get("mock-session"),
					session,
					inQuery?.toString(),
				]),
				id,
				input:
					route.method === "GET"
						? query
						: await readRequestBody(request, route),
				server,
				logIn,
			}),
		);
	}

	return async (request, caller) => {
		const response = await respond(request, caller).catch((error) => {
			if (!(error instanceof ControlError)) onError?.(error);
			return errorResponse(error);
		});
		const { status, headers, body } = response;
		headers.set(API_HEADER, API_VERSION);
		headers.set("cache-control", "no-store");
		headers.set("x-content-type-options", "nosniff");
		const init = { status, statusText: STATUS_CODES[status] ?? "", headers };
		if (request.method !== "HEAD") return new Response(body, init);
		await body?.cancel();
		return new Response(null, init);
	};
}
