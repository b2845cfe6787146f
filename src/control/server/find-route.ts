import type { ControlRoute } from "./route.ts";

export interface FoundRoute {
	/** Undefined if there is no route for the path and method. */
	readonly route: ControlRoute | undefined;
	/** The path segment in place of `:id`, decoded; empty if the path has none. */
	readonly id: string;
	/** The methods that the routes of the path allow. */
	readonly allow: readonly string[];
}

function decode(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}

/** @param path the path below `/__mock`, not decoded */
export function findRoute(
	routes: readonly ControlRoute[],
	method: string,
	path: string,
): FoundRoute {
	const matches = routes.flatMap((route) => {
		const pattern = route.path.replaceAll(".", "\\.").replace(":id", "([^/]+)");
		const match = new RegExp(`^${pattern}$`).exec(path);
		return match ? [{ route, id: decode(match[1] ?? "") }] : [];
	});
	const wanted = method === "HEAD" ? "GET" : method;
	const found = matches.find(({ route }) => route.method === wanted);
	const methods = matches.map(({ route }) => route.method);
	return {
		route: found?.route,
		id: found?.id ?? "",
		allow: methods.includes("GET") ? [...methods, "HEAD"] : methods,
	};
}
