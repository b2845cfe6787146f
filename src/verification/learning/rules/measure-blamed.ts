import type { MeasuredRule, Trier } from "./create-trier.ts";
import { readRejection } from "./measure-choices.ts";
import { KINDS } from "./try-kinds.ts";

/** Tells what the service says of each kind of value of a property that it rejects, whatever the value is. */
export async function measureBlamed(
	{ at, rules, tryValue }: Trier,
	name: string,
): Promise<void> {
	const kinds = new Map<string, string[]>();
	let example: MeasuredRule["example"] | undefined;
	for (const [kind, create] of KINDS) {
		const value = create();
		const tried = await tryValue(name, value);
		if (!tried || tried.response.status < 400) return;
		example ??= tried;
		const sent = typeof value === "string" && value !== "" ? [value] : [];
		const [why = ""] = readRejection(name, sent, tried);
		kinds.set(why, [...(kinds.get(why) ?? []), kind]);
	}
	if (!example || kinds.size < 2) return;
	const told = Array.from(kinds, ([why, of]) => `${of.join(", ")} (${why})`);
	rules.push({
		...{ at: [...at, name], expected: "any value", example },
		actual: `takes only values that are not known, and rejects ${told.join("; ")}`,
	});
}
