import { expect, test } from "vitest";
import { verify } from "zaps-understudy/verify";
import { startService } from "../provider/server.ts";
import { startStub } from "../support/stub-server.ts";
import { isWhole } from "./sample.ts";

type Item = Readonly<Record<string, unknown>>;

interface Page {
	readonly items: readonly Item[];
	/** The URL of the next page; null after the last one. */
	readonly next: string | null;
	readonly cursor: string | null;
	readonly url: string;
}

/** How a framework asks for pages and writes them by default. */
interface Style {
	readonly limit: string;
	readonly cursor: string;
	readonly write: (page: Page) => unknown;
	/** Whether the next page is in the header `Link`. */
	readonly linked?: boolean;
	/** The place and the actual form of all differences. */
	readonly told: readonly string[];
}

const LINKED = "of the link to the next page";

const STYLES: Readonly<Record<string, Style>> = {
	"HAL, as Spring Data REST writes it": {
		...{ limit: "size", cursor: "page" },
		write: ({ items, next, url }) => ({
			_embedded: { zaps: items },
			_links: { self: { href: url }, ...(next && { next: { href: next } }) },
		}),
		told: [
			"request query limit size",
			`request query cursor page, ${LINKED}`,
			"$ wrapped in _embedded",
			"$.items zaps",
			"$.nextCursor missing",
		],
	},
	"the connections of Relay": {
		...{ limit: "first", cursor: "after" },
		write: ({ items, cursor }) => ({
			edges: items.map((node) => ({ node })),
			pageInfo: { hasNextPage: cursor !== null, endCursor: cursor },
		}),
		told: [
			"request query limit first",
			"request query cursor after",
			"$.items edges",
			"$.nextCursor pageInfo.endCursor",
			"$.items[*] wrapped in node",
		],
	},
	"Django REST framework": {
		...{ limit: "page_size", cursor: "cursor" },
		write: ({ items, next }) => ({ next, previous: null, results: items }),
		told: [
			"request query limit page_size",
			`request query cursor cursor, ${LINKED}`,
			"$.items results",
			"$.nextCursor next",
			"$.nextCursor missing",
		],
	},
	Laravel: {
		...{ limit: "per_page", cursor: "cursor" },
		write: ({ items, next, cursor }) => ({
			...{ data: items, links: { first: null, next } },
			meta: { per_page: items.length, next_cursor: cursor },
		}),
		told: [
			"request query limit per_page",
			"$.items data",
			"$.nextCursor meta.next_cursor",
		],
	},
	"JSON:API": {
		...{ limit: "page[size]", cursor: "page[after]" },
		write: ({ items, next, url }) => ({
			data: items.map(({ id, ...attributes }) => ({
				...{ type: "zaps", id, attributes },
			})),
			links: { self: url, next },
		}),
		told: [
			"request query limit page[size]",
			`request query cursor page[after], ${LINKED}`,
			"$.items data",
			"$.nextCursor links.next",
			"$.items[*].name attributes.name",
			"$.items[*].createdAt attributes.createdAt",
		],
	},
	"Google's guidelines": {
		...{ limit: "pageSize", cursor: "pageToken" },
		write: ({ items, cursor }) => ({
			zaps: items,
			nextPageToken: cursor ?? "",
		}),
		told: [
			"request query limit pageSize",
			"request query cursor pageToken",
			"$.items zaps",
			"$.nextCursor nextPageToken",
			"$.nextCursor missing",
		],
	},
	"the header Link": {
		...{ limit: "per_page", cursor: "cursor", linked: true },
		write: ({ items }) => items,
		told: [
			"request query limit per_page",
			`request query cursor cursor, ${LINKED}`,
			"$ an array, without an object around it",
		],
	},
};

/** Starts the ordinary service, which lists zaps in this style. */
async function startStyled({ limit, cursor, write, linked = false }: Style) {
	const service = await startService();
	const stub = await startStub(async (request, response) => {
		const url = new URL(request.url ?? "", `http://${request.headers.host}`);
		const isList = request.method === "GET" && url.pathname === "/v1/zaps";
		const documented = new URLSearchParams();
		for (const [name, value] of url.searchParams) {
			if (name === limit) documented.append("limit", value);
			if (name === cursor) documented.append("cursor", value);
		}
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const body = Uint8Array.from(Buffer.concat(chunks));
		const { host: _, "content-length": _length, ...headers } = request.headers;
		const answer = await fetch(
			service.url + (isList ? `/v1/zaps?${documented}` : request.url),
			{
				...{ method: request.method ?? "", headers: Object(headers) },
				...(body.length > 0 && { body }),
			},
		);
		const shown = Object.fromEntries(answer.headers);
		delete shown["content-encoding"];
		delete shown["content-length"];
		let text = await answer.text();
		if (isList && answer.status === 200) {
			const { items, nextCursor } = JSON.parse(text);
			const following = new URL(url);
			following.searchParams.set(cursor, nextCursor);
			const next = nextCursor === null ? null : following.href;
			if (linked && next) shown.link = `<${next}>; rel="next"`;
			const page = { items, next, cursor: nextCursor, url: url.href };
			text = JSON.stringify(write(page));
		}
		response.writeHead(answer.status, shown).end(text);
	});
	return {
		url: stub.url,
		async [Symbol.asyncDispose]() {
			await stub[Symbol.asyncDispose]();
			await service[Symbol.asyncDispose]();
		},
	};
}

const ALL = Object.entries(STYLES);

test.each(isWhole ? ALL : ALL.slice(0, 1))(
	"follows the pages of %s, and reports only how they differ",
	async (_, style) => {
		await using service = await startStyled(style);
		const { report } = await verify(service.url, {
			only: ["listZaps", "createZap"],
		});
		const found = report.differences.map(
			({ where, actual }) => `${where} ${actual}`,
		);
		expect(found).toEqual(expect.arrayContaining([...style.told]));
		// The documented names have no effect, beside those that the service has.
		const others = found.filter((each) => !style.told.includes(each));
		const names = style.cursor === "cursor" ? ["limit"] : ["limit", "cursor"];
		expect(others).toEqual(
			names.map(
				(each) =>
					`request query ${each} ${each} itself is ignored, whatever its value is`,
			),
		);
		expect(report.notReached).toEqual([]);
	},
);
