import { STATUS_CODES } from "node:http";
import type { FastifyReply } from "fastify";

/** An invalid place: a JSON pointer into the body, or a query parameter. */
export type Fault =
	| { readonly pointer: string; readonly detail: string }
	| { readonly parameter: string; readonly detail: string };

interface ProblemOptions {
	readonly errors?: readonly Fault[];
	readonly headers?: Readonly<Record<string, string>>;
}

/** An error response. Thrown from anywhere in the provider. */
export class Problem extends Error {
	readonly status: number;
	readonly errors: readonly Fault[] | undefined;
	readonly headers: Readonly<Record<string, string>>;

	constructor(status: number, detail: string, options: ProblemOptions = {}) {
		super(detail);
		this.status = status;
		this.errors = options.errors;
		this.headers = options.headers ?? {};
	}

	toJSON(): Record<string, unknown> {
		return {
			type: "about:blank",
			title: STATUS_CODES[this.status] ?? "Error",
			status: this.status,
			detail: this.message,
			...(this.errors && { errors: this.errors }),
		};
	}
}

export const notFound = (path: string): Problem =>
	new Problem(404, `There is nothing at ${path}.`);

export const methodNotAllowed = (
	method: string,
	allow: readonly string[],
): Problem =>
	new Problem(405, `${method} is not possible here; ${allow.join(", ")} are.`, {
		headers: { allow: allow.join(", ") },
	});

export const tooLarge = (maxBytes: number): Problem =>
	new Problem(413, `The body is larger than ${maxBytes} bytes.`, {
		headers: { connection: "close" },
	});

export const unsupportedMediaType = (type: string | undefined): Problem =>
	new Problem(
		415,
		`The body is ${type ? `declared as ${type}` : "not declared"}; send it as application/json.`,
	);

export const invalid = (errors: readonly Fault[]): Problem =>
	new Problem(400, "The request is not valid; errors says where.", { errors });

/** Converts any error to a response. */
export function toProblem(error: unknown): Problem {
	return error instanceof Problem
		? error
		: new Problem(500, "The service failed. Try again later.");
}

export function sendProblem(
	problem: Problem,
	reply: FastifyReply,
): FastifyReply {
	return reply
		.code(problem.status)
		.headers(problem.headers)
		.type("application/problem+json")
		.send(problem.toJSON());
}
