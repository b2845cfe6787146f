import { formatPlaces, type InvalidPlace } from "../values/validation.ts";

/** The error of a failed control operation. Its message names the cause and the remedy. */
export class ControlError extends Error {
	override readonly name = "ControlError";
	/** The HTTP status of the control API's response; 0 if there was no response. */
	readonly status: number;
	/** The message without the invalid places. */
	readonly detail: string;
	/** The invalid places of the input. */
	readonly errors: readonly InvalidPlace[];

	constructor(
		status: number,
		detail: string,
		errors: readonly InvalidPlace[] = [],
		options?: ErrorOptions,
	) {
		super(formatPlaces(detail, errors), options);
		this.status = status;
		this.detail = detail;
		this.errors = errors;
	}
}
