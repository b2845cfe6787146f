import type { ControlRoute } from "./route.ts";

/** Below `/__mock`: what handles it, or what else could be asked there; no methods where nothing is there. */
export type Found =
	| { readonly route: ControlRoute; readonly id: string }
	| { readonly allow: readonly string[] };

const VARIABLE = ":id";

/** What stands for `:id`, empty where the pattern has none; undefined where the path is another. */
function match(pattern: string, path: string): string | undefined {
	const expected = pattern.split("/");
	const sent = path.split("/");
	if (expected.length !== sent.length) return undefined;
	let id = "";
	for (const [index, segment] of sent.entries()) {
		if (expected[index] === VARIABLE && segment !== "") id = segment;
		else if (expected[index] !== segment) return undefined;
	}
	return id;
}

/** @param path byte for byte as it was sent, without what names the session */
export function findRoute(
	routes: readonly ControlRoute[],
	method: string,
	path: string,
): Found {
	const there = routes.flatMap((route) => {
		const id = match(route.path, path);
		return id === undefined ? [] : [{ route, id }];
	});
	const asked = method === "HEAD" ? "GET" : method;
	const found = there.find(({ route }) => route.method === asked);
	if (found) return found;
	const methods = there.map(({ route }) => route.method);
	return {
		allow: methods.includes("GET") ? [...methods, "HEAD"] : methods,
	};
}
