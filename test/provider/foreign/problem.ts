import { STATUS_CODES } from "node:http";
import type { Switches } from "./differences.ts";

export interface Reply {
	readonly status: number;
	/** Defaults to `application/json`. */
	readonly type?: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** Written as it is if it is a string, and otherwise as JSON. */
	readonly body?: unknown;
}

/** An invalid place in the body or the query. */
interface Fault {
	readonly pointer?: string;
	readonly parameter?: string;
	readonly detail: string;
}

interface Details {
	readonly headers?: Readonly<Record<string, string>>;
	readonly errors?: readonly Fault[];
}

/** Thrown to reject a request. */
export class Rejection extends Error {
	readonly status: number;
	readonly details: Details;

	constructor(status: number, message: string, details: Details = {}) {
		super(message);
		this.status = status;
		this.details = details;
	}
}

export const toInvalid = (errors: readonly Fault[]): Rejection =>
	new Rejection(400, "The request is invalid.", { errors });

/** Converts a rejection to a response. Throws any other error. */
export function toReply(error: unknown, { has, pick }: Switches): Reply {
	if (!(error instanceof Rejection)) throw error;
	const { message: detail, details } = error;
	const { headers = {}, errors } = details;
	const invalid = pick(400, { "invalid-422": 422 });
	const status = error.status === 400 ? invalid : error.status;
	if (status === 404 && has("unknown-path-html"))
		return { status, type: "text/html", body: `<h1>${detail}</h1>` };
	const problem = {
		type: "about:blank",
		title: STATUS_CODES[status],
		status,
		detail,
		errors: pick(errors, {
			"errors-without-list": undefined,
			"errors-with-field": errors?.map(({ pointer, parameter, detail }) => ({
				field: pointer ?? parameter,
				detail,
			})),
		}),
	};
	const type = pick("application/problem+json", {
		"errors-message-only": "application/json",
		"errors-application-json": "application/json",
	});
	const body = pick<object>(problem, {
		"errors-message-only": { error: detail },
	});
	return { status, type, headers, body };
}
