import type { OperationModel, Reply } from "../model/service.ts";
import type { MockRequest } from "../request/request.ts";
import {
	describeCredentials,
	hasCredentials,
	requiredCredentials,
} from "../response/credentials.ts";
import {
	createProblem,
	findDocumentedProblem,
	problemHeaders,
	rejectOwnParameter,
} from "../response/problems.ts";
import type { Match } from "../routing/router.ts";
import type { ActiveScenario, Session } from "./session.ts";
import {
	DEFAULT_SESSION,
	isSessionName,
	SESSION_NAME_RULE,
} from "./session-name.ts";
import type { Sessions } from "./sessions.ts";

/** The information that determines whether a request may run an operation. */
interface Access {
	readonly request: MockRequest;
	readonly match: Match;
	readonly active: ActiveScenario;
	/** Present if a real service responds. */
	readonly forward: unknown;
}

/** Returns the name of the session of a request. If it is invalid, returns the default session, and the reason. */
export function readSessionName(
	request: MockRequest,
	{ address: { session: inPath } }: Match,
): { name: string | undefined; error?: string } {
	const name = request.header("mock-session") ?? inPath;
	const isSame = inPath === undefined || name === inPath;
	if (name === undefined || (isSame && isSessionName(name))) return { name };
	const error = isSame
		? `Invalid session name "${name}". ${SESSION_NAME_RULE}`
		: `The Mock-Session header names session "${name}", but the path names "${inPath}". Name one session.`;
	return { name: DEFAULT_SESSION, error };
}

/**
 * Returns the session of a request. The first of these names counts: the header, the path, the running code. Without
 * a name, returns the default session.
 * @param now real monotonic time, in milliseconds
 * @returns the default session and a `rejection` if the name is invalid, or if header and path name different
 * sessions
 */
export function resolveSession(
	{ sessions }: { readonly sessions: Sessions },
	request: MockRequest,
	match: Match,
	now: number,
): { session: Session; rejection?: Reply } {
	const { name, error } = readSessionName(request, match);
	const session = sessions.open(name, now, request);
	if (!error) return { session };
	return { session, rejection: rejectOwnParameter("session", error) };
}

/**
 * Rejects a request without the required credentials of the scenario, the mock or the OpenAPI document. If a real
 * service responds, it checks the credentials of the document itself.
 */
export function checkCredentials(
	{ request, match, active: { auth }, forward }: Access,
	spec: OperationModel,
): Reply | undefined {
	const required = requiredCredentials(spec, auth);
	const isSkipped = required.length === 0 || (!auth && forward !== undefined);
	if (isSkipped || hasCredentials(required, request, match.address.search))
		return undefined;
	const listed = findDocumentedProblem("unauthorized", spec);
	const expected = describeCredentials(required);
	const reply = createProblem("unauthorized", { expected }, listed);
	return { ...reply, headers: problemHeaders(spec, reply.status, { auth }) };
}

/**
 * Rejects a request beyond the rate limit of the session.
 * @param seconds what the limit returned for the request
 */
export function checkRate(
	spec: OperationModel,
	{ rateLimit }: ActiveScenario,
	seconds: number,
): Reply | undefined {
	if (!rateLimit || seconds === 0) return undefined;
	const { perSecond: limit } = rateLimit;
	const listed = findDocumentedProblem("rateLimited", spec);
	const reply = createProblem("rateLimited", { limit }, listed);
	return { ...reply, headers: problemHeaders(spec, reply.status, { seconds }) };
}
