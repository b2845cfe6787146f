/** An invalid place of the request. */
export type Objection = Readonly<
	Record<"detail" | "code", string> &
		({ pointer: string } | { parameter: string })
>;

interface Kind {
	readonly status: number;
	readonly title: string;
}

/** The kinds of rejection, by the last segment of their type's URI. */
const KINDS = {
	"nothing-here": { status: 404, title: "We looked everywhere" },
	"wrong-verb": { status: 405, title: "That verb does not go with this noun" },
	"too-heavy": { status: 413, title: "More than we can carry" },
	"not-json": { status: 415, title: "We read JSON and nothing else" },
	"does-not-fit": { status: 400, title: "This does not fit" },
	"our-fault": { status: 500, title: "We broke something" },
} as const satisfies Record<string, Kind>;

export type RefusalKind = keyof typeof KINDS;

/** An error response. */
export class Refusal extends Error {
	readonly kind: RefusalKind;
	readonly objections: readonly Objection[];
	readonly headers: readonly string[];

	constructor(
		kind: RefusalKind,
		detail: string,
		{
			objections = [],
			headers = [],
		}: {
			objections?: readonly Objection[];
			/** Alternating names and values. */
			headers?: readonly string[];
		} = {},
	) {
		super(detail);
		this.kind = kind;
		this.objections = objections;
		this.headers = headers;
	}

	get status(): number {
		return KINDS[this.kind].status;
	}

	/** @param trace identifies the exchange in the logs */
	toProblem(trace: string): Record<string, unknown> {
		return {
			type: `https://errors.example/zaps/${this.kind}#${this.status}`,
			title: KINDS[this.kind].title,
			status: this.status,
			detail: this.message,
			instance: `urn:trace:${trace}`,
			retryable: false,
			documentation: null,
			...(this.objections.length > 0 && { errors: this.objections }),
		};
	}
}

export const doesNotFit = (...objections: readonly Objection[]): Refusal =>
	new Refusal(
		"does-not-fit",
		`${objections.length} × no, the first at “${placeOf(objections[0])}”.`,
		{ objections },
	);

const placeOf = (objection: Objection | undefined): string =>
	objection === undefined
		? ""
		: "pointer" in objection
			? objection.pointer
			: objection.parameter;
