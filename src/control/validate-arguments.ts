import {
	isSessionName,
	SESSION_NAME_RULE,
} from "../engine/sessions/session-name.ts";
import { describeUnknownName } from "../values/describe-unknown-name.ts";
import { ControlError } from "./control-error.ts";

/** @throws ControlError if the name is not one of the available names */
export function requireKnownName(
	kind: string,
	name: string,
	available: readonly string[],
): void {
	if (!available.includes(name))
		throw new ControlError(400, describeUnknownName(kind, name, available));
}

/** @throws ControlError if no session can have the name */
export function requireSessionName(name: string): void {
	if (!isSessionName(name))
		throw new ControlError(
			400,
			`Invalid session name "${name}". ${SESSION_NAME_RULE}`,
		);
}

/** @throws ControlError if the number is not a whole number, or is below the minimum */
export function requireWholeNumber(
	name: string,
	value: number,
	minimum?: number,
): void {
	if (!Number.isSafeInteger(value) || value < (minimum ?? value))
		throw new ControlError(
			400,
			`Invalid ${name} ${value}. Use a whole number${minimum === undefined ? "" : ` of at least ${minimum}`}.`,
		);
}
