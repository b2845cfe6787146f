import type { InvalidPlace } from "./service.ts";

/** Something was asked of the mock that cannot be done; the message says what, why, and what can. */
export class ControlError extends Error {
	override readonly name = "ControlError";
	/** The status with which the control API answers it. */
	readonly status: number;
	/** The places that are wrong, where it is for what was sent. */
	readonly errors: readonly InvalidPlace[];

	constructor(
		status: number,
		message: string,
		errors: readonly InvalidPlace[] = [],
	) {
		const places = errors.map((place) =>
			"pointer" in place
				? `${place.pointer || "the whole"} ${place.detail}`
				: `${place.parameter} ${place.detail}`,
		);
		super([message, ...places].join("\n  "));
		this.status = status;
		this.errors = errors;
	}
}
