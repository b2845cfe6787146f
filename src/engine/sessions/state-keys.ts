import type { Origin } from "../../store/store.ts";
import type { Scenario } from "../service.ts";
import type { Session } from "./session.ts";

type SessionIdentity = Pick<Session, "id" | "incarnation">;

/** Returns the name of the session's own state in the store. No session name contains a slash. */
export const createSessionKey = ({
	id,
	incarnation,
}: SessionIdentity): string =>
	incarnation === 0 ? id : `${id}//${incarnation}`;

/** Returns the name of the state that a scenario with a dataset puts above the session's own. */
export const createScenarioKey = (
	{ id, incarnation }: SessionIdentity,
	scenario: string,
): string => `${id}/${scenario}/${incarnation}`;

/** Returns the names of the session's own state, and of the layer above it if there is one. */
export const listStateKeys = (session: Session): readonly string[] => [
	...new Set([createSessionKey(session), session.active.stateKey]),
];

/** Returns the origin of the state of that name. */
export function originOfState(
	stateKey: string,
	scenarios: Readonly<Record<string, Scenario>>,
	origin: Origin,
): Origin {
	const [, scenario = ""] = stateKey.split("/", 2);
	return {
		...origin,
		dataset: scenarios[scenario]?.dataset ?? origin.dataset,
	};
}
