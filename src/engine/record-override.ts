import type { EngineContext } from "./context.ts";
import { writeJournal } from "./record-exchange.ts";
import type { MockRequest } from "./request/request.ts";
import { tee } from "./response/tee.ts";
import type { Match } from "./routing/router.ts";
import { resolveSession } from "./sessions/resolve-session.ts";

/** Records the response that a handler gave instead of the mock, and returns it. Its body is recorded while it is sent. */
export type RecordOverride = (response: Response) => Promise<Response>;

/**
 * Begins to record an exchange in which a handler of the configuration may respond instead of the mock.
 * @returns undefined if the mock has to reject the request itself
 */
export function beginOverride(
	context: EngineContext,
	request: MockRequest,
	match: Match,
): RecordOverride | undefined {
	const startedAt = performance.now();
	const { session, rejection } = resolveSession(
		context,
		request,
		match.address,
		startedAt,
	);
	if (rejection) return undefined;
	return async (response) => {
		const durationMs = performance.now() - startedAt;
		const sent = await request.readBody(context.service.limits.maxBytes);
		const body = typeof sent === "string" ? sent : { bytes: sent };
		const { status } = response;
		const headers = Object.fromEntries(response.headers);
		const record = (text?: string): void =>
			writeJournal(
				context,
				{ request, match, session, body },
				{ status, headers, body: text },
				durationMs,
				undefined,
				{ override: true },
			);
		if (response.body)
			return new Response(tee(response.body, record), response);
		record();
		return response;
	};
}
