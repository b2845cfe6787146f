import {
	isSessionName,
	SESSION_NAME_RULE,
} from "../engine/sessions/session-name.ts";
import { describeUnknownName } from "../values/describe-unknown-name.ts";
import { findInvalidPlaces, type Guard } from "../values/validation.ts";
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

/**
 * Returns the value if its schema allows it; no value counts as an empty object.
 * @throws ControlError with each invalid place, unknown properties included
 */
export function requireValid<Value>(
	guard: Guard<Value>,
	value: unknown = {},
	detail = "Invalid request body.",
): Value {
	if (guard(value)) return value;
	throw new ControlError(400, detail, findInvalidPlaces(value, guard));
}
