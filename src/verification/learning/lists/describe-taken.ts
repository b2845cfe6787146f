import { describeKind } from "../../../document/judgment/shape-values.ts";
import { mayBeWord } from "../values/record-values.ts";
import { listWords } from "../values/spellings.ts";

const MAX_OFFERED = 16;
/** The maximum number of words that are made in the style of known ones. */
const MAX_MADE = 20;
/** Words that some services take as booleans. */
const BOOLEANS: readonly string[] = ["yes", "no", "on", "off", "1", "0"];

type Takes = (value: unknown) => Promise<boolean>;

const show = (values: Iterable<unknown>): string =>
	Array.from(values, (each) => JSON.stringify(each)).join(", ");

/**
 * Describes the values that a condition takes which rejects most texts, and lists them if the service does.
 * @param alike returns words in the style of a known one, which are tried if the service lists none
 */
export async function describeTaken(
	takes: Takes,
	offered: readonly string[],
	[like, ...likes]: readonly unknown[],
	alike: (known: string) => readonly string[],
): Promise<{ readonly only: string; readonly words?: readonly string[] }> {
	const select = async <Each>(all: readonly Each[]): Promise<Each[]> => {
		const taken: Each[] = [];
		for (const each of new Set(all))
			if (each === like || (await takes(each))) taken.push(each);
		return taken;
	};
	if (typeof like === "boolean")
		return { only: show(await select([like, !like, ...BOOLEANS])) };
	const kind = describeKind({}, like);
	const isBit = (like === 0 || like === 1) && !(await takes(2));
	if (isBit) return { only: show(await select([0, 1])) };
	if (typeof like === "number" || kind === "a UUID") return { only: kind };
	const isOffered = offered.includes(`${like}`);
	const words = isOffered ? await select(offered.slice(0, MAX_OFFERED)) : [];
	if (words.length > 0) return { only: show(words), words };
	const shown = new Set([like, ...likes]);
	const made = new Set(
		[...shown]
			.filter((each) => mayBeWord(each) && listWords(each).length > 1)
			.flatMap((each) => alike(`${each}`).slice(0, MAX_MADE)),
	);
	const others = [...made]
		.slice(0, MAX_MADE)
		.filter((each) => !shown.has(each));
	for (const each of await select(others)) shown.add(each);
	return { only: `some values, such as ${show(shown)}` };
}
