import type { Credentials, OperationModel, Reply } from "../model/service.ts";
import type { MockRequest } from "../request/request.ts";
import { createProblem, findDocumentedProblem } from "../response/problems.ts";
import { problemHeaders } from "../response/status-reply.ts";
import type { ActiveScenario } from "./session.ts";

/** What to send for each kind of credentials, and whether it was sent. */
const CREDENTIALS: Readonly<
	Record<
		Credentials,
		{ expected: string; isSent(request: MockRequest): boolean }
	>
> = {
	bearer: {
		expected: "Authorization: Bearer <any token>",
		isSent: (request) =>
			/^bearer +\S/i.test(request.header("authorization") ?? ""),
	},
	"api-key": {
		expected: "X-API-Key: <any key>",
		isSent: (request) => (request.header("x-api-key") ?? "").trim() !== "",
	},
};

/** Rejects a request without the credentials that the scenario requires, if the operation may require them. */
export function checkCredentials(
	request: MockRequest,
	spec: OperationModel,
	{ auth }: ActiveScenario,
): Reply | undefined {
	if (!auth || CREDENTIALS[auth].isSent(request)) return undefined;
	const listed = findDocumentedProblem("unauthorized", spec);
	if (!listed) return undefined;
	const { expected } = CREDENTIALS[auth];
	return {
		...createProblem("unauthorized", { expected }, listed),
		headers: problemHeaders(spec, listed.status, { auth }),
	};
}

/**
 * Rejects a request beyond the rate limit of the session.
 * @param now real monotonic time, in milliseconds
 */
export function checkRate(
	spec: OperationModel,
	{ rateLimit }: ActiveScenario,
	now: number,
): Reply | undefined {
	const seconds = rateLimit?.acquire(now) ?? 0;
	if (!rateLimit || seconds === 0) return undefined;
	const reply = createProblem(
		"rateLimited",
		{ limit: rateLimit.perSecond },
		findDocumentedProblem("rateLimited", spec),
	);
	return { ...reply, headers: problemHeaders(spec, reply.status, { seconds }) };
}
