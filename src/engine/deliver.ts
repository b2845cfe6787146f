import { damageBody } from "../faults/damage-body.ts";
import type { FaultPlan } from "../faults/select-faults.ts";
import type { NearOperation } from "../journal/entry.ts";
import type { Engine } from "./engine.ts";
import type { Received } from "./request/read-input.ts";
import type { MockRequest } from "./request/request.ts";
import type { Rendered } from "./response/render.ts";
import type { MockResponse } from "./response/response.ts";
import type { Address } from "./routing/address.ts";
import type { ActiveScenario, Session } from "./sessions/session.ts";

/** What is known of an exchange from its beginning. */
export interface Begun {
	readonly incoming: MockRequest;
	readonly address: Address;
	readonly session: Session;
	/** The scenario in force when its body had been read. */
	readonly stage: ActiveScenario;
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
	readonly disturbance?: FaultPlan | undefined;
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
): (begun: Begun, ended: Ended) => MockResponse {
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
				broken: disturbance?.replacement?.kind === "reset" ? "reset" : "empty",
			};
		}
		const rendered = tellRestart(session, ended.rendered);
		const { status, reason, headers, text, assumptions } = rendered;
		session.usedAssumptions.set(
			assumptions,
			(session.usedAssumptions.get(assumptions) ?? 0) + 1,
		);
		write(begun, ended, rendered);
		if (!disturbance?.body || text === null)
			return { status, reason, headers, body: text };
		const bytes = encoder.encode(text);
		return {
			status,
			reason,
			headers: { ...headers, "content-length": `${bytes.byteLength}` },
			body: damageBody(bytes, disturbance.body, engine.ending.signal),
		};
	};
}
