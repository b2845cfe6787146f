/** An invalid part of the request. */
export type InvalidPart = Readonly<
	Record<"detail" | "code", string> &
		({ pointer: string } | { parameter: string })
>;

/** By the last segment of the URI of the type. */
const KINDS = {
	"unknown-path": { status: 404, title: "No such path" },
	"undefined-method": { status: 405, title: "No such method" },
	"too-large": { status: 413, title: "Too many bytes" },
	"not-json": { status: 415, title: "Only JSON is accepted" },
	encoded: { status: 415, title: "Only plain bodies are accepted" },
	invalid: { status: 400, title: "The request is invalid" },
	failure: { status: 500, title: "The service failed" },
} as const;

/** An error response. */
export class Problem extends Error {
	readonly kind: keyof typeof KINDS;
	readonly errors: readonly InvalidPart[];
	/** Alternating names and values. */
	readonly headers: readonly string[];

	constructor(
		kind: keyof typeof KINDS,
		detail: string,
		errors: readonly InvalidPart[] = [],
		headers: readonly string[] = [],
	) {
		super(detail);
		this.kind = kind;
		this.errors = errors;
		this.headers = headers;
	}

	get status(): number {
		return KINDS[this.kind].status;
	}

	/** @param trace identifies the exchange in the logs */
	toBody(trace: string): Record<string, unknown> {
		return {
			type: `https://errors.example/zaps/${this.kind}#${this.status}`,
			title: KINDS[this.kind].title,
			status: this.status,
			detail: this.message,
			instance: `urn:trace:${trace}`,
			retryable: false,
			documentation: null,
			...(this.errors.length > 0 && { errors: this.errors }),
		};
	}
}

export const invalid = (...errors: readonly InvalidPart[]): Problem =>
	new Problem("invalid", `${errors.length} × “invalid”.`, errors);
