import type { EngineContext } from "../engine/context.ts";
import type { Session } from "../engine/sessions/session.ts";
import { DEFAULT_SESSION } from "../engine/sessions/session-name.ts";

/** The session that a control acts on. */
export interface SessionAccess {
	/** Returns the name of the session; undefined for the default session and the journal of all sessions. */
	current(): string | undefined;
	/** Returns the session, creating it on first use. */
	open(): Session;
	/** Calls `read` with the session, without creating it. */
	view<Result>(
		read: (session: Session) => Result | Promise<Result>,
	): Promise<Result>;
}

/** @param name defaults to the session of the running code */
export function createSessionAccess(
	{ sessions, currentSession }: EngineContext,
	name: string | undefined,
): SessionAccess {
	const current = () => name ?? currentSession();
	const id = () => current() ?? DEFAULT_SESSION;
	return {
		current,
		open: () => sessions.open(id(), performance.now()),
		view: (read) => sessions.view(id(), performance.now(), read),
	};
}
