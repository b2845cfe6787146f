/** Whether the text of a URL has a user name or a password. It may be invalid otherwise. */
export function hasUrlCredentials(text: string): boolean {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	return (
		Boolean(url?.username || url?.password) ||
		/^[a-z+.-]*:?[\\/]*[^\\/?#]*@/i.test(text.trim())
	);
}

/** A predicate of such a URL. It does not repeat the URL. */
export const NO_URL_CREDENTIALS =
	"must have no user name and no password: pass credentials as a header";
