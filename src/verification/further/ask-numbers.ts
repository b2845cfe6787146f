import type { Exchange, OutgoingRequest } from "../contract.ts";
import { readItems } from "../learning/lists/condition-trials.ts";
import { buildRequest } from "../operations.ts";
import { type Asking, isSuccess } from "./asking.ts";

const NUMBER = "2";
const SPELLINGS = ["2e0", "0x2", "2.0", "+2", " 2", "02"];

/** Returns the request with another spelling of the number in its query. */
function respell(request: OutgoingRequest, text: string): OutgoingRequest {
	const [path, query] = request.path.split("?");
	const values = Array.from(new URLSearchParams(query), ([name, value]) => [
		name,
		value === NUMBER ? text : value,
	]);
	return { ...request, path: `${path}?${new URLSearchParams(values)}` };
}

/** Returns the number of records on a page. */
const countItems = (exchange: Exchange | undefined): number =>
	exchange && isSuccess(exchange) ? readItems(exchange.response).length : 0;

/** Whether a page has as many records as the number says. */
const hasNumber = (exchange: Exchange | undefined): exchange is Exchange =>
	countItems(exchange) === Number(NUMBER);

/** A page with so many records is larger than any service sends. */
const LARGEST = 1_000_000;

/** Finds the size that a service uses instead of a larger one: the page grows with no new record. */
export async function askLargest(asking: Asking): Promise<void> {
	const { ask, tell, adapt, contract, operations, createRequest } = asking;
	const { pages } = contract.documented;
	for (const operation of operations) {
		const { id, path } = operation;
		const { limit = "", in: place } = pages[id] ?? {};
		const isQuery = place === "query";
		const creating = operations.find(
			(each) =>
				each.method === "POST" &&
				!(each.id in pages) &&
				(!isQuery || each.path === path),
		);
		if (limit === "" || !creating) continue;
		const input = isQuery
			? { query: `?${limit}=${LARGEST}` }
			: { body: { [limit]: LARGEST } };
		const request = adapt(id, buildRequest(operation, input));
		const first = await ask(request);
		const size = countItems(first);
		if (size < 2) continue;
		const created = await ask(createRequest(creating));
		if (!created || !isSuccess(created)) continue;
		const found = await ask(request);
		if (!found || countItems(found) !== size) continue;
		tell(id, found, {
			where: `request ${isQuery ? "query " : "$."}${limit}`,
			expected: `rejects ${LARGEST}`,
			actual: `takes ${LARGEST} as ${size}`,
		});
	}
}

/** Finds the spellings of whole numbers that a service takes as the size of a page. */
export async function askNumbers(asking: Asking): Promise<void> {
	const { ask, tell, adapt, contract, operations } = asking;
	const { pages, expectStatus } = contract.documented;
	for (const operation of operations) {
		const { id } = operation;
		const { limit = "", in: place } = pages[id] ?? {};
		if (place !== "query") continue;
		const request = buildRequest(operation, { query: `?${limit}=${NUMBER}` });
		const sent = adapt(id, request);
		if (!hasNumber(await ask(sent))) continue;
		const taken = new Map<string, Exchange>();
		for (const text of SPELLINGS) {
			const isDocumented =
				expectStatus(id, respell(request, text)).because === undefined;
			const found = await ask(respell(sent, text));
			if (!isDocumented && hasNumber(found)) taken.set(text, found);
		}
		const [example] = taken.values();
		if (!example) continue;
		const texts = [...taken.keys()].map((each) => JSON.stringify(each));
		const told = {
			where: `request query ${limit}`,
			expected: `only whole numbers such as ${NUMBER}`,
			actual: `also ${texts.join(", ")}`,
		};
		tell(id, example, told);
	}
}
