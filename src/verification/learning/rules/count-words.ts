import { mayBeWord } from "../values/record-values.ts";
import type { MeasuredRule, Tried, Trier } from "./create-trier.ts";

const MAX_COUNTED = 12;
const CONFLICT = 409;

/** The words of an enumeration whose positions the service takes as well: 0 for the first word. */
export interface CountedWords {
	readonly words: readonly string[];
	/** Undefined if the service takes no number. */
	readonly rule: MeasuredRule | undefined;
}

/** Finds the words that the service shows for the numbers from 0, if it takes the position of a word in its place. */
export async function countWords(
	{ at, readEcho }: Pick<Trier, "at" | "readEcho">,
	name: string,
	tryNumber: (number: number) => Promise<Tried | undefined>,
): Promise<CountedWords> {
	const words = new Map<number, string>();
	let example: Tried | undefined;
	for (let number = 0; number < MAX_COUNTED; number++) {
		const tried = await tryNumber(number);
		const word = tried?.isTaken ? readEcho(tried)[name] : undefined;
		if (mayBeWord(word)) {
			words.set(number, word);
			example ??= tried;
			// The state of a record may not allow a word.
		} else if (tried?.response.status !== CONFLICT) break;
	}
	const taken = Array.from(
		words,
		([number, word]) => `${number} as ${JSON.stringify(word)}`,
	);
	return {
		words: [...words.values()],
		rule: example && {
			...{ at: [...at, name], expected: "rejects numbers", example },
			actual: `takes ${taken.join(", ")}`,
		},
	};
}
