import { signal } from "@preact/signals";
import { tryDecode } from "../../values/http.ts";

/** The views of the page, in the order of the navigation. */
export const VIEWS = ["requests", "behavior", "state", "assumptions"] as const;

export type View = (typeof VIEWS)[number];

/** The view and the item in the fragment of the URL, such as `#/requests/12?status=4`. */
export interface Route {
	readonly view: View;
	/** The id of an exchange, or the name of a collection; empty for the view itself. */
	readonly id: string;
	readonly query: Readonly<Record<string, string>>;
}

/** Parses a fragment. For an unknown view, returns the first view. */
export function parseRoute(fragment: string): Route {
	const [path = "", search] = fragment.replace(/^#?\/?/, "").split(/\?(.*)/s);
	const [name, ...rest] = path.split("/");
	return {
		view: VIEWS.find((view) => view === name) ?? "requests",
		id: tryDecode(rest.join("/")),
		query: Object.fromEntries(new URLSearchParams(search)),
	};
}

/** Returns the fragment of a route. Empty query parameters are left out. */
export function formatRoute({ view, id, query }: Route): string {
	const given = Object.entries(query).filter(([, value]) => value !== "");
	const search = given.length > 0 ? `?${new URLSearchParams(given)}` : "";
	return `#/${view}${id && `/${encodeURIComponent(id)}`}${search}`;
}

export function createRouter(window: {
	readonly location: Pick<Location, "hash">;
	readonly history: Pick<History, "pushState" | "replaceState">;
	readonly addEventListener: (type: "hashchange", listener: () => void) => void;
}) {
	const { location, history, addEventListener } = window;
	const route = signal(parseRoute(location.hash));
	addEventListener("hashchange", () => {
		route.value = parseRoute(location.hash);
	});
	/** Returns the link to a route. Keeps the session and, within the same view, the rest of the query. */
	function link(to: Partial<Route>): string {
		const { view, query } = route.value;
		const { session = "" } = query;
		const kept = (to.view ?? view) === view ? query : { session };
		return formatRoute({
			view,
			id: "",
			...to,
			query: { ...kept, ...to.query },
		});
	}
	/** Goes to a route. With `replace`, it replaces the current route in the history of the browser. */
	function go(to: Partial<Route>, { replace = false } = {}): void {
		const url = link(to);
		route.value = parseRoute(url);
		try {
			if (replace) history.replaceState(null, "", url);
			else history.pushState(null, "", url);
		} catch {
			// Safari throws after 100 changes in 30 seconds. Typing into a search can cause that many.
		}
	}
	return { route, link, go };
}
