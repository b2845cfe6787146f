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

/** A session as the store keeps it. */
interface SessionDocument {
	/** What a file would keep of it, too. */
	readonly kept: unknown;
	/** The headers that its forwarding adds. */
	readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Describes a session for the store: why its next response says that the previous one ended, and the document. A session
 * that was dropped has only the reason.
 * @param initialForward the forwarding of new sessions
 */
export function writeSession(
	session: Session,
	initialForward: Session["forward"],
): string {
	const { forward, restartReason = "" } = session;
	const counted = { ...session, usedAssumptions: new Map() };
	const { kept } = toKeptSession(counted, initialForward);
	const isOwn = forward && forward !== initialForward;
	const headers = isOwn ? forward.headers : undefined;
	const document: SessionDocument = { kept, headers };
	return `${restartReason} ${JSON.stringify(document)}`;
}

/** Reads what the store has of a session. Returns a text if the session was dropped: the reason. */
export function readSession(
	id: string,
	text: string,
	options: ScenarioOptions,
): Session | string {
	const [, reason = "", json = ""] = /^(\S*) (.*)$/s.exec(text) ?? [];
	if (json === "") return reason;
	const { kept, headers }: SessionDocument = JSON.parse(json);
	const read = fromKeptSession({ id, lastSeen: Date.now(), kept }, options);
	const { forward } = read;
	return {
		...read,
		restartReason: reason || undefined,
		forward:
			forward && headers
				? { ...forward, headers, lostHeaders: undefined }
				: forward,
	};
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
