import { gunzipSync } from "node:zlib";
import { createPathFinder, isTemplated } from "../document/path-template.ts";
import { chooseMediaType, writeBody } from "../document/write-request.ts";
import { isObject, tryParseJson } from "../values/json.ts";
import type {
	Call,
	Contract,
	ContractOperation,
	ExampleRequest,
	NamedRecords,
	OutgoingRequest,
	Send,
} from "./contract.ts";
import { ArrangementFailure, showBody } from "./errors.ts";

type Operations = Contract["operations"];

/** Creates a request, with its body in a media type that the operation accepts. */
export function buildRequest(
	operation: Pick<ContractOperation, "method" | "path" | "bodies">,
	{ query = "", body: value }: ExampleRequest,
): OutgoingRequest {
	const { method, path, bodies } = operation;
	const request = { method, path: `${path}${query}` };
	if (value === undefined) return request;
	const { contentType, body } = writeBody(
		chooseMediaType(bodies, value),
		value,
	);
	return { ...request, headers: { "content-type": contentType }, body };
}

function findMatching(path: string, operations: Operations): Operations {
	const templated = operations.filter((each) => isTemplated(each.path));
	const find = createPathFinder(templated.map((each) => [each.path, each]));
	return Array.from(find(path), ({ value }) => value);
}

/** Returns the id of the matching operation, or the reason why there is none. */
export function findTarget(
	{ method, path }: OutgoingRequest,
	operations: Operations,
): string {
	const [pathname = ""] = path.split("?");
	const same = operations.filter((each) => each.path === pathname);
	const candidates =
		same.length > 0 ? same : findMatching(pathname, operations);
	const expected = method === "HEAD" ? "GET" : method;
	const unmatched = candidates.length > 0 ? "undefinedMethod" : "unknownPath";
	return candidates.find((each) => each.method === expected)?.id ?? unmatched;
}

/** Returns the operation id at the start of the description, or the empty string. */
export const findOperationId = (
	description: string,
	operations: Operations,
): string =>
	operations.find(({ id }) => description.startsWith(`${id}:`))?.id ?? "";

/** Returns a function that calls an operation as a client would and requires a successful response. */
export function createCall(
	operations: Operations,
	send: Send,
	records?: NamedRecords,
): Call {
	async function call(id: string, input: ExampleRequest = {}) {
		const operation = operations.find((each) => each.id === id);
		if (!operation) throw new Error(`Unknown operation ${id}.`);
		const { success } = operation;
		const { status, body } = await send(buildRequest(operation, input));
		const text = body.toString("utf8");
		const shown = showBody(text);
		if (status !== success)
			throw new ArrangementFailure(
				operation,
				status,
				{ where: "status", expected: `${success}`, actual: `${status}` },
				`responded with ${status} instead of ${success}: ${shown}`,
			);
		const value = tryParseJson(text);
		if (isObject(value)) return value;
		throw new ArrangementFailure(
			operation,
			status,
			{ where: "$", expected: "a JSON object", actual: shown },
			`did not return a JSON object: ${shown}`,
		);
	}
	const calls: Call = Object.assign(call, {
		send,
		nameRecords: async (id: string) =>
			(await records?.nameRecords(id, calls)) ?? {},
	});
	return calls;
}

/** The requests of one check. */
interface Exchanges {
	readonly call: Call;
	/** Returns a function that inserts the ids of records and sends the request. */
	fill(send: Send): Send;
	/** Returns the request in the form in which it was sent. */
	findSent(request: OutgoingRequest): OutgoingRequest;
}

/**
 * Prepares the requests of one check, which may name records in their paths.
 * @param arrange sends the requests that create these records
 */
export function createExchanges(
	{ operations, createNamedRecords }: Contract,
	arrange: Send,
): Exchanges {
	const records = createNamedRecords();
	const filled = new Map<OutgoingRequest, OutgoingRequest>();
	const fill =
		(send: Send): Send =>
		async (request) => {
			const named = (await records.fill(request, call)) ?? request;
			filled.set(request, named);
			return send(named);
		};
	const call: Call = createCall(operations, fill(arrange), records);
	return { call, fill, findSent: (request) => filled.get(request) ?? request };
}

/** Returns the text of a compressed body; undefined if the body is not compressed. */
export const decompress = (
	body: Buffer | string | undefined,
	encoding: string | undefined,
): Buffer | undefined =>
	encoding === "gzip" && typeof body === "object"
		? gunzipSync(body)
		: undefined;
