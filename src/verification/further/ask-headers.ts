import { isJsonType } from "../../values/http.ts";
import { shorten } from "../../values/shorten.ts";
import { uniqueWord } from "../../values/unique-word.ts";
import type { Exchange } from "../contract.ts";
import { findTarget } from "../operations.ts";
import { type Asking, isSuccess, typeOf, withHeader } from "./asking.ts";

const NOT_MODIFIED = 304;
const JSON_TYPE = "application/json";

/** Lists the headers that have another id in each response. */
function listIdHeaders({ observations, contract }: Asking): string[] {
	const values = new Map<string, string[]>();
	for (const { target, status, response } of observations) {
		const { headers = {} } =
			contract.documented.findResponseAssumptions(target, status) ?? {};
		for (const [name, value] of Object.entries(response.headers))
			if (/id$/.test(name) && !(name in headers))
				values.set(name, [...(values.get(name) ?? []), value]);
	}
	return [...values]
		.filter(([, all]) => all.length > 2 && new Set(all).size === all.length)
		.map(([name]) => name);
}

/** Finds the ids of responses that a client may choose. What the first operation takes is sent to the others, too. */
async function askForIds(asking: Asking): Promise<void> {
	const { ask, tell, createRequest } = asking;
	const operations = asking.operations.toSorted(
		(a, b) => Number(b.method === "GET") - Number(a.method === "GET"),
	);
	for (const name of listIdHeaders(asking)) {
		let values = [uniqueWord(), crypto.randomUUID()];
		for (const operation of operations) {
			const tried = values;
			if (values.length > 1) values = [];
			for (const value of tried) {
				const request = withHeader(createRequest(operation), name, value);
				const found = await ask(request);
				if (found?.response.headers[name] !== value) continue;
				values = [value];
				tell(operation.id, found, {
					where: `request header ${name}`,
					expected: "not documented",
					actual: "comes back in the response",
				});
				break;
			}
		}
	}
}

/** Tells which methods the header Allow of a rejection names although the document does not define them. */
function tellAllowed({ contract, operations, observations, tell }: Asking) {
	for (const { id, method, path } of operations) {
		const isDefined = (each: string): boolean =>
			findTarget({ method: each, path }, contract.operations) !==
			"undefinedMethod";
		const found = observations.find(
			({ request, response: { status, headers } }) =>
				request.path === path &&
				!isDefined(request.method) &&
				status >= 400 &&
				headers.allow !== undefined,
		);
		const actual = found?.response.headers.allow ?? "";
		const named = actual.split(/\s*,\s*/);
		const expected = named.filter(isDefined).join(", ");
		const own = [method, "HEAD"].filter(isDefined);
		// A check tells which methods are missing.
		if (found && own.every((each) => named.includes(each)))
			if (!named.every(isDefined))
				tell(id, found, { where: "header allow", expected, actual });
	}
}

/** Finds operations that send an ETag, and whether they respond to it. */
async function askForTags({ ask, tell, operations }: Asking): Promise<void> {
	for (const { id, method, path } of operations) {
		if (method !== "GET") continue;
		const shown = await ask({ method, path });
		const tag = shown?.response.headers.etag;
		if (!shown || !isSuccess(shown) || tag === undefined) continue;
		const again = await ask(withHeader({ method, path }, "if-none-match", tag));
		const isKept = again?.response.status === NOT_MODIFIED;
		tell(id, again ?? shown, {
			where: "header etag",
			expected: "not documented",
			actual: isKept
				? `${tag}, and ${NOT_MODIFIED} to a request with it in If-None-Match`
				: tag,
		});
	}
}

/** The maximum number of statuses whose rejections are asked for as JSON. */
const MAX_STATUSES = 3;
const MAX_SHOWN = 200;

/** Finds rejections that are JSON only for clients that ask for JSON. */
async function askForJson({
	ask,
	tell,
	observations,
	operations,
}: Asking): Promise<void> {
	const isJson = (exchange: Exchange): boolean =>
		isJsonType(typeOf(exchange) ?? "");
	const rejected = new Map(
		observations
			.filter(
				(each) =>
					each.response.status >= 400 &&
					each.request.method !== "HEAD" &&
					!isJson(each),
			)
			.toReversed()
			.map((each) => [each.response.status, each]),
	);
	const [first] = operations;
	for (const [status, { request }] of [...rejected].slice(0, MAX_STATUSES)) {
		const found = await ask(withHeader(request, "accept", JSON_TYPE));
		if (!first || found?.response.status !== status || !isJson(found)) continue;
		// An unknown path belongs to no operation.
		const { id } =
			operations.find(({ path }) => request.path.startsWith(path)) ?? first;
		tell(id, found, {
			where: "request header accept",
			expected: `${status} with ${JSON_TYPE}`,
			actual: `${status} and ${typeOf(found)}, ${shorten(`${found.response.body}`, MAX_SHOWN)}`,
		});
	}
}

/** Finds headers that a client may send or follow. */
export async function askHeaders(asking: Asking): Promise<void> {
	await askForIds(asking);
	await askForTags(asking);
	await askForJson(asking);
	tellAllowed(asking);
}
