import type { MeasuredRule, Trier } from "./create-trier.ts";
import { isSameRejection } from "./usual-rejection.ts";

/** Drops the rules whose rejection says the same as that of a body which violates none. Such a rejection proves nothing. */
export async function keepProven(
	{ build, create, tryRequest }: Pick<Trier, "build" | "create" | "tryRequest">,
	rules: readonly MeasuredRule[],
): Promise<readonly MeasuredRule[]> {
	if (rules.every(({ example }) => example.response.status < 400)) return rules;
	const unchanged = await tryRequest(build(create()));
	if (!unchanged || unchanged.isTaken) return rules;
	return rules.filter(({ example }) => !isSameRejection(example, unchanged));
}
