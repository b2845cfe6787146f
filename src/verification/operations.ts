import { isObject, tryParseJson } from "../values/json.ts";
import type {
	Call,
	Contract,
	ContractOperation,
	ExampleRequest,
	OutgoingRequest,
	Send,
} from "./contract.ts";
import { ArrangementFailure } from "./errors.ts";

type Operations = Contract["operations"];

export const buildRequest = (
	{ method, path }: Pick<ContractOperation, "method" | "path">,
	{ query = "", body }: ExampleRequest,
): OutgoingRequest => ({
	method,
	path: `${path}${query}`,
	...(body !== undefined && {
		headers: { "content-type": "application/json" },
		body: JSON.stringify(body),
	}),
});

/** Returns the id of the operation that the request matches, or why it matches none. */
export function findTarget(
	{ method, path }: OutgoingRequest,
	operations: Operations,
): string {
	const [pathname] = path.split("?");
	const candidates = operations.filter((each) => each.path === pathname);
	const expected = method === "HEAD" ? "GET" : method;
	const unmatched = candidates.length > 0 ? "undefinedMethod" : "unknownPath";
	return candidates.find((each) => each.method === expected)?.id ?? unmatched;
}

/** Returns the operation id that the description starts with, or the empty string. */
export const findOperationId = (
	description: string,
	operations: Operations,
): string =>
	operations.find(({ id }) => description.startsWith(`${id}:`))?.id ?? "";

const MAX_SHOWN = 200;

/** Returns a function that calls an operation as a client would and requires a successful response. */
export function createCall(operations: Operations, send: Send): Call {
	async function callOperation(id: string, input: ExampleRequest = {}) {
		const operation = operations.find((each) => each.id === id);
		if (!operation) throw new Error(`Unknown operation ${id}.`);
		const { success } = operation;
		const { status, body } = await send(buildRequest(operation, input));
		const text = body.toString("utf8");
		const shown = text.slice(0, MAX_SHOWN);
		if (status !== success)
			throw new ArrangementFailure(
				operation,
				status,
				{ where: "status", expected: `${success}`, actual: `${status}` },
				`responded with ${status} instead of ${success}: ${shown}`,
			);
		const value = tryParseJson(text);
		if (isObject(value)) return { operation, value };
		throw new ArrangementFailure(
			operation,
			status,
			{ where: "$", expected: "a JSON object", actual: shown },
			`did not return a JSON object: ${shown}`,
		);
	}
	const call = async (id: string, input?: ExampleRequest) =>
		(await callOperation(id, input)).value;
	return Object.assign(call, {
		send,
		async forString(id: string, path: string, input?: ExampleRequest) {
			const { operation, value } = await callOperation(id, input);
			const found = path
				.split(".")
				.reduce<unknown>((outer, name) => Object(outer)[name], value);
			if (typeof found === "string") return found;
			const actual = JSON.stringify(found) ?? "nothing";
			throw new ArrangementFailure(
				operation,
				operation.success,
				{ where: `$.${path}`, expected: "a string", actual },
				`returned no string at ${path}`,
			);
		},
	});
}
