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

/** Returns why the session name of a request is invalid; undefined if it is valid. */
function findNameError(
	name: string | undefined,
	inPath: string | undefined,
): string | undefined {
	if (name !== undefined && inPath !== undefined && name !== inPath)
		return `The Mock-Session header names session "${name}", but the path names "${inPath}". Name one session.`;
	return name === undefined || isSessionName(name)
		? undefined
		: `Invalid session name "${name}". ${SESSION_NAME_RULE}`;
}

/** Returns the name of the session of a request. If it is invalid, `resolveSession` uses the default session. */
export function findSessionName(
	request: MockRequest,
	{ address: { session: inPath } }: Match,
): string | undefined {
	const name = request.header("mock-session") ?? inPath;
	return findNameError(name, inPath) === undefined ? name : DEFAULT_SESSION;
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
	{ address: { session: inPath } }: Match,
	now: number,
): { session: Session; rejection?: Reply } {
	const name = request.header("mock-session") ?? inPath;
	const error = findNameError(name, inPath);
	if (error === undefined)
		return { session: sessions.open(name, now, request) };
	return {
		session: sessions.open(DEFAULT_SESSION, now, request),
		rejection: rejectOwnParameter("session", error),
	};
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
	const reply = createProblem(
		"rateLimited",
		{ limit: rateLimit.perSecond },
		findDocumentedProblem("rateLimited", spec),
	);
	return { ...reply, headers: problemHeaders(spec, reply.status, { seconds }) };
}
