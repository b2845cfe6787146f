import type { Credentials, OperationSpec } from "../service.ts";

/** RFC 9110 section 11.6.1. */
const CHALLENGES: Readonly<Record<Credentials, string>> = {
	bearer: "Bearer",
	"api-key": "ApiKey",
};

/** Returns the headers that a response with this status has to have: a challenge for 401, a time for 429. */
export function problemHeaders(
	{ problems }: OperationSpec,
	status: number,
	{
		auth = "bearer",
		seconds = 1,
	}: { auth?: Credentials | undefined; seconds?: number } = {},
): Record<string, string> {
	if (status === problems.unauthorized || status === 401)
		return { "www-authenticate": CHALLENGES[auth] };
	return status === problems.rateLimited || status === 429
		? { "retry-after": `${seconds}` }
		: {};
}
