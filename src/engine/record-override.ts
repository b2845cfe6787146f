import { MAX_RESPONSE_LENGTH } from "../journal/entry.ts";
import type { Hide } from "../values/create-hider.ts";
import type { EngineContext } from "./context.ts";
import {
	createExchangeHider,
	hideInText,
	writeJournal,
} from "./record-exchange.ts";
import type { MockRequest } from "./request/request.ts";
import { passOn } from "./response/response.ts";
import type { Match } from "./routing/router.ts";
import { resolveSession } from "./sessions/access.ts";

/**
 * Reads the next chunk of a body.
 * @throws TypeError if it is no bytes
 */
async function readBytes(reader: ReadableStreamDefaultReader<Uint8Array>) {
	const result = await reader.read();
	// Not `instanceof`: test runners give a page a Uint8Array of its own.
	if (!result.done && !ArrayBuffer.isView(result.value))
		throw new TypeError(
			"its body stream contains a value that is no Uint8Array. Encode texts: controller.enqueue(new TextEncoder().encode(text)).",
		);
	return result;
}

/**
 * Returns the same body, and reports its text.
 * @param report called once with the part for the journal, when the body ends or that part is complete, and with the
 * reason if the body failed
 * @param explain returns the reason if the body fails
 */
function tee(
	body: ReadableStream<Uint8Array>,
	report: (text: string, reason?: string) => Promise<void> | undefined,
	explain: ExplainFailure,
): ReadableStream<Uint8Array> {
	const reader = body.getReader();
	const decoder = new TextDecoder();
	let text: string | undefined = "";
	let reason: string | undefined;
	const read = () =>
		readBytes(reader).catch((error) => {
			reason = explain(error);
			reader.cancel(error).catch(() => undefined);
			throw error;
		});
	async function end(): Promise<void> {
		const whole = text;
		text = undefined;
		if (whole !== undefined) await report(whole, reason);
	}
	function add(chunk: Uint8Array): void {
		if (text === undefined) return;
		text += decoder.decode(chunk, { stream: true });
		if (text.length > MAX_RESPONSE_LENGTH) void end();
	}
	return passOn({ read, cancel: (why) => reader.cancel(why) }, add, end);
}

/** Logs why the body of a handler failed, and returns the reason; undefined if the client had disconnected. */
type ExplainFailure = (thrown: unknown) => string | undefined;

/**
 * Records the response of a handler that replaces the mock, and returns it. The body is recorded while it is sent.
 */
export interface RecordOverride {
	(response: Response, explain?: ExplainFailure): Promise<Response>;
	/** Redacts the credentials of the exchange in errors that a handler throws. */
	readonly hide: Hide;
}

/**
 * Begins to record an exchange that a handler of the configuration may respond to.
 * @returns undefined if the mock has to reject the request
 */
export async function beginOverride(
	context: EngineContext,
	request: MockRequest,
	match: Match,
): Promise<RecordOverride | undefined> {
	const startedAt = performance.now();
	await context.shared?.enter(request, match);
	const found = resolveSession(context, request, match, startedAt);
	if (found.rejection) return undefined;
	const { session } = found;
	const received = { context, request, match, session };
	const hideThrown: Hide = (data) =>
		createExchangeHider(received, session.forward, {})(data);
	async function recordOverride(
		response: Response,
		explain: ExplainFailure = () => undefined,
	): Promise<Response> {
		const durationMs = performance.now() - startedAt;
		const sent = await request.readBody(context.service.limits.maxBytes);
		const body = typeof sent === "string" ? sent : { bytes: sent };
		const { status } = response;
		const exchange = { ...received, body };
		// The handler may return the response of a real service, which may repeat credentials.
		const given = Object.fromEntries(response.headers);
		const hide = createExchangeHider(exchange, session.forward, {
			headers: given,
			cookies: response.headers.getSetCookie(),
		});
		const headers = hide(given);
		// Ends once other mocks that share the journal see the exchange.
		const record = (text = "", reason?: string): Promise<void> | undefined => {
			writeJournal(exchange, {
				response: {
					status,
					headers,
					body: hideInText(text, text.length > MAX_RESPONSE_LENGTH, hide),
				},
				...{ durationMs, reason },
				isOverride: true,
			});
			return context.shared?.settle();
		};
		if (response.body)
			return new Response(tee(response.body, record, explain), response);
		await record();
		return response;
	}
	return Object.assign(recordOverride, { hide: hideThrown });
}
