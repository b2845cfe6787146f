import { damageBody, type Waits } from "../../faults/damage-body.ts";
import type { FaultPlan } from "../../faults/select-faults.ts";
import { BODILESS, findByStatus } from "../../values/http.ts";
import { mapValues, type Texts } from "../../values/json.ts";
import type { Reply, ResponseModel } from "../model/service.ts";
import { protectOrigin } from "./protect-origin.ts";

/** A response before a transport sends it. */
export interface MockResponse {
	/** The status; 0 if the connection is broken instead. */
	readonly status: number;
	readonly reason: string;
	/** By name in lower case. Do not modify: responses share this object. */
	readonly headers: Texts;
	/** The values of `Set-Cookie`, the only header whose values cannot be joined (RFC 9110 section 5.3). */
	readonly cookies?: readonly string[];
	/** Null if the response has no body. */
	readonly body:
		| string
		| Uint8Array<ArrayBuffer>
		| ReadableStream<Uint8Array>
		| null;
	/** The ids of the assumptions that the response depends on. Responses of the same kind share one array. */
	readonly assumptions: readonly string[];
	/** Breaks the connection instead of responding: `reset` sends a TCP RST, `empty` closes it. */
	readonly broken?: "reset" | "empty";
}

const BROKEN = {
	...{ status: 0, reason: "", headers: {}, body: null },
	assumptions: [],
};

/** Breaks the connection with a TCP RST. */
export const RESET: MockResponse = { ...BROKEN, broken: "reset" };
/** Closes the connection without a response. */
export const EMPTY: MockResponse = { ...BROKEN, broken: "empty" };

/** Converts a response to a Fetch response. A broken connection becomes a network error. */
export function toFetchResponse(given: MockResponse): Response {
	const { status, reason, headers, cookies = [], body, broken } = given;
	if (broken) return Response.error();
	// With an empty text, Fetch would add a Content-Type.
	const response = new Response(body === "" ? null : body, {
		...{ status, statusText: reason, headers },
	});
	for (const cookie of cookies) response.headers.append("set-cookie", cookie);
	return response;
}

/**
 * Passes on a body. Reads a chunk only when the consumer asks for it, because the body may never end.
 * @param onChunk called with each chunk
 * @param onEnd called when the body has ended, broken off, or been canceled. A body that has ended waits for its promise.
 */
export function passOn(
	source: {
		readonly read: () => Promise<IteratorResult<Uint8Array, unknown>>;
		readonly cancel: (reason: unknown) => unknown;
	},
	onChunk: (chunk: Uint8Array) => void,
	onEnd: (isWhole: boolean) => Promise<void> | undefined | void,
): ReadableStream<Uint8Array> {
	return new ReadableStream(
		{
			async pull(controller) {
				try {
					const { done, value } = await source.read();
					if (done) {
						await onEnd(true);
						return controller.close();
					}
					onChunk(value);
					controller.enqueue(value);
				} catch (error) {
					onEnd(false);
					// Node treats a falsy reason as no failure, and its client would wait forever.
					controller.error(error || new Error("The body failed."));
				}
			},
			async cancel(reason) {
				onEnd(false);
				await source.cancel(reason);
			},
		},
		{ highWaterMark: 0 },
	);
}

/** Returns the response with one more header. */
export const withHeader = (
	response: MockResponse,
	name: string,
	value: string,
): MockResponse => ({
	...response,
	headers: { ...response.headers, [name]: value },
});

const encoder = new TextEncoder();

/** Truncates the body or slows it down, for a fault. */
export function damageResponse(
	response: MockResponse,
	plan: FaultPlan | undefined,
	waits: Waits,
): MockResponse {
	const { body, headers } = response;
	if (!plan?.body || body === null) return response;
	if (body instanceof ReadableStream)
		return { ...response, body: damageBody(body, plan.body, waits) };
	const bytes = typeof body === "string" ? encoder.encode(body) : body;
	return {
		...response,
		headers: { ...headers, "content-length": `${bytes.byteLength}` },
		body: damageBody(bytes, plan.body, waits),
	};
}

/** The JSON texts of bodies that never change; undefined until they are needed. */
const sharedTexts = new WeakMap<object, string | undefined>();

/**
 * Marks a body that is never modified, so that its JSON text is made only once. An exchange of `listZaps` then takes
 * a fifth of the processor time.
 */
export function cacheJsonText<Body extends object>(body: Body): Body {
	sharedTexts.set(body, undefined);
	return body;
}

/** @throws TypeError if the body cannot be written as JSON */
function toJsonText(body: unknown): string {
	if (typeof body !== "object" || body === null) return JSON.stringify(body);
	const known = sharedTexts.get(body);
	if (known !== undefined) return known;
	const text = JSON.stringify(body);
	if (sharedTexts.has(body)) sharedTexts.set(body, text);
	return text;
}

/**
 * Converts the reply of a handler to a response.
 * @param applied the preferences that were applied, for `Preference-Applied`
 * @throws TypeError if the body cannot be written as JSON
 */
export type Render = (
	reply: Reply,
	method: string,
	applied?: string,
) => MockResponse;

type Fields = Pick<MockResponse, "reason" | "headers" | "assumptions"> & {
	readonly isJson: boolean;
};

const withoutType = ({
	"content-type": _,
	...headers
}: MockResponse["headers"]): MockResponse["headers"] => headers;

/** Shared, because counters use the identity of this array as their key. */
const NO_ASSUMPTIONS: readonly string[] = [];

function createFields(
	{ mediaType, reason, assumptions }: ResponseModel,
	more: readonly string[] = [],
): Fields {
	const all = [...new Set([...assumptions, ...more])];
	const ids = all.length === 0 ? NO_ASSUMPTIONS : all;
	return {
		reason,
		assumptions: ids,
		isJson: mediaType.includes("json"),
		headers: {
			...(mediaType !== "" && { "content-type": mediaType }),
			...(ids.length > 0 && { "mock-assumptions": ids.join(", ") }),
		},
	};
}

/**
 * Creates the renderer of one operation.
 * @param specs by status. A reply with another status contains its own description.
 * @param headAssumptions additional assumptions of a response to HEAD
 * @param closingStatus the status after which the connection is closed
 */
export function createRender(
	specs: Readonly<Record<string, ResponseModel>> = {},
	headAssumptions: readonly string[] = [],
	closingStatus?: number,
): Render {
	const createFieldsByStatus = (more: readonly string[]) =>
		mapValues(specs, (spec) => createFields(spec, more));
	const fields = createFieldsByStatus([]);
	const fieldsForHead = createFieldsByStatus(headAssumptions);

	return ({ status, body, headers, spec }, method, applied = "") => {
		const isHead = method === "HEAD";
		const found = spec
			? createFields(spec)
			: findByStatus(isHead ? fieldsForHead : fields, status);
		if (!found)
			throw new Error(
				`A handler replied with status ${status}, which the OpenAPI document does not list for its operation.`,
			);
		const { reason, assumptions, isJson } = found;
		const text = typeof body === "string" && !isJson ? body : toJsonText(body);
		const isClosing = status === closingStatus;
		const hasMore = headers || isClosing || applied !== "";
		const all = hasMore
			? {
					...found.headers,
					...headers,
					...(isClosing && { connection: "close" }),
					...(applied !== "" && { "preference-applied": applied }),
				}
			: found.headers;
		const isBodiless = BODILESS.includes(status);
		return {
			status,
			reason,
			assumptions,
			// A response without a body is no page.
			headers: isBodiless
				? withoutType(all)
				: text
					? protectOrigin(status, all)
					: all,
			body: isHead || isBodiless ? null : text,
		};
	};
}

/** Renders replies that contain their own description. */
export const renderOwn: Render = createRender();
