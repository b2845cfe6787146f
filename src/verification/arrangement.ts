import { isObject } from "../values/is-object.ts";
import { tryParseJson } from "../values/try-parse-json.ts";
import { buildRequest } from "./build-request.ts";
import type {
	Call,
	Contract,
	ExampleRequest,
	Mismatch,
	Send,
} from "./contract.ts";

/** A provider state cannot be set up because of an unexpected response of the provider. */
export class ArrangementFailure extends Error {
	override readonly name = "ArrangementFailure";
	readonly operation: string;
	readonly status: number;
	readonly mismatch: Mismatch;

	constructor(
		operation: string,
		status: number,
		difference: Omit<Mismatch, "message">,
		problem: string,
	) {
		super(`${operation}, called to set up the provider state, ${problem}`);
		this.operation = operation;
		this.status = status;
		this.mismatch = { ...difference, message: this.message };
	}
}

const MAX_SHOWN = 200;

/** Returns a function that calls an operation as a client would and requires a successful response. */
export function createCall(
	operations: Contract["operations"],
	send: Send,
): Call {
	const call = async (id: string, input: ExampleRequest = {}) => {
		const operation = operations.find((each) => each.id === id);
		if (!operation) throw new Error(`Unknown operation ${id}.`);
		const { success } = operation;
		const { status, body } = await send(buildRequest(operation, input));
		const text = body.toString("utf8");
		const shown = text.slice(0, MAX_SHOWN);
		if (status !== success)
			throw new ArrangementFailure(
				id,
				status,
				{ where: "status", expected: `${success}`, actual: `${status}` },
				`responded with ${status} instead of ${success}: ${shown}`,
			);
		const value = tryParseJson(text);
		if (isObject(value)) return value;
		throw new ArrangementFailure(
			id,
			status,
			{ where: "$", expected: "a JSON object", actual: shown },
			`did not return a JSON object: ${shown}`,
		);
	};
	return Object.assign(call, {
		forString: async (id: string, path: string, input?: ExampleRequest) =>
			stringOf(id, await call(id, input), path),
	});
}

/**
 * Returns the string at a dotted path, such as `items.0.id`.
 * @throws ArrangementFailure if the value at the path is not a string
 */
function stringOf(operation: string, value: unknown, path: string): string {
	const found = path
		.split(".")
		.reduce<unknown>(
			(parent, name) =>
				typeof parent === "object" && parent !== null
					? Reflect.get(parent, name)
					: undefined,
			value,
		);
	if (typeof found === "string") return found;
	throw new ArrangementFailure(
		operation,
		200,
		{
			where: `$.${path}`,
			expected: "a string",
			actual: JSON.stringify(found) ?? "nothing",
		},
		`returned no string at ${path}`,
	);
}
