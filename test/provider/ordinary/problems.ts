import { STATUS_CODES } from "node:http";

/** A JSON pointer into the body, or the name of a query parameter. */
export type InvalidLocation = { readonly detail: string } & (
	| { readonly pointer: string }
	| { readonly parameter: string }
);

/** An error response. */
export class Problem extends Error {
	readonly status: number;
	readonly extra: {
		readonly errors?: readonly InvalidLocation[];
		readonly headers?: Readonly<Record<string, string>>;
	};

	constructor(status: number, detail: string, extra: Problem["extra"] = {}) {
		super(detail);
		this.status = status;
		this.extra = extra;
	}

	toJSON(): Record<string, unknown> {
		const { errors } = this.extra;
		return {
			type: "about:blank",
			title: STATUS_CODES[this.status],
			status: this.status,
			detail: this.message,
			...(errors && { errors }),
		};
	}
}

export const invalid = (...errors: readonly InvalidLocation[]): Problem =>
	new Problem(400, "The request is invalid. See errors.", { errors });
