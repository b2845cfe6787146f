import { MAX_RESPONSE_LENGTH } from "../journal/body-view.ts";
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
 * Returns the same body, and reports its text.
 * @param report called once with the part for the journal, when the body ends or that part is complete
 */
function tee(
	body: ReadableStream<Uint8Array>,
	report: (text: string) => Promise<void> | undefined,
): ReadableStream<Uint8Array> {
	const reader = body.getReader();
	const decoder = new TextDecoder();
	let text: string | undefined = "";
	async function end(): Promise<void> {
		const whole = text;
		text = undefined;
		if (whole !== undefined) await report(whole);
	}
	function add(chunk: Uint8Array): void {
		if (text === undefined) return;
		text += decoder.decode(chunk, { stream: true });
		if (text.length > MAX_RESPONSE_LENGTH) void end();
	}
	return passOn(reader, add, end);
}

/**
 * Records the response of a handler that replaces the mock, and returns it. The body is recorded while it is sent.
 */
export interface RecordOverride {
	(response: Response): Promise<Response>;
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
	const recordOverride = async (response: Response): Promise<Response> => {
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
		const record = (text = ""): Promise<void> | undefined => {
			writeJournal(exchange, {
				response: {
					status,
					headers,
					body: hideInText(text, text.length > MAX_RESPONSE_LENGTH, hide),
				},
				durationMs,
				isOverride: true,
			});
			return context.shared?.settle();
		};
		if (response.body)
			return new Response(tee(response.body, record), response);
		await record();
		return response;
	};
	return Object.assign(recordOverride, { hide: hideThrown });
}
