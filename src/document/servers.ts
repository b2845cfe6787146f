import { attempt } from "../values/errors.ts";
import { child, entries, type Node } from "./node.ts";

/** Returns the URL of a server, with defaults in the place of its variables. */
const fillUrl = (server: Node): string =>
	String(server.url).replace(/\{([^{}]+)\}/g, (_, name: string) =>
		String(child(child(server, "variables"), name).default ?? name),
	);

/**
 * Lists the paths of the servers of a document, without a trailing slash. Clients send them before the path of an
 * operation.
 */
export function listServerPaths(root: Node): readonly string[] {
	const paths = entries(child(root, "servers")).map(([, server]) =>
		attempt(() =>
			new URL(fillUrl(server), "http://localhost").pathname.replace(/\/+$/, ""),
		),
	);
	return [...new Set(paths)].filter(
		(path): path is string => path !== undefined && path !== "",
	);
}
