import {
	fromKeptSession,
	toKeptSession,
} from "../engine/sessions/kept-session.ts";
import {
	createSessionKey,
	type Leftover,
	listStateKeys,
	type ScenarioOptions,
	type Session,
} from "../engine/sessions/session.ts";

/** A session as the store keeps it, or why it was dropped. */
export type SessionDocument = KeptDocument | { readonly dropped: string };

/** A session as the store keeps it. */
interface KeptDocument {
	/** What a file would keep of it, too. */
	readonly kept: unknown;
	/** The headers that its forwarding adds. */
	readonly headers?: Readonly<Record<string, string>> | undefined;
	/** What the next response says of the previous session. */
	readonly restartReason?: string | undefined;
}

/** @param initialForward the forwarding of new sessions */
export function writeSession(
	session: Session,
	initialForward: Session["forward"],
): SessionDocument {
	const { forward, restartReason } = session;
	const counted = { ...session, usedAssumptions: new Map() };
	const { kept } = toKeptSession(counted, initialForward);
	if (!forward || forward === initialForward) return { kept, restartReason };
	return { kept, headers: forward.headers, restartReason };
}

export function readSession(
	id: string,
	{ kept, headers, restartReason }: KeptDocument,
	options: ScenarioOptions,
): Session {
	const lastSeen = Date.now();
	const read = fromKeptSession({ id, lastSeen, kept }, options);
	const forward =
		read.forward && headers
			? { ...read.forward, headers, lostHeaders: undefined }
			: read.forward;
	return { ...read, forward, restartReason };
}

/**
 * Changes the object that requests under way have, as another mock has changed the session. Returns what has the
 * leftover of a state that it has left.
 */
export function updateSession(
	known: Session,
	next: Session,
): { readonly leftover: Leftover }[] {
	const { active, leftover } = known;
	const isSameOwn = createSessionKey(known) === createSessionKey(next);
	const isSameActive =
		active.stateKey === next.active.stateKey &&
		active.name === next.active.name &&
		active.faults.length === next.active.faults.length;
	if (isSameActive)
		active.faults.forEach((fault, index) => {
			fault.left = next.active.faults[index]?.left ?? fault.left;
		});
	const { usedAssumptions, lastSeen, rateLimits, ...changed } = next;
	Object.assign(known, changed, {
		leftover: isSameOwn ? leftover : next.leftover,
		...(isSameActive && { active }),
	});
	if (!isSameOwn) rateLimits.clear();
	const isLeft = !listStateKeys(known).includes(active.stateKey);
	return [...(isSameOwn ? [] : [{ leftover }]), ...(isLeft ? [active] : [])];
}
