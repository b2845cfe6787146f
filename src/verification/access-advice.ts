const RATE_LIMITED =
	"Lift the service's rate limit, or pass --header with credentials that have a higher one.";

/** Statuses that depend on the caller's rights and say nothing about the service. */
export const ACCESS_STATUSES: readonly number[] = [401, 403, 429];

/**
 * Returns what to do about a status that depends on the caller's rights; undefined for other statuses.
 * @param hasCredentials whether the request had credentials
 */
export function adviseOnAccess(
	status: number | undefined,
	hasCredentials: boolean,
): string | undefined {
	if (status === 429) return RATE_LIMITED;
	if (status === undefined || !ACCESS_STATUSES.includes(status))
		return undefined;
	return hasCredentials
		? "The service does not accept the credentials of --header. Pass others."
		: "Pass --header 'Authorization: …' with credentials that the service accepts.";
}

/** Whether one of the headers usually holds credentials. */
export const hasCredentials = (
	headers: Readonly<Record<string, string>>,
): boolean =>
	Object.keys(headers).some((name) =>
		/authorization|cookie|token|key|secret/i.test(name),
	);
