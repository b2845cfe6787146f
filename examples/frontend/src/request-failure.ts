import type { components } from "zaps-understudy/client";

type Schemas = components["schemas"];
export type Problem = Schemas["Problem"] | Schemas["InvalidProblem"];

/** Why a request failed, as a message for the user. */
export class RequestFailure extends Error {
	/** The errors of the properties of the body, by JSON pointer. */
	readonly invalid: ReadonlyMap<string, string>;

	constructor(
		message: string,
		invalid: ReadonlyMap<string, string> = new Map(),
	) {
		super(message);
		this.invalid = invalid;
	}
}

/**
 * Describes an unsuccessful response.
 * @param body not a problem if, for example, a proxy sent the response
 */
export function toFailure(
	status: number,
	body: Problem | undefined,
): RequestFailure {
	if (status >= 500)
		return new RequestFailure(
			`The service is not working (${status}). Try again in a moment.`,
		);
	if (status === 429)
		return new RequestFailure("Too many requests. Try again in a moment.");
	const problem = typeof body === "object" ? body : undefined;
	return new RequestFailure(
		problem?.detail ?? `The service rejected the request (${status}).`,
		listInvalid(problem),
	);
}

function listInvalid(problem: Problem | undefined): Map<string, string> {
	const invalid = new Map<string, string>();
	if (problem && "errors" in problem)
		for (const error of problem.errors)
			if ("pointer" in error) invalid.set(error.pointer, error.detail);
	return invalid;
}
