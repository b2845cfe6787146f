import type { InvalidPlace } from "../engine/service.ts";

/** Something was asked of the mock that cannot be done; the message says what, why, and what can. */
export class ControlError extends Error {
	override readonly name = "ControlError";
	/** The status with which the control API answers it; 0 where it was asked over HTTP and nothing answered. */
	readonly status: number;
	/** The message without the places. */
	readonly detail: string;
	/** The places that are wrong, where it is for what was sent. */
	readonly errors: readonly InvalidPlace[];

	constructor(
		status: number,
		detail: string,
		errors: readonly InvalidPlace[] = [],
		options?: ErrorOptions,
	) {
		const places = errors.map((place) =>
			"pointer" in place
				? `${place.pointer || "the whole"} ${place.detail}`
				: `${place.parameter} ${place.detail}`,
		);
		super([detail, ...places].join("\n  "), options);
		this.status = status;
		this.detail = detail;
		this.errors = errors;
	}
}
