import { uniqueWord } from "../../../values/unique-word.ts";
import type { Condition } from "../../contract.ts";
import { isFormRejected, readTrial } from "../rejections/read-trial.ts";
import {
	areDifferent,
	ONE_NAMED,
	ONE_TYPE,
	saysSame,
} from "../rules/measure-problems.ts";
import type { Search } from "./condition-names.ts";
import { createInput, type Named, type Value } from "./list-inquiry.ts";

/** The maximum number of conditions of which an invalid value is tried. */
const MAX_TRIED = 4;

/** Finds whether the service names only one of two of these conditions, which it takes, with an invalid value. */
export async function measureBoth(
	{ inquiry: { isInQuery, send }, learnt, named, seen }: Search,
	conditions: readonly Condition[],
): Promise<void> {
	async function reject(...values: Value[]) {
		const example = await send(createInput(isInQuery, values));
		if (!example || !isFormRejected(example.response)) return undefined;
		const sent = values.map(([path, value]) => [path.join("."), value]);
		const body = Object.fromEntries(sent);
		const { text } = readTrial([], body, example.response);
		return { values, example, text, response: example.response };
	}
	const paths = conditions.flatMap(({ name, role }) => {
		const own = learnt.find((each) => each.name === name);
		const { path = [name], join }: Partial<Named> =
			own ?? named.get(role) ?? {};
		// A service reads a token only after it has checked all other values.
		const isToken = role === "cursor" && !own?.position;
		// The other conditions of an expression are beside it.
		return join === undefined && !isToken ? [path] : [];
	});
	/** Sends two conditions with a value that each of them rejects in another way. */
	async function tryBoth(value: unknown) {
		let one: Awaited<ReturnType<typeof reject>>;
		for (const path of paths.slice(0, MAX_TRIED)) {
			const other = await reject([path, value]);
			if (!one || !other || !areDifferent(one, other)) {
				one ??= other;
				continue;
			}
			const both = await reject(...one.values, ...other.values);
			const isOne = [one, other].some((each) => both && saysSame(each, both));
			return both && { isOne, example: both.example };
		}
		return undefined;
	}
	const ofWords = await tryBoth(uniqueWord());
	if (!ofWords?.isOne) return;
	// Ranges may be checked later than types, all together.
	const ofNumbers = await tryBoth(0);
	seen.push({
		...{ ...ONE_NAMED, example: ofWords.example },
		where: isInQuery ? "request query" : "request $",
		...(ofNumbers?.isOne === false && { actual: ONE_TYPE }),
	});
}
