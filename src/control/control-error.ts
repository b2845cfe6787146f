import {
	isSessionName,
	SESSION_NAME_RULE,
} from "../engine/sessions/session-name.ts";
import { describeUnknownName } from "../values/describe-unknown-name.ts";
import {
	findInvalidPlaces,
	formatPlaces,
	type Guard,
	type InvalidPlace,
	MAX_PLACES,
} from "../values/validation.ts";

/** The error of a failed control operation. Its message names the cause and the remedy. */
export class ControlError extends Error {
	override readonly name = "ControlError";
	/** The HTTP status of the control API's response; 0 if there was no response. */
	readonly status: number;
	/** The message without the invalid places. */
	readonly detail: string;
	/** The first invalid places of the input. If there are more, `detail` says so. */
	readonly errors: readonly InvalidPlace[];

	constructor(
		status: number,
		detail: string,
		errors: readonly InvalidPlace[] = [],
		options?: ErrorOptions,
	) {
		const shown = errors.slice(0, MAX_PLACES);
		const isCut = errors.length > MAX_PLACES;
		const what = isCut
			? `${detail} The first ${MAX_PLACES} invalid places are listed.`
			: detail;
		super(formatPlaces(what, shown), options);
		this.status = status;
		this.detail = what;
		this.errors = shown;
	}
}

/** @throws ControlError if the name is not available */
export function requireKnownName(
	kind: string,
	name: string,
	available: readonly string[],
): void {
	if (!available.includes(name))
		throw new ControlError(400, describeUnknownName(kind, name, available));
}

/** @throws ControlError if the name is invalid for a session */
export function requireSessionName(name: string): void {
	if (!isSessionName(name))
		throw new ControlError(
			400,
			`Invalid session name "${name}". ${SESSION_NAME_RULE}`,
		);
}

/**
 * Returns the value if its schema allows it. A missing value counts as an empty object.
 * @throws ControlError with the first invalid places, including unknown properties
 */
export function requireValid<Value>(
	guard: Guard<Value>,
	value: unknown = {},
	detail = "Invalid request body.",
): Value {
	if (guard(value)) return value;
	throw new ControlError(
		400,
		detail,
		findInvalidPlaces(value, guard, MAX_PLACES + 1),
	);
}
