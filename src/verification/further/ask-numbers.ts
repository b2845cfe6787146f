import type {
	ContractOperation,
	ExampleRequest,
	Exchange,
	OutgoingRequest,
} from "../contract.ts";
import { readItems } from "../learning/lists/condition-trials.ts";
import { listNumbers } from "../learning/lists/positions.ts";
import { buildRequest } from "../operations.ts";
import { type Asking, isSuccess } from "./asking.ts";
import { OTHER_TYPES } from "./changes.ts";

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

/** Sizes that no page has. */
const INVALID: readonly unknown[] = [0, -1, "ten"];

/** Returns a request for a page of a size; undefined if the operation has no pages. */
function createPageRequest(
	{ adapt, contract }: Asking,
	operation: ContractOperation,
	size: unknown,
) {
	const { id } = operation;
	const { limit = "", in: place } = contract.documented.pages[id] ?? {};
	if (limit === "") return undefined;
	const isQuery = place === "query";
	const build = (input: ExampleRequest) => buildRequest(operation, input);
	const documented = build(
		isQuery ? { query: `?${limit}=${size}` } : { body: { [limit]: size } },
	);
	return {
		...{ isQuery, documented, request: adapt(id, documented) },
		usual: adapt(id, build(isQuery ? {} : { body: {} })),
		where: `request ${isQuery ? "query " : "$."}${limit}`,
	};
}

/** Returns the size that a page says that it has, at a place where pages of two other sizes say theirs. */
async function readSize(
	asking: Asking,
	operation: ContractOperation,
	largest: Exchange,
): Promise<number | undefined> {
	let shown = [...listNumbers(largest)];
	for (const size of [2, 3]) {
		if (shown.length === 0) return undefined;
		const page = createPageRequest(asking, operation, size);
		const found = page && (await asking.ask(page.request));
		const numbers = found && listNumbers(found);
		shown = shown.filter(([where]) => numbers?.get(where) === size);
	}
	const count = countItems(largest);
	return shown.find(([, size]) => size > count && size < LARGEST)?.[1];
}

/** Finds the size that a service uses instead of a larger one: the page says it, or grows with no new record. */
async function askLargest(
	asking: Asking,
	operation: ContractOperation,
): Promise<void> {
	const { ask, tell, contract, operations, createRequest } = asking;
	const page = createPageRequest(asking, operation, LARGEST);
	const creating = operations.find(
		(each) =>
			each.method === "POST" &&
			!(each.id in contract.documented.pages) &&
			(!page?.isQuery || each.path === operation.path),
	);
	if (!page || !creating) return;
	const first = await ask(page.request);
	const count = countItems(first);
	if (!first || count < 2) return;
	const size = (await readSize(asking, operation, first)) ?? count;
	const created = size > count || (await ask(createRequest(creating)));
	if (!created || (created !== true && !isSuccess(created))) return;
	const found = size > count ? first : await ask(page.request);
	if (!found || countItems(found) !== count) return;
	tell(operation.id, found, {
		where: page.where,
		expected: `rejects ${LARGEST}`,
		actual: `takes ${LARGEST} as ${size}`,
	});
}

/** Finds how many records a service sends if the size is no number from 1. */
async function askInvalid(
	asking: Asking,
	operation: ContractOperation,
): Promise<void> {
	const { ask, tell, contract } = asking;
	const { id } = operation;
	const two = createPageRequest(asking, operation, Number(NUMBER));
	// Another difference tells that a service ignores the size.
	if (!two || !hasNumber(await ask(two.request))) return;
	for (const value of INVALID) {
		const page = createPageRequest(asking, operation, value);
		if (!page) return;
		const { documented, request, where } = page;
		const isAllowed =
			contract.documented.expectStatus(id, documented).because === undefined;
		const found = isAllowed ? undefined : await ask(request);
		if (!found || !isSuccess(found)) continue;
		const size = countItems(found);
		const usual = countItems(await ask(page.usual));
		const shown = size === usual ? "the default" : `${size}`;
		if (usual > 1)
			tell(id, found, {
				...{ where, expected: `rejects ${value}` },
				actual: `takes ${value} as ${shown}`,
			});
	}
}

/** Finds the sizes that a service uses instead of others. */
export async function askSizes(asking: Asking): Promise<void> {
	for (const operation of asking.operations) {
		await askLargest(asking, operation);
		await askInvalid(asking, operation);
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

/** Finds a media type with which a service takes the request of a search, but not what its body asks for. */
export async function askIgnored(asking: Asking): Promise<void> {
	const { ask, tell, contract } = asking;
	for (const operation of asking.operations)
		for (const change of OTHER_TYPES) {
			const page = createPageRequest(asking, operation, 1);
			if (!page || page.isQuery) break;
			const { status, violation } = contract.documented.expectStatus(
				...([operation.id, change.apply(page.documented)] as const),
			);
			if (violation?.kind !== "unsupportedMedia") continue;
			const found = await ask(change.apply(page.request));
			if (countItems(found) < 2 || !found) continue;
			if (countItems(await ask(page.request)) !== 1) break;
			const type = violation.sent.replace("Content-Type ", "");
			tell(operation.id, found, {
				...{ where: "request $", expected: `${status}` },
				actual: `ignores a body of ${type}: ${found.response.status} as if it was empty`,
			});
			break;
		}
}
