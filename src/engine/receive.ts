import type { EngineContext } from "./context.ts";
import { findTarget } from "./forwarding/forward-operation.ts";
import type { ReceivedRequest } from "./received-request.ts";
import type { MockRequest } from "./request/request.ts";
import { decodeBody, decodeStart } from "./request/validate-input.ts";
import type { Match } from "./routing/router.ts";
import type { Reply } from "./service.ts";
import { resolveSession } from "./sessions/resolve-session.ts";

/**
 * Finds the session of a request, and reads the body. It is read even if the request is rejected: the journal keeps it,
 * and the client has to be able to finish sending it.
 * @param startedAt real monotonic time, in milliseconds
 * @returns `rejection` for an invalid session name
 */
export async function receive(
	context: EngineContext,
	request: MockRequest,
	match: Match,
	startedAt: number,
): Promise<{ received: ReceivedRequest; rejection: Reply | undefined }> {
	const { session, rejection } = resolveSession(
		context,
		request,
		match.address,
		startedAt,
	);
	const { operation } = match.route;
	const { maxBytes } = context.service.limits;
	const target = operation && findTarget(session.forward, operation.spec);
	const start = target && (await request.readBodyStart(maxBytes));
	const body = start
		? decodeStart(start, operation?.takesBody)
		: operation?.takesBody === false
			? undefined
			: decodeBody(await request.readBody(maxBytes));
	const { active } = session;
	const forward = target && start && { target, body: start };
	return {
		received: { request, match, session, active, body, forward, startedAt },
		rejection,
	};
}
