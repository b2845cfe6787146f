import type {
	Contract,
	ContractOperation,
	OutgoingRequest,
	ProviderResponse,
} from "../../contract.ts";
import { buildRequest } from "../../operations.ts";
import type { RecordSource } from "../effects/record-source.ts";
import type { Values } from "../values/record-values.ts";
import { readItems } from "./condition-trials.ts";
import { OLDEST_FIRST } from "./learn-conditions.ts";
import type { LearntLists } from "./learn-lists.ts";
import { createInput } from "./list-inquiry.ts";
import { listNumbers } from "./positions.ts";

/** So many records are asked for. */
const MAX_RECORDS = 100;

/**
 * Returns the lists and searches as sources of records.
 * @param send sends a request about an operation with a body in the accepted form
 * @param path the path of the records that requests name
 */
export function createSource(
	{ operations, documented, createValidRequest }: Contract,
	send: (
		id: string,
		request: OutgoingRequest,
	) => Promise<ProviderResponse | undefined>,
	path: string | undefined,
	lists: LearntLists = new Map(),
): Pick<RecordSource, "readRecords" | "readTrails"> {
	const listing = operations.filter(({ id }) => id in documented.pages);
	/** Returns the records of the last page if the oldest come first, and a number beside those of a page is the total. */
	async function readLast(
		operation: ContractOperation,
		page: ProviderResponse,
	): Promise<readonly unknown[]> {
		const { id } = operation;
		const { conditions = [], seen = [] } = lists.get(id) ?? {};
		const { in: place, cursor, limit = "" } = documented.pages[id] ?? {};
		const next = conditions.find(({ name }) => name === cursor);
		const size = conditions.find(({ name }) => name === limit);
		const isOldestFirst = seen.some(({ actual }) => actual === OLDEST_FIRST);
		if (!isOldestFirst || !next?.position) return [];
		const { role, first } = next.position;
		const total = Math.max(1, ...listNumbers({ response: page }).values());
		const before = Math.ceil(total / MAX_RECORDS) - 1;
		const input = createInput(place === "query" || next.isInQuery === true, [
			[next.path, role === "page" ? first + before : before * MAX_RECORDS],
			[size?.path ?? [limit], MAX_RECORDS],
		]);
		const valid = { ...createValidRequest(id, []), ...input };
		const last = await send(id, buildRequest(operation, valid));
		return last && last.status < 300 ? readItems(last) : [];
	}
	async function read(operation: ContractOperation) {
		const { id } = operation;
		const { in: place, limit = "" } = documented.pages[id] ?? {};
		const input = createValidRequest(id, []);
		// Many services show the oldest records first.
		const query = `?${limit}=${MAX_RECORDS}`;
		const inputs =
			place === "query" && input.query === undefined
				? [{ ...input, query }, input]
				: [input];
		for (const each of inputs) {
			const response = await send(id, buildRequest(operation, each));
			if (!response || response.status >= 300) continue;
			const last = await readLast(operation, response);
			return (last.length > 0 ? last : readItems(response)).map(Object);
		}
		return [];
	}
	const list = listing.find(
		(each) => each.path === path && each.method === "GET",
	);
	return {
		readRecords: async () => (list ? read(list) : []),
		async readTrails() {
			const found = new Map<string, readonly Values[]>();
			for (const operation of listing)
				if (operation !== list) found.set(operation.id, await read(operation));
			return found;
		},
	};
}
