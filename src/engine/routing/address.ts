import type { MockRequest } from "../request/request.ts";

/** Where a request goes: a path is compared byte for byte, and nothing is decoded. */
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
): (incoming: Pick<MockRequest, "origin" | "target">) => Address {
	const afterBase = `${basePath}${SESSION_PREFIX}`;

	/** What stands before the name of a session; undefined where the path names none. */
	const beforeSession = (path: string): string | undefined => {
		if (path.startsWith(SESSION_PREFIX)) return "";
		return path.startsWith(afterBase) ? basePath : undefined;
	};

	return ({ origin, target }) => {
		const question = target.indexOf("?");
		const path = question === -1 ? target : target.slice(0, question);
		const search = question === -1 ? "" : target.slice(question);
		const base = beforeSession(path);
		if (base === undefined) return { origin, path, search, session: undefined };
		const named = path.slice(base.length + SESSION_PREFIX.length);
		const end = named.indexOf("/");
		return end === -1
			? { origin, path: `${base}/`, search, session: named }
			: {
					origin,
					path: base + named.slice(end),
					search,
					session: named.slice(0, end),
				};
	};
}
