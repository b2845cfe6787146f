import type { Control } from "../mock/control.ts";
import type { OnUnhandled, Unhandled } from "../mock/on-unhandled.ts";

/** What a run has of its own. */
export interface RunSession {
	readonly session: string;
	readonly control: Control;
	readonly onUnhandled: OnUnhandled;
	/** Requests that it should not have sent. */
	readonly unhandled: Unhandled[];
}
