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

/**
 * Describes a session for the store: the reason why the previous session ended, which the next response tells, and JSON.
 * The JSON has the states of the session, which the script drops with it, what a file would keep of the session, and the
 * headers that its forwarding adds.
 * @param initialForward the forwarding of new sessions
 */
export function writeSession(
	session: Session,
	initialForward: Session["forward"],
): string {
	const { forward, restartReason = "" } = session;
	const uncounted = { ...session, usedAssumptions: new Map() };
	const document = {
		states: listStateKeys(session),
		kept: toKeptSession(uncounted, initialForward).kept,
		headers: forward === initialForward ? undefined : forward?.headers,
	};
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
	const { kept, headers } = JSON.parse(json);
	const read = fromKeptSession({ id, lastSeen: Date.now(), kept }, options);
	read.restartReason = reason || undefined;
	if (read.forward && headers)
		read.forward = { ...read.forward, headers, lostHeaders: undefined };
	return read;
}

/**
 * Changes the object that requests under way have, as another mock has changed the session. Returns what has the
 * leftover of a state that it has left.
 */
export function updateSession(
	known: Session,
	next: Session,
): { readonly leftover: Leftover }[] {
	const { active, leftover, lastSeen, usedAssumptions } = known;
	const isSameOwn = createSessionKey(known) === createSessionKey(next);
	const isSameActive =
		active.stateKey === next.active.stateKey &&
		active.name === next.active.name &&
		active.faults.length === next.active.faults.length;
	if (isSameActive)
		active.faults.forEach((fault, index) => {
			fault.left = next.active.faults[index]?.left ?? fault.left;
		});
	Object.assign(known, next, {
		...{ lastSeen, usedAssumptions },
		leftover: isSameOwn ? leftover : next.leftover,
		...(isSameActive && { active }),
	});
	const isLeft = !listStateKeys(known).includes(active.stateKey);
	return [...(isSameOwn ? [] : [{ leftover }]), ...(isLeft ? [active] : [])];
}
