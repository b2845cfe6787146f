/** Where a request goes, as it stands in its URL: a path is compared byte for byte, and nothing is decoded. */
export interface Address {
	readonly origin: string;
	/** Without what names the session. */
	readonly path: string;
	/** With its question mark; empty where there is none. */
	readonly search: string;
	/** The session that the path names, valid or not; undefined where it names none. */
	readonly session: string | undefined;
}

const SESSION_PREFIX = "/__session/";

/** @param basePath after which a path may name a session too */
export function createAddressReader(
	basePath: string,
): (url: string) => Address {
	const afterBase = `${basePath}${SESSION_PREFIX}`;

	/** The path without what names a session, and the session. */
	function split(path: string): { path: string; session?: string } {
		const base = path.startsWith(SESSION_PREFIX)
			? ""
			: path.startsWith(afterBase)
				? basePath
				: undefined;
		if (base === undefined) return { path };
		const named = path.slice(base.length + SESSION_PREFIX.length);
		const end = named.indexOf("/");
		return end === -1
			? { path: `${base}/`, session: named }
			: { path: base + named.slice(end), session: named.slice(0, end) };
	}

	return (url) => {
		const authority = url.indexOf("://") + 3;
		const slash = url.indexOf("/", authority);
		// A request made in process still has its fragment, which never reaches a server.
		const hash = url.indexOf("#", slash);
		const whole = hash === -1 ? url.slice(slash) : url.slice(slash, hash);
		const question = whole.indexOf("?");
		const { path, session } = split(
			question === -1 ? whole : whole.slice(0, question),
		);
		return {
			origin: url.slice(0, slash),
			path,
			search: question === -1 ? "" : whole.slice(question),
			session,
		};
	};
}
