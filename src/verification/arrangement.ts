import { isObject, tryParseJson } from "../values/json.ts";
import type {
	Call,
	Contract,
	ContractOperation,
	ExampleRequest,
	Mismatch,
	Send,
} from "./contract.ts";
import { buildRequest } from "./operations.ts";

/** A check cannot be judged, because another request that it needs has an unexpected response. */
export class ArrangementFailure extends Error {
	override readonly name = "ArrangementFailure";
	readonly operation: ContractOperation;
	readonly status: number;
	readonly mismatch: Mismatch;

	constructor(
		operation: ContractOperation,
		status: number,
		difference: Omit<Mismatch, "message">,
		problem: string,
		purpose = "called to set up the provider state",
	) {
		super(`${operation.id}, ${purpose}, ${problem}`);
		this.operation = operation;
		this.status = status;
		this.mismatch = { ...difference, message: this.message };
	}
}

const MAX_SHOWN = 200;

const isContainer = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null;

/** Returns a function that calls an operation as a client would and requires a successful response. */
export function createCall(
	operations: Contract["operations"],
	send: Send,
): Call {
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
		async forString(id: string, path: string, input?: ExampleRequest) {
			const { operation, value } = await callOperation(id, input);
			let found: unknown = value;
			for (const name of path.split("."))
				found = isContainer(found) ? found[name] : undefined;
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
