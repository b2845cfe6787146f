import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Switches } from "./differences.ts";

type Strings = Readonly<Record<string, string>>;

export interface Reply {
	readonly status: number;
	/** Defaults to `application/json`. */
	readonly type?: string;
	readonly headers?: Strings;
	/** Sent as JSON unless it is a string. */
	readonly body?: unknown;
}

/** A rejected request. */
export class Rejection extends Error {
	readonly status: number;
	readonly headers: Strings;
	readonly errors: readonly Strings[] | undefined;

	constructor(
		status: number,
		message: string,
		headers = {},
		errors?: Strings[],
	) {
		super(message);
		this.status = status;
		this.headers = headers;
		this.errors = errors;
	}
}

export const toInvalid = (errors: Strings[]): Rejection =>
	new Rejection(400, "The request is invalid.", {}, errors);

/** Converts a rejection to a response. Throws any other error. */
export function toReply(error: unknown, { has, pick, added }: Switches): Reply {
	if (!(error instanceof Rejection)) throw error;
	const { message: detail, headers, errors } = error;
	const status =
		error.status === 400 ? pick(400, { "invalid-422": 422 }) : error.status;
	if (status === 404 && has("unknown-path-html"))
		return { status, type: "text/html", body: `<h1>${detail}</h1>` };
	if (has("errors-message-only"))
		return { status, headers, body: { error: detail } };
	const typed = `https://errors.example/zaps#${status}`;
	const body = {
		...added,
		type: pick("about:blank", { "problems-typed": typed }),
		title: pick(STATUS_CODES[status], { "problems-typed": "Is “invalid”" }),
		status,
		...(has("errors-in-meta")
			? { meta: { requestId: randomUUID() } }
			: { detail }),
		errors: pick(
			errors?.map((each) => ({ ...added, ...each })),
			{
				"errors-without-list": undefined,
				"errors-with-field": errors?.map(({ detail = "", ...place }) => ({
					field: Object.values(place).join(),
					detail,
				})),
			},
		),
	};
	return { status, type: "application/problem+json", headers, body };
}
