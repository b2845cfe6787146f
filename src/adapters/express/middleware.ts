import { createMiddleware } from "@mswjs/http-middleware";
import type {
	RequestHandler as ExpressHandler,
	Request as ExpressRequest,
	Response as ExpressResponse,
} from "express";
import type { RequestHandler } from "msw";
import * as msw from "msw";
import { NodeRequest } from "srvx/node";
import type { Engine } from "../../engine/engine.ts";
import type { BodyFailure, BodyStart } from "../../engine/request/request.ts";
import { essenceOf } from "../../values/http.ts";
import { readBeforeClosing } from "../http/connections.ts";
import { NodeMockRequest, readTarget } from "../http/node-request.ts";
import { malformedHost, namesHost } from "../http/own-responses.ts";
import { breakSocket, sendResponse } from "../http/send-response.ts";

/** Lists the fields of a form from what `express.urlencoded()` made of it. */
const listFields = (name: string, value: unknown): [string, string][] =>
	Array.isArray(value) && value.every((each) => typeof each !== "object")
		? value.flatMap((each) => listFields(name, each))
		: typeof value === "object" && value !== null
			? Object.entries(value).flatMap(([inner, each]) =>
					listFields(name === "" ? inner : `${name}[${inner}]`, each),
				)
			: [[name, String(value)]];

/** Returns the text of a body that a body parser of the app has read. */
const writeBody = (body: unknown, mediaType = ""): string =>
	essenceOf(mediaType) === "application/x-www-form-urlencoded"
		? new URLSearchParams(listFields("", body)).toString()
		: (JSON.stringify(body) ?? "");

/** A request whose body was read by a body parser of the app. */
class ParsedRequest extends NodeMockRequest {
	readonly #bytes: Buffer<ArrayBuffer>;

	constructor(req: ExpressRequest, target?: string) {
		super(req, target);
		const { body, headers }: { body?: unknown } & ExpressRequest = req;
		const isRead = typeof body === "string" || body instanceof Uint8Array;
		this.#bytes = Buffer.from(
			isRead ? body : writeBody(body, headers["content-type"]),
		);
	}

	override async readBody(maxBytes: number): Promise<Uint8Array | BodyFailure> {
		return this.#bytes.byteLength > maxBytes ? "too large" : this.#bytes;
	}

	override async readBodyStart(): Promise<BodyStart> {
		return { bytes: this.#bytes };
	}
}

/** Methods that a Fetch request cannot have. @mswjs/http-middleware throws for them. */
const FORBIDDEN_METHODS = new Set(["CONNECT", "TRACE", "TRACK"]);

/** Whether a Fetch request can have this target. @mswjs/http-middleware throws if not. */
function isReadable({ url, protocol, headers }: ExpressRequest): boolean {
	const origin = `${protocol}://${headers.host}`;
	if (!URL.canParse(url, origin)) return false;
	const target = new URL(url, origin);
	return (
		/^https?:$/.test(target.protocol) && !target.username && !target.password
	);
}

/** Does not read the body, because it belongs to the app if no handler matches. */
async function matchesAny(
	request: Request,
	handlers: readonly RequestHandler[],
): Promise<boolean> {
	const resolutionContext = { baseUrl: new URL(request.url).origin };
	for (const handler of handlers)
		if (await handler.test({ request, resolutionContext })) return true;
	return false;
}

/** Breaks the connection for `HttpResponse.error()`. Otherwise, its status 0 would make Node throw in a callback. */
function breakOnNetworkError(res: ExpressResponse): void {
	let status = res.statusCode;
	Object.defineProperty(res, "statusCode", {
		configurable: true,
		get: () => status,
		set(value: number) {
			if (value === 0) breakSocket(res, "empty");
			else status = value;
		},
	});
}

/**
 * Breaks the connection if a body stream fails, and drops a response if the app has sent one meanwhile, for example after
 * a time limit. @mswjs/http-middleware does not handle these errors, so they would end the process.
 */
function protectResponse(res: ExpressResponse): void {
	const append = res.appendHeader.bind(res);
	res.appendHeader = (name, value) =>
		res.headersSent ? res : append(name, value);
	res.once("pipe", (source) => {
		if (res.headersSent) source.unpipe(res).destroy();
		else source.once("error", () => breakSocket(res, "empty"));
	});
}

/**
 * Creates an Express middleware from MSW handlers. Requests that would end the process in @mswjs/http-middleware are
 * handled before.
 * @param handlers tried in this order. A request that none of them matches goes to `next`.
 * @param byEngine whether the engine responds without @mswjs/http-middleware, which calls `handleRequest`. MSW 3 does
 * not have this function.
 */
export function createExpressMiddleware(
	mock: Pick<Engine, "handle">,
	handlers: readonly RequestHandler[],
	byEngine: boolean = !("handleRequest" in msw),
): ExpressHandler {
	// MSW has the same types twice, for `import` and for `require`. This package was compiled against the types for
	// `require`.
	const typed = handlers as unknown as Parameters<typeof createMiddleware>;
	const middleware = byEngine ? undefined : createMiddleware(...typed);
	return async (req, res, next) => {
		try {
			const hosts = req.headersDistinct.host?.join(", ");
			if (hosts !== undefined && !namesHost(hosts))
				return sendResponse(res, malformedHost);
			if (!isReadable(req)) return next();
			const request = new NodeRequest({ req, res });
			if (!(await matchesAny(request, handlers))) return next();
			// Runs before Node's own listener, which closes the connection.
			res.prependOnceListener("finish", () => {
				if (!req.complete) readBeforeClosing(req.socket);
			});
			// @mswjs/http-middleware would write a text that a body parser has read as JSON again.
			const isOwn = !req.readable || FORBIDDEN_METHODS.has(req.method);
			if (!middleware || isOwn) {
				const RequestClass = req.readable ? NodeMockRequest : ParsedRequest;
				const restored = new RequestClass(req, readTarget(request.url));
				return sendResponse(res, await mock.handle(restored));
			}
			breakOnNetworkError(res);
			protectResponse(res);
			await middleware(req, res, next);
		} catch (error) {
			next(error);
		}
	};
}
