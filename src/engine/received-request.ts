import type { RequestBody } from "../document/validate-request.ts";
import type { ForwardedRequest } from "./forwarding/forward-operation.ts";
import type { MockRequest } from "./request/request.ts";
import type { Match } from "./routing/router.ts";
import type { ActiveScenario, Session } from "./sessions/session.ts";

/** A request with everything that is known once its body has been read. */
export interface ReceivedRequest {
	readonly request: MockRequest;
	readonly match: Match;
	readonly session: Session;
	/** The scenario that was active when the body was complete. */
	readonly active: ActiveScenario;
	readonly body: RequestBody;
	/** Set if a real service responds to the operation. */
	readonly forward: ForwardedRequest | undefined;
	/** Real monotonic time, in milliseconds. */
	readonly startedAt: number;
}
