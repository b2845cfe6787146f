import { tryParseJson } from "../../../values/json.ts";
import { listLeaves } from "../../../values/list-all-values.ts";
import type { Search } from "./condition-names.ts";
import type { Answer, Value } from "./list-inquiry.ts";

/** Tells whether the URLs of other pages have the size of the page that the request has. */
export function measureLinks(
	{ seen, inquiry }: Search,
	page: Answer,
	[path]: Value,
): void {
	const name = path.join(".");
	const [pathname = ""] = page.request.path.split("?");
	const links = listLeaves(tryParseJson(`${page.response.body}`)).filter(
		({ value }) => `${value}`.includes(`${pathname}?`),
	);
	const [first] = links;
	const sized = links.filter(({ value }) =>
		new URLSearchParams(`${value}`.split("?")[1]).has(name),
	);
	// The service may leave out what is the default.
	if (!first || ![0, links.length].includes(sized.length)) return;
	const from = inquiry.isInQuery ? "the query" : "the body";
	seen.push({
		...{ where: first.where, expected: "not documented", example: page },
		actual: `a URL ${sized.length > 0 ? "with" : "without"} ${name} of ${from} of the request`,
	});
}
