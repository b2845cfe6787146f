import { closest, distance } from "fastest-levenshtein";
import { isSessionName } from "../engine/sessions/session-name.ts";
import { ControlError } from "./control-error.ts";

/** @throws ControlError if the name is not one of the available names */
export function requireKnownName(
	kind: string,
	name: string,
	available: readonly string[],
): void {
	if (available.includes(name)) return;
	const similar = closest(name, available);
	const suggestion =
		distance(name, similar) <= 2 ? ` Did you mean "${similar}"?` : "";
	throw new ControlError(
		400,
		`Unknown ${kind} "${name}".${suggestion} Available: ${available.join(", ")}.`,
	);
}

/** @throws ControlError if no session can have the name */
export function requireSessionName(name: string): void {
	if (!isSessionName(name))
		throw new ControlError(
			400,
			`Invalid session name "${name}". Use 1 to 100 of the characters A-Z, a-z, 0-9, ".", "_" and "-".`,
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
