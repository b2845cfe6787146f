export const DEFAULT_SESSION = "default";

/** Excludes "." and "..": clients resolve these path segments before they send a request. */
const NAME = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;

export const isSessionName = (name: string): boolean => NAME.test(name);

/** Explains the rule at the end of an error message about a session name. */
export const SESSION_NAME_RULE =
	'Use 1 to 100 of the characters A-Z, a-z, 0-9, ".", "_" and "-", but not "." or "..".';

/** The maximum number of sessions in a message. */
const MAX_NAMED = 3;

/** Names sessions in a message. */
export function listSessions(ids: readonly string[]): string {
	const more = ids.length - MAX_NAMED;
	const names = ids.slice(0, MAX_NAMED).join(", ");
	if (ids.length === 1) return `session ${names}`;
	return `sessions ${names}${more > 0 ? ` and ${more} more` : ""}`;
}
