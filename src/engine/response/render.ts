import type { Reply, ResponseSpec } from "../service.ts";

const PROBLEM_ANSWER = {
	mediaType: "application/problem+json",
	reason: "Internal Server Error",
	assumptions: [],
};

/** The answer to give where the mock itself fails: not the service's, so it rests on nothing. */
export const FAILURE: ResponseSpec = PROBLEM_ANSWER;

/** A response before a transport makes it: what is sent, and what the journal keeps. */
export interface Rendered {
	readonly status: number;
	readonly reason: string;
	readonly headers: Readonly<Record<string, string>>;
	/** Null where nothing may be sent. */
	readonly text: string | null;
	/** What the answer rests on; the same array for the same answer. */
	readonly assumptions: readonly string[];
}

export type Render = (
	reply: Reply,
	method: string,
	extraHeaders?: Readonly<Record<string, string>>,
) => Rendered;

interface Head {
	readonly reason: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly assumptions: readonly string[];
	readonly isJson: boolean;
}

/** RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5: these never have a body. */
const BODILESS: readonly number[] = [204, 205, 304];

const NOTHING: readonly string[] = [];

function headOf(
	{ mediaType, reason, assumptions }: ResponseSpec,
	more: readonly string[],
): Head {
	const all = [...new Set([...assumptions, ...more])];
	// The same list each time: those who count answers by what they rest on would else count each for itself.
	const ids = all.length === 0 ? NOTHING : all;
	return {
		reason,
		assumptions: ids,
		isJson: mediaType.includes("json"),
		headers: {
			"content-type": mediaType,
			...(ids.length > 0 && { "mock-assumptions": ids.join(", ") }),
		},
	};
}

/**
 * Makes responses of one operation, or of what lies beyond them.
 * @param answers by status
 * @param forHead what answering HEAD rests on besides
 */
export function createRender(
	answers: Readonly<Record<number, ResponseSpec>>,
	forHead: readonly string[],
): Render {
	const headsFor = (more: readonly string[]): Map<number, Head> =>
		new Map(
			Object.entries(answers).map(([status, spec]) => [
				Number(status),
				headOf(spec, more),
			]),
		);
	const heads = headsFor([]);
	const headsOfHead = headsFor(forHead);
	const failure = headOf(FAILURE, []);

	/** A body that comes again is most often the page or the state that has not changed since. */
	const texts = new WeakMap<object, string>();
	function textOf(body: object): string {
		const known = texts.get(body);
		if (known !== undefined) return known;
		const text = JSON.stringify(body);
		texts.set(body, text);
		return text;
	}

	return ({ status, body, headers, spec }, method, extraHeaders) => {
		const isHead = method === "HEAD";
		const head = spec
			? headOf(spec, [])
			: ((isHead ? headsOfHead : heads).get(status) ?? failure);
		const text =
			typeof body === "string" && !head.isJson
				? body
				: method === "GET" && typeof body === "object" && body !== null
					? textOf(body)
					: JSON.stringify(body);
		return {
			status,
			reason: head.reason,
			assumptions: head.assumptions,
			headers:
				headers || extraHeaders
					? { ...head.headers, ...headers, ...extraHeaders }
					: head.headers,
			text: isHead || BODILESS.includes(status) ? null : text,
		};
	};
}
