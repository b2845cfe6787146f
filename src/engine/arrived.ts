import type { Operation } from "./operation.ts";
import type { MockRequest } from "./request/request.ts";
import type { RequestBody } from "./request/validate-input.ts";
import type { NearMiss } from "./routing/near-miss.ts";
import type { Match } from "./routing/router.ts";
import type { ActiveScenario, Session } from "./sessions/session.ts";

/** An exchange whose request has arrived. */
export interface Arrived {
	readonly request: MockRequest;
	readonly match: Match;
	/** Undefined if no operation matches. */
	readonly operation: Operation | undefined;
	/** The nearest operations; only if none matches. */
	readonly nearest: readonly NearMiss[] | undefined;
	readonly session: Session;
	/** The scenario that was active when the body had arrived. */
	readonly active: ActiveScenario;
	readonly body: RequestBody;
	/** Real monotonic time, in milliseconds. */
	readonly startedAt: number;
}
