import type { Call, Contract, Mismatch, Send } from "./contract.ts";

/** Bringing a state about failed because of what the provider answered. */
export class ArrangementFailure extends Error {
	override readonly name = "ArrangementFailure";
	readonly operation: string;
	readonly status: number;
	readonly mismatch: Mismatch;

	constructor(operation: string, status: number, mismatch: Mismatch) {
		super(mismatch.message);
		this.operation = operation;
		this.status = status;
		this.mismatch = mismatch;
	}
}

const SHOWN = 200;

/** Calls operations as a client would, and stops at the first answer that is not their success. */
export function createCall(
	operations: Contract["operations"],
	send: Send,
): Call {
	return async (id, { body, query = "" } = {}) => {
		const operation = operations.find((each) => each.id === id);
		if (!operation) throw new Error(`There is no operation ${id}.`);
		const { method, path, success } = operation;
		const answer = await send({
			method,
			path: `${path}${query}`,
			...(body !== undefined && {
				headers: { "content-type": "application/json" },
				body: JSON.stringify(body),
			}),
		});
		const text = answer.body.toString("utf8");
		if (answer.status !== success)
			throw new ArrangementFailure(id, answer.status, {
				where: "status",
				expected: `${success}`,
				actual: `${answer.status}`,
				message: `${id}, needed to arrange the state, answered ${answer.status} and not ${success}: ${text.slice(0, SHOWN)}`,
			});
		try {
			const value: unknown = JSON.parse(text);
			if (typeof value === "object" && value !== null)
				return value as Record<string, unknown>;
		} catch {
			// Told below, with what it was instead.
		}
		throw new ArrangementFailure(id, answer.status, {
			where: "$",
			expected: "a JSON object",
			actual: text.slice(0, SHOWN),
			message: `${id}, needed to arrange the state, answered no JSON object: ${text.slice(0, SHOWN)}`,
		});
	};
}

/** The member at the path, a string; failing the arrangement where it is none. */
export function stringOf(
	operation: string,
	value: unknown,
	path: string,
): string {
	const found = path
		.split(".")
		.reduce<unknown>(
			(at, member) =>
				typeof at === "object" && at !== null
					? Reflect.get(at, member)
					: undefined,
			value,
		);
	if (typeof found === "string") return found;
	throw new ArrangementFailure(operation, 200, {
		where: `$.${path}`,
		expected: "a string",
		actual: JSON.stringify(found) ?? "nothing",
		message: `${operation}, needed to arrange the state, gave no string at ${path}`,
	});
}
