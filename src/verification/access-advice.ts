const PASS_CREDENTIALS =
	"Pass --header 'Authorization: …' with credentials that the service accepts.";

/** What to do about a status that depends on the caller's rights and says nothing about the service. */
export const ACCESS_ADVICE: ReadonlyMap<number, string> = new Map([
	[401, PASS_CREDENTIALS],
	[403, PASS_CREDENTIALS],
	[
		429,
		"Lift the service's rate limit, or pass --header with credentials that have a higher one.",
	],
]);
