import type { Engine } from "./engine.ts";
import type { MockRequest } from "./request/request.ts";
import { problem } from "./response/problems.ts";
import type { Address } from "./routing/address.ts";
import type { Reply, ResponseSpec } from "./service.ts";
import type { Session } from "./sessions/session.ts";
import { DEFAULT_SESSION, isSessionName } from "./sessions/session-name.ts";

/** The mock's own refusal: no answer of the service, so it rests on nothing. */
const BAD_REQUEST: ResponseSpec = {
	mediaType: "application/problem+json",
	reason: "Bad Request",
	assumptions: [],
};

export const refuseOwn = (
	kind: "session" | "preference",
	words: string,
): Reply => ({
	...problem(kind, 400, BAD_REQUEST, { words }),
	spec: BAD_REQUEST,
});

/**
 * Finds the session of a request: by its header, by its path, by the code that runs, or the default one.
 * @returns `refused` where it is named badly or twice; the exchange is then one of the default session
 */
export function createEnter({
	sessions,
	currentSession,
}: Engine): (
	incoming: MockRequest,
	address: Address,
	now: number,
) => { session: Session; refused?: Reply } {
	return (incoming, { session: inPath }, now) => {
		const inHeader = incoming.header("mock-session");
		const refuse = (words: string) => ({
			session: sessions.visit(DEFAULT_SESSION, now),
			refused: refuseOwn("session", words),
		});
		const named = inHeader ?? inPath;
		if (named === undefined)
			return {
				session: sessions.visit(currentSession() ?? DEFAULT_SESSION, now),
			};
		if (inHeader !== null && inPath !== undefined && inHeader !== inPath)
			return refuse(`both "${inHeader}" and "${inPath}"`);
		return isSessionName(named)
			? { session: sessions.visit(named, now) }
			: refuse(`named "${named}"`);
	};
}
