import type { Control } from "../control/control.ts";
import type { OnUnhandled, Unhandled } from "../engine/routing/on-unhandled.ts";

/** What a run has of its own. */
export interface RunSession {
	readonly session: string;
	readonly control: Control;
	readonly onUnhandled: OnUnhandled;
	/** Requests that it should not have sent. */
	readonly unhandled: Unhandled[];
}
