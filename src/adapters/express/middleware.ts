import type {
	RequestHandler as ExpressHandler,
	Request as ExpressRequest,
} from "express";
import { NodeRequest } from "srvx/node";
import type { Engine } from "../../engine/engine.ts";
import type { BodyFailure, BodyStart } from "../../engine/request/request.ts";
import { essenceOf } from "../../values/http.ts";
import { readBeforeClosing } from "../http/connections.ts";
import { NodeMockRequest, readTarget } from "../http/node-request.ts";
import { malformedHost, namesHost } from "../http/own-responses.ts";
import { sendResponse } from "../http/send-response.ts";

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

/** Whether a Fetch request can have this target. If not, it matches no operation. */
function isReadable({
	url,
	protocol,
	headers: { host },
}: ExpressRequest): boolean {
	const origin = `${protocol}://${host}`;
	if (!URL.canParse(url, origin)) return false;
	const target = new URL(url, origin);
	return (
		/^https?:$/.test(target.protocol) && !target.username && !target.password
	);
}

/**
 * Creates an Express middleware. A request that no operation matches goes to `next`, with its body unread, because it
 * belongs to the app.
 */
export const createExpressMiddleware =
	(mock: Pick<Engine, "handle" | "intercepts">): ExpressHandler =>
	async (req, res, next) => {
		try {
			const hosts = req.headersDistinct.host?.join(", ");
			if (hosts !== undefined && !namesHost(hosts))
				return sendResponse(res, malformedHost);
			if (!isReadable(req)) return next();
			const request = new NodeRequest({ req, res });
			if (!mock.intercepts(request)) return next();
			// Runs before Node's own listener, which closes the connection.
			res.prependOnceListener("finish", () => {
				if (!req.complete) readBeforeClosing(req.socket);
			});
			const RequestClass = req.readable ? NodeMockRequest : ParsedRequest;
			const response = await mock.handle(
				new RequestClass(req, readTarget(request.url)),
			);
			// The app may have sent a response meanwhile, for example after a time limit.
			if (!res.headersSent) sendResponse(res, response);
		} catch (error) {
			next(error);
		}
	};
