import { expect, test } from "vitest";
import {
	createRouter,
	formatRoute,
	parseRoute,
	type Route,
} from "../../../src/inspector/model/route.ts";

test.each<[string, Route]>([
	["#/state", { view: "state", id: "", query: {} }],
	[
		"#/requests/12?status=4&text=a+b%26%3F%23",
		{ view: "requests", id: "12", query: { status: "4", text: "a b&?#" } },
	],
	["#/state/a%2Fb%20%25%3F", { view: "state", id: "a/b %?", query: {} }],
])("reads the address %s, and writes the same", (fragment, route) => {
	expect(parseRoute(fragment)).toEqual(route);
	expect(formatRoute(route)).toBe(fragment);
});

test.each(["", "#", "#/", "#/nowhere", "#/__proto__"])(
	"shows the requests at the address %j",
	(fragment) => expect(parseRoute(fragment).view).toBe("requests"),
);

test("reads an address with an invalid escape as it is", () => {
	expect(parseRoute("#/state/100%").id).toBe("100%");
});

/** A router at an address, with what it did to the history of the browser. */
function startAt(hash: string) {
	const done: string[] = [];
	const location = { hash };
	let navigate = (): void => {};
	const router = createRouter({
		location,
		history: {
			pushState: (_data, _unused, url) => void done.push(`push ${url}`),
			replaceState: (_data, _unused, url) => {
				done.push(`replace ${url}`);
				throw new Error("Too many changes, as in Safari");
			},
		},
		addEventListener: (_type, listener) => {
			navigate = listener;
		},
	});
	return {
		router,
		done,
		goBackTo(address: string) {
			location.hash = address;
			navigate();
		},
	};
}

test("links keep the session, and the rest of the query within the same view", () => {
	const { router } = startAt("#/requests/7?session=a&status=4");
	for (const [change, link] of [
		[{}, "#/requests?session=a&status=4"],
		[{ id: "8" }, "#/requests/8?session=a&status=4"],
		[{ query: { status: "", text: "x" } }, "#/requests?session=a&text=x"],
		[{ view: "state", id: "zaps" }, "#/state/zaps?session=a"],
		[{ view: "assumptions", query: { session: "" } }, "#/assumptions"],
	] as const)
		expect(router.link(change)).toBe(link);
});

test("follows links and the history of the browser, even if that is limited", () => {
	const { router, done, goBackTo } = startAt("");
	router.go({ view: "state" });
	router.go({ query: { search: "z" } }, { replace: true });
	expect(done).toEqual(["push #/state", "replace #/state?search=z"]);
	expect(router.route.value.query).toEqual({ search: "z" });
	goBackTo("#/behavior");
	expect(router.route.value.view).toBe("behavior");
});
