export const DEFAULT_SESSION = "default";

/** Excludes "." and "..": clients resolve these path segments before they send a request. */
const NAME = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;

export const isSessionName = (name: string): boolean => NAME.test(name);

/** Explains the rule at the end of an error message about a session name. */
export const SESSION_NAME_RULE =
	'Use 1 to 100 of the characters A-Z, a-z, 0-9, ".", "_" and "-", but not "." or "..".';
