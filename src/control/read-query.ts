import { ControlError } from "../mock/control-error.ts";
import type { InvalidPlace } from "../mock/service.ts";

/**
 * The parameters by name.
 * @param known names of those that may be there
 * @throws ControlError for one that is unknown, or given twice
 */
export function readQuery(
	search: string,
	known: readonly string[] = [],
): ReadonlyMap<string, string> {
	const query = new Map<string, string>();
	const wrong: InvalidPlace[] = [];
	for (const [parameter, value] of new URLSearchParams(search)) {
		if (!known.includes(parameter))
			wrong.push({
				parameter,
				detail: `is not known here: ${known.length > 0 ? `use ${known.join(", ")}` : "use none"}`,
			});
		else if (query.has(parameter))
			wrong.push({ parameter, detail: "may be given once" });
		query.set(parameter, value);
	}
	if (wrong.length > 0)
		throw new ControlError(400, "The query cannot be understood.", wrong);
	return query;
}

/** @throws ControlError where it is there and no whole number */
export function readWhole(
	query: ReadonlyMap<string, string>,
	parameter: string,
): number | undefined {
	const value = query.get(parameter);
	if (value === undefined) return undefined;
	if (/^[0-9]{1,15}$/.test(value)) return Number(value);
	throw new ControlError(400, "The query cannot be understood.", [
		{ parameter, detail: `must be a whole number, and is "${value}"` },
	]);
}
