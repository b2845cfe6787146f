import { brokenBody } from "../faults/broken-body.ts";
import { brokenConnection } from "../faults/broken-connection.ts";
import type { Disturbance } from "../faults/strike.ts";
import type { NearOperation } from "../journal/entry.ts";
import type { Address } from "./address.ts";
import type { Engine } from "./engine.ts";
import type { Received } from "./read-input.ts";
import type { Rendered } from "./render.ts";
import type { Session } from "./session.ts";

/** What is known of an exchange from its beginning. */
export interface Begun {
	readonly request: Request;
	readonly address: Address;
	readonly session: Session;
	/** Real monotonic time, in milliseconds. */
	readonly at: number;
	readonly received: Received;
}

/** What is known of it at its end. */
export interface Ended {
	/** Undefined where the connection is broken instead. */
	readonly rendered: Rendered | undefined;
	readonly operation: string | null;
	readonly disturbance?: Disturbance | undefined;
	readonly nearest?: readonly NearOperation[];
}

const encoder = new TextEncoder();

/** What one answer says of the session besides, once. */
function tellRestart(session: Session, rendered: Rendered): Rendered {
	const { restarted } = session;
	if (restarted === undefined) return rendered;
	session.restarted = undefined;
	const headers = { ...rendered.headers, "mock-session-restarted": restarted };
	return { ...rendered, headers };
}

/** Ends exchanges: writes them into the journal, and makes the response that a transport sends. */
export function createDeliver({
	journal,
	headersOf,
	Response,
	ending,
}: Engine): (begun: Begun, ended: Ended) => Response {
	function write(begun: Begun, ended: Ended, rendered?: Rendered): void {
		const { request, address, session, received } = begun;
		const { disturbance, nearest } = ended;
		journal.write({
			at: Date.now(),
			session: session.id,
			operation: ended.operation,
			method: request.method,
			target: address.path + address.search,
			status: rendered?.status ?? 0,
			durationMs: performance.now() - begun.at,
			fault: disturbance?.kinds.join(", ") || null,
			requestHeaders: headersOf(request),
			requestBody: typeof received === "string" ? undefined : received,
			responseHeaders: rendered?.headers ?? {},
			responseBody: rendered?.text ?? undefined,
			...(nearest && { nearest }),
		});
	}

	return (begun, ended) => {
		const { session } = begun;
		const { disturbance } = ended;
		if (!ended.rendered) {
			write(begun, ended);
			const isReset = disturbance?.instead?.kind === "reset";
			return brokenConnection(isReset ? "reset" : "empty");
		}
		const rendered = tellRestart(session, ended.rendered);
		const { status, reason: statusText, headers, text, assumptions } = rendered;
		session.restedOn.set(
			assumptions,
			(session.restedOn.get(assumptions) ?? 0) + 1,
		);
		write(begun, ended, rendered);
		if (!disturbance?.body || text === null)
			return new Response(text, { status, statusText, headers });
		const bytes = encoder.encode(text);
		const body = brokenBody(bytes, disturbance.body, ending.signal);
		const length = { "content-length": `${bytes.byteLength}` };
		return new Response(body, {
			status,
			statusText,
			headers: { ...headers, ...length },
		});
	};
}
