import { brokenBody } from "../faults/broken-body.ts";
import type { Disturbance } from "../faults/strike.ts";
import type { NearOperation } from "../journal/entry.ts";
import type { Address } from "./address.ts";
import type { Answer } from "./answer.ts";
import type { Engine } from "./engine.ts";
import type { Incoming } from "./incoming.ts";
import type { Received } from "./read-input.ts";
import type { Rendered } from "./render.ts";
import type { Session, Stage } from "./session.ts";

/** What is known of an exchange from its beginning. */
export interface Begun {
	readonly incoming: Incoming;
	readonly address: Address;
	readonly session: Session;
	/** The scenario in force when its body had been read. */
	readonly stage: Stage;
	/** Real monotonic time, in milliseconds. */
	readonly at: number;
	readonly received: Received;
}

/** What is known of it at its end. */
export interface Ended {
	/** Undefined where the connection is broken instead. */
	readonly rendered: Rendered | undefined;
	readonly operation: string | null;
	/** How long it took, in milliseconds of real time. */
	readonly durationMs: number;
	readonly disturbance?: Disturbance | undefined;
	readonly nearest?: readonly NearOperation[] | undefined;
}

const encoder = new TextEncoder();
const NO_HEADERS: Readonly<Record<string, string>> = {};

function bodyOf(received: Received): string | Uint8Array | undefined {
	if (typeof received !== "object") return undefined;
	return "text" in received ? received.text : received.bytes;
}

/** What one answer says of the session besides, once. */
function tellRestart(session: Session, rendered: Rendered): Rendered {
	const { restarted } = session;
	if (restarted === undefined) return rendered;
	session.restarted = undefined;
	const headers = { ...rendered.headers, "mock-session-restarted": restarted };
	return { ...rendered, headers };
}

/** Ends exchanges: writes them into the journal, and makes the answer that a transport sends. */
export function createDeliver(
	engine: Engine,
): (begun: Begun, ended: Ended) => Answer {
	const { journal } = engine;

	function write(begun: Begun, ended: Ended, rendered?: Rendered): void {
		const { incoming, address, session, received } = begun;
		const { disturbance } = ended;
		// The journal's next session of that name is not this one.
		if (session.isDropped) return;
		journal.write({
			at: Date.now(),
			session: session.id,
			operation: ended.operation,
			matched: ended.operation !== null,
			method: incoming.method,
			target: address.path + address.search,
			status: rendered?.status ?? 0,
			durationMs: ended.durationMs,
			fault: disturbance?.kinds.join(", ") || null,
			requestHeaders: incoming.headers(),
			requestBody: bodyOf(received),
			responseHeaders: rendered?.headers ?? NO_HEADERS,
			responseBody: rendered?.text ?? undefined,
			nearest: ended.nearest,
		});
	}

	return (begun, ended) => {
		const { session } = begun;
		const { disturbance } = ended;
		if (!ended.rendered) {
			write(begun, ended);
			return {
				status: 0,
				reason: "",
				headers: NO_HEADERS,
				body: null,
				broken: disturbance?.instead?.kind === "reset" ? "reset" : "empty",
			};
		}
		const rendered = tellRestart(session, ended.rendered);
		const { status, reason, headers, text, assumptions } = rendered;
		session.restedOn.set(
			assumptions,
			(session.restedOn.get(assumptions) ?? 0) + 1,
		);
		write(begun, ended, rendered);
		if (!disturbance?.body || text === null)
			return { status, reason, headers, body: text };
		const bytes = encoder.encode(text);
		return {
			status,
			reason,
			headers: { ...headers, "content-length": `${bytes.byteLength}` },
			body: brokenBody(bytes, disturbance.body, engine.ending.signal),
		};
	};
}
