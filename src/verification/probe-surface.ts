import type {
	Contract,
	ContractOperation,
	ExampleRequest,
	Send,
} from "./contract.ts";
import { NoResponseError } from "./send.ts";

export type SurfaceVerdict = "passed" | "failed" | "not verified";

/** What an operation's example request brought. */
export interface SurfaceResult {
	readonly operation: string;
	readonly method: string;
	readonly path: string;
	/** Null where there was no answer. */
	readonly status: number | null;
	readonly verdict: SurfaceVerdict;
	/** A sentence, with what to do where it was not verified. */
	readonly why: string;
}

const UNDERSTOOD = new Set([400, 409, 413, 415, 422]);
const MISSING = new Set([404, 405, 410, 501]);

function judge(
	status: number,
	isPage: boolean,
	location: string | undefined,
): Pick<SurfaceResult, "verdict" | "why"> {
	if (status >= 200 && status < 300) {
		if (isPage)
			return {
				verdict: "not verified",
				why: "answered with a web page, as a proxy or another server would. Check the base URL.",
			};
		return { verdict: "passed", why: `answered ${status}` };
	}
	if (UNDERSTOOD.has(status))
		return {
			verdict: "passed",
			why: `answered ${status}, so the operation is there`,
		};
	if (MISSING.has(status))
		return {
			verdict: "failed",
			why: `answered ${status}, so the operation is not there`,
		};
	if (status === 401 || status === 403)
		return {
			verdict: "not verified",
			why: `answered ${status}. Pass --header 'Authorization: …' with credentials it accepts.`,
		};
	if (status === 429)
		return {
			verdict: "not verified",
			why: "answered 429. Lift its rate limit for the verification, or pass --header with credentials that have a higher one.",
		};
	if (status >= 500) return { verdict: "failed", why: `answered ${status}` };
	if (status >= 300 && status < 400)
		return {
			verdict: "failed",
			why: `redirected with ${status}${location ? ` to ${location}` : ""}; pass the base URL it really answers at`,
		};
	return {
		verdict: "not verified",
		why: `answered ${status}, which says nothing about the operation. Pass --examples with a request it accepts.`,
	};
}

async function probe(
	{ id, method, path }: ContractOperation,
	{ query = "", body }: ExampleRequest,
	send: Send,
): Promise<SurfaceResult> {
	const found = { operation: id, method, path };
	try {
		const answer = await send({
			method,
			path: `${path}${query}`,
			...(body !== undefined && {
				headers: { "content-type": "application/json" },
				body: JSON.stringify(body),
			}),
		});
		const isPage = /^text\/html\b/i.test(answer.headers["content-type"] ?? "");
		return {
			...found,
			status: answer.status,
			...judge(answer.status, isPage, answer.headers.location),
		};
	} catch (error) {
		if (!(error instanceof NoResponseError)) throw error;
		return {
			...found,
			status: null,
			verdict: "not verified",
			why: error.message,
		};
	}
}

/**
 * Sends each operation its example request, without following redirects.
 * @param examples requests to send instead, by operation
 */
export function probeSurface(
	operations: Contract["operations"],
	examples: Readonly<Record<string, ExampleRequest>>,
	send: Send,
): Promise<SurfaceResult[]> {
	return Promise.all(
		operations.map((operation) =>
			probe(operation, examples[operation.id] ?? operation.example, send),
		),
	);
}
