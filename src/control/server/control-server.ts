import { STATUS_CODES } from "node:http";
import { createControlAddressReader } from "../../engine/routing/control-address.ts";
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

/** The address of a URL outside of the control API, such as one with another host; no route has the path "?". */
const NO_ADDRESS = { below: "?", search: "", session: undefined };

/** @param allow the methods that the path supports */
const noRouteResponse = (
	method: string,
	path: string,
	allow: readonly string[],
): Response =>
	allow.length === 0
		? problemResponse(
				404,
				`The control API has no route /__mock${path}. Use one of \`routes\`.`,
				{ routes: ROUTE_LIST },
			)
		: problemResponse(
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
	const readAddress = createControlAddressReader(server.basePath ?? "");

	async function respond(request: Request, caller: Caller): Promise<Response> {
		const { method, headers, url } = request;
		const [, target = ""] = TARGET.exec(url) ?? [];
		const { below, search, session } = readAddress(target) ?? NO_ADDRESS;
		const { route, id, allow } = findRoute(ROUTES, method, below);
		requireAccess(request, caller, route?.isOpen);
		if (!route) return noRouteResponse(method, below, allow);
		const { session: parameter, ...query } = readQueryParameters(search, {
			...route.query,
			session: "string?",
		});
		// An EventSource cannot send headers, so a parameter can name the session too.
		const names = [headers.get("mock-session"), session, parameter?.toString()];
		const context = { request, control: controlOf(control, names), id, server };
		const isGet = route.method === "GET";
		const input = isGet ? query : await readRequestBody(request, route);
		return toResponse(await route.handle({ ...context, input, logIn }));
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
