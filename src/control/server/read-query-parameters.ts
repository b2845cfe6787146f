import type { InvalidPlace } from "../../engine/service.ts";
import { ControlError } from "../control-error.ts";

/** The parameters that may be there, and what each has to be. */
export type QueryShape = Readonly<Record<string, "text" | "whole">>;

const WHOLE = /^[0-9]{1,15}$/;

/**
 * The parameters by name.
 * @throws ControlError with each that is unknown, given twice, or not what it has to be
 */
export function readQuery(
	search: string,
	shape: QueryShape,
): ReadonlyMap<string, string> {
	const query = new Map<string, string>();
	const wrong: InvalidPlace[] = [];
	for (const [parameter, value] of new URLSearchParams(search)) {
		const refuse = (detail: string) => wrong.push({ parameter, detail });
		if (!Object.hasOwn(shape, parameter))
			refuse(`is not known here: use ${Object.keys(shape).join(", ")}`);
		else if (query.has(parameter)) refuse("may be given once");
		else if (shape[parameter] === "whole" && !WHOLE.test(value))
			refuse(`must be a whole number, and is "${value}"`);
		query.set(parameter, value);
	}
	if (wrong.length > 0)
		throw new ControlError(400, "The query cannot be understood.", wrong);
	return query;
}

/** One that the shape says is a whole number. */
export function wholeOf(
	query: ReadonlyMap<string, string>,
	parameter: string,
): number | undefined {
	const value = query.get(parameter);
	return value === undefined ? undefined : Number(value);
}
