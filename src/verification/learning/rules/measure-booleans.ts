import { isSamePlace } from "../rejections/repairs.ts";
import type { MeasuredRule, Trier } from "./create-trier.ts";
import { ONLY } from "./measure-kinds.ts";

/** Words and numbers that some services take as booleans. */
export const BOOLEANS: readonly unknown[] = [
	...["yes", "no", "y", "n", "on", "off", "1", "0", "t", "f"],
	...["TRUE", "FALSE", "tRUE", 1, 0],
];

/** Finds the words and numbers that a boolean property takes, too. */
export async function measureBooleans(
	{ at, rules, tryValue, readEcho }: Trier,
	name: string,
	taken: readonly string[],
): Promise<void> {
	if (taken.includes("a text")) return;
	const isStrict = !taken.some((each) => /number|as a text/.test(each));
	if (isStrict && !(await tryValue(name, 1))?.isTaken) return;
	let example: MeasuredRule["example"] | undefined;
	const words: string[] = [];
	const found: string[] = [];
	for (const value of BOOLEANS) {
		const tried = await tryValue(name, value);
		if (!tried?.isTaken) continue;
		const echo = readEcho(tried)[name];
		const as = typeof echo === "boolean" ? ` as ${echo}` : "";
		words.push(JSON.stringify(value));
		found.push(`${JSON.stringify(value)}${as}`);
		example = tried;
	}
	if (!example) return;
	const place = [...at, name];
	const index = rules.findIndex(
		(each) => isSamePlace(each.at, place) && each.actual.startsWith(ONLY),
	);
	const kinds = rules[index];
	if (kinds)
		rules[index] = { ...kinds, actual: [kinds.actual, ...words].join(", ") };
	rules.push({
		...{ at: place, expected: "only true and false", example },
		actual: `also ${found.join(", ")}`,
	});
}
