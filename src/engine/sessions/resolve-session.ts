import type { Reply } from "../model/service.ts";
import type { MockRequest } from "../request/request.ts";
import { rejectOwnParameter } from "../response/problems.ts";
import type { Address } from "../routing/address.ts";
import type { Session } from "./session.ts";
import {
	DEFAULT_SESSION,
	isSessionName,
	SESSION_NAME_RULE,
} from "./session-name.ts";
import type { Sessions } from "./sessions.ts";

/**
 * Returns the session named by the header, by the path or by the running code, in this order, or the default session.
 * @param now real monotonic time, in milliseconds
 * @returns `rejection` for an invalid name, or for two different names; the session is then the default one
 */
export function resolveSession(
	{
		sessions,
		currentSession,
	}: {
		readonly sessions: Sessions;
		readonly currentSession: () => string | undefined;
	},
	request: MockRequest,
	{ session: inPath }: Address,
	now: number,
): { session: Session; rejection?: Reply } {
	const inHeader = request.header("mock-session");
	const reject = (reason: string) => ({
		session: sessions.open(DEFAULT_SESSION, now, request),
		rejection: rejectOwnParameter("session", reason),
	});
	const name = inHeader ?? inPath;
	if (name === undefined)
		return {
			session: sessions.open(currentSession() ?? DEFAULT_SESSION, now, request),
		};
	if (inHeader !== null && inPath !== undefined && inHeader !== inPath)
		return reject(
			`The Mock-Session header names session "${inHeader}", but the path names "${inPath}". Name one session.`,
		);
	return isSessionName(name)
		? { session: sessions.open(name, now, request) }
		: reject(`Invalid session name "${name}". ${SESSION_NAME_RULE}`);
}
