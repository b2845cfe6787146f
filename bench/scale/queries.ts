import type { Mock } from "zaps-understudy";
import {
	type BenchRequest,
	createGet,
	createPost,
} from "../load/bench-requests.ts";

const PAGE = 20;
const MAX_LIMIT = 100;

interface Page {
	readonly items: readonly {
		readonly at: string;
		readonly subject: { readonly id: string };
	}[];
	readonly nextCursor: string | null;
}

export type Query = () => Promise<Page>;

/** Queries by name, each of which returns the same number of items from a small and from a large mock. */
export type Queries = Readonly<Record<string, Query>>;

async function callMock({ fetch }: Mock, request: BenchRequest): Promise<Page> {
	const url = `http://zaps.test${request.path}`;
	const response = await fetch(new Request(url, request));
	if (!response.ok)
		throw new Error(
			`Cannot measure ${request.path}: it responded with ${response.status} ${await response.text()}.`,
		);
	return response.json();
}

/** Creates queries for the first page of this many zaps, and for the one in the middle. */
export async function createPageQueries(
	mock: Mock,
	zaps: number,
): Promise<Queries> {
	const listZaps = (limit: number, after: string): Promise<Page> =>
		callMock(mock, createGet("listZaps", `/v1/zaps?limit=${limit}${after}`));
	let middle = "";
	for (let passed = 0; passed < zaps / 2; passed += MAX_LIMIT) {
		const { nextCursor } = await listZaps(MAX_LIMIT, middle);
		if (nextCursor === null)
			throw new Error(`Cannot measure: the mock has fewer than ${zaps} zaps.`);
		middle = `&cursor=${nextCursor}`;
	}
	return {
		"listZaps, first page": () => listZaps(PAGE, ""),
		"listZaps, middle page": () => listZaps(PAGE, middle),
	};
}

/** Creates queries for the oldest records, which a scan from the newest would find last. */
export async function createAuditQueries(mock: Mock): Promise<Queries> {
	const searchAudit = (search: object): Promise<Page> =>
		callMock(mock, createPost("searchAudit", "/v1/audit/search", search));
	let oldest: Page["items"] = [];
	let cursor: string | null | undefined;
	while (cursor !== null) {
		const page = await searchAudit({ limit: MAX_LIMIT, cursor });
		oldest = [...oldest, ...page.items].slice(-PAGE);
		cursor = page.nextCursor;
	}
	const times = oldest.map(({ at }) => Date.parse(at));
	const span = {
		from: new Date(Math.min(...times)).toISOString(),
		// Exclusive.
		to: new Date(Math.max(...times) + 1).toISOString(),
	};
	const action = "command.submitted";
	const searches = {
		action: { action },
		subjectType: { subjectType: "pipeline" },
		subjectId: { subjectId: oldest.at(-1)?.subject.id },
		"time range": span,
		"all of them": { action, subjectType: "command", ...span },
	};
	return Object.fromEntries(
		Object.entries(searches).map(([name, conditions]) => [
			`searchAudit by ${name}`,
			() => searchAudit({ limit: PAGE, ...conditions }),
		]),
	);
}
