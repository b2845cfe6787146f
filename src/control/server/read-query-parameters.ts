import type { InvalidPlace } from "../../engine/service.ts";
import { ControlError } from "../control-error.ts";

/** The type of each parameter, all optional; a number is a whole number. */
export type QueryShape = Readonly<Record<string, "string?" | "number?">>;

/**
 * Returns the query parameters by name.
 * @throws ControlError with each parameter that is unknown, repeated or invalid
 */
export function readQueryParameters(
	search: string,
	shape: QueryShape,
): Readonly<Record<string, string | number>> {
	const values = new Map<string, string | number>();
	const errors: InvalidPlace[] = [];
	for (const [parameter, value] of new URLSearchParams(search)) {
		const isNumber = shape[parameter] === "number?";
		const reject = (detail: string) => errors.push({ parameter, detail });
		if (!Object.hasOwn(shape, parameter))
			reject(`is unknown: use ${Object.keys(shape).join(", ")}`);
		else if (values.has(parameter)) reject("must not be repeated");
		else if (isNumber && !/^[0-9]{1,15}$/.test(value))
			reject(`must be a whole number, not "${value}"`);
		values.set(parameter, isNumber ? Number(value) : value);
	}
	if (errors.length > 0)
		throw new ControlError(400, "Invalid query parameters.", errors);
	return Object.fromEntries(values);
}
