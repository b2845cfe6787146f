import type { Origin } from "../../store/store.ts";
import type { Scenario } from "../service.ts";
import type { Session } from "./session.ts";

type Keyed = Pick<Session, "id" | "incarnation">;

/** What the session's own state is called in the store. A slash is in no session's name. */
export const ownKeyOf = ({ id, incarnation }: Keyed): string =>
	incarnation === 0 ? id : `${id}//${incarnation}`;

/** A scenario with a dataset is a layer: a state of its own above the session's. */
export const layerOf = ({ id, incarnation }: Keyed, scenario: string): string =>
	`${id}/${scenario}/${incarnation}`;

/** The names of its own state, and of the layer above it where there is one. */
export const stateKeysOf = (session: Session): readonly string[] => [
	...new Set([ownKeyOf(session), session.active.stateKey]),
];

/** What the state of that name starts from. */
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
