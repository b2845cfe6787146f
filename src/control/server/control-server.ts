import { STATUS_CODES } from "node:http";
import {
	createOwnAddressReader,
	type OwnAddress,
} from "../../engine/routing/control-address.ts";
import { errorMessage } from "../../values/error-message.ts";
import { API_HEADER } from "../api-header.ts";
import type { Control } from "../control.ts";
import { ControlError } from "../control-error.ts";
import { createAccessControl } from "./access-control.ts";
import type { Caller } from "./caller-check.ts";
import { findRoute } from "./find-route.ts";
import { problemResponse } from "./problem-response.ts";
import { type QueryShape, readQuery } from "./read-query-parameters.ts";
import { receive } from "./read-request-body.ts";
import type { InspectorPage, ServerInfo } from "./route.ts";
import { ROUTES } from "./routes.ts";

export interface ControlServerOptions {
	readonly control: Control;
	/** Lets in whoever knows it; when absent, only this machine is. */
	readonly token?: string | undefined;
	/** The OpenAPI document of the service. */
	readonly document: () => Promise<unknown>;
	/** What the paths of the service begin with, without a trailing slash. */
	readonly basePath?: string | undefined;
	/** What is stood in for, in words. */
	readonly title?: string | undefined;
	/** Of the mock. */
	readonly version?: string | undefined;
	/** What people see at `/__mock/`; the list of routes when absent. */
	readonly page?: InspectorPage | undefined;
	/** Told of what the mock itself did wrong, which is answered with 500; silent when absent. */
	readonly onError?: ((error: unknown) => void) | undefined;
	/** Ends the streams of events, which would go on for ever. */
	readonly ending?: AbortSignal | undefined;
}

/** What comes after scheme and authority, as sent. */
const TARGET = /^[^:/]+:\/\/[^/?#]*([^#]*)/;
/** Whatever else has come here has no route. */
const ELSEWHERE: OwnAddress = {
	below: "?",
	search: "",
	session: undefined,
};

const ROUTE_LINES = ROUTES.filter(({ path }) => path !== "").map(
	({ method, path, does }) => `${method} /__mock${path}: ${does}`,
);

function nothingThere(method: string, path: string, allow: readonly string[]) {
	if (allow.length === 0)
		return problemResponse(
			{
				status: 404,
				detail: `The control API has nothing at /__mock${path}. What it has is in routes.`,
				errors: [],
			},
			{ routes: ROUTE_LINES },
		);
	return problemResponse(
		{
			status: 405,
			detail: `${method} cannot be asked of /__mock${path}. Use ${allow.join(" or ")}.`,
			errors: [],
		},
		{},
		{ allow: allow.join(", ") },
	);
}

/** The control of the session that was named, wherever it was; of all where none was. */
function controlOf(
	control: Control,
	names: readonly (string | null | undefined)[],
): Control {
	const [named, other] = new Set(names.filter((name) => name != null));
	if (other !== undefined)
		throw new ControlError(
			400,
			`The session cannot be both "${named}" and "${other}". Name it once.`,
		);
	return named === undefined ? control : control.session(named);
}

function explain(error: unknown): Response {
	if (error instanceof ControlError) {
		const challenge = error.status === 401 && {
			"www-authenticate": 'Bearer realm="understudy"',
		};
		return problemResponse(error, {}, { ...challenge });
	}
	return problemResponse({
		status: 500,
		detail: `The mock itself failed: ${errorMessage(error)}`,
		errors: [],
	});
}

function decode(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}

/** What answers below `/__mock`, and below `/__session/<id>/__mock`: the control of a mock, over HTTP. */
export function createControlServer({
	control,
	token,
	basePath = "",
	title = "service",
	version,
	document,
	page,
	onError,
	ending,
}: ControlServerOptions): (
	request: Request,
	peer: Caller,
) => Promise<Response> {
	const guard = createAccessControl(token);
	const readAddress = createOwnAddressReader(basePath);
	const about: ServerInfo = {
		basePath,
		title,
		version,
		document,
		page,
		ending,
		logIn: guard.logIn,
		routes: ROUTE_LINES,
	};

	async function answer(request: Request, peer: Caller): Promise<Response> {
		const [, target = ""] = TARGET.exec(request.url) ?? [];
		const { below, search, session } = readAddress(target) ?? ELSEWHERE;
		const found = findRoute(ROUTES, request.method, below);
		const isOpen = "route" in found && found.route.isOpen === true;
		guard.admit(request, peer, isOpen);
		if (!("route" in found))
			return nothingThere(request.method, below, found.allow);
		const { route, id } = found;
		// An EventSource sends no headers, so the session may be a parameter too.
		const shape: QueryShape = { ...route.query, session: "text" };
		const query = readQuery(search, shape);
		const inHeader = request.headers.get("mock-session");
		return route.handle({
			request,
			control: controlOf(control, [inHeader, session, query.get("session")]),
			id: decode(id),
			query,
			body: await receive(request, route),
			about,
		});
	}

	return async (request, peer) => {
		const response = await answer(request, peer).catch((error) => {
			if (!(error instanceof ControlError)) onError?.(error);
			return explain(error);
		});
		const { status, headers, body } = response;
		headers.set(API_HEADER, "1");
		headers.set("cache-control", "no-store");
		headers.set("x-content-type-options", "nosniff");
		const head = { status, statusText: STATUS_CODES[status] ?? "", headers };
		if (request.method !== "HEAD") return new Response(body, head);
		await body?.cancel();
		return new Response(null, head);
	};
}
