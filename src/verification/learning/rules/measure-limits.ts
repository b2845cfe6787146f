import { uniqueWord } from "../../../values/unique-word.ts";
import { isSamePlace } from "../rejections/repairs.ts";
import type { MeasuredRule, Tried, Trier } from "./create-trier.ts";
import { addCharacters, measureCharacters } from "./measure-characters.ts";

const LONGEST = 2_100;
/** What comes back of a text between spaces. */
export const TRIMMED = "without the white space around it";

/** Limits that many services have, in ascending order. */
const USUAL: readonly number[] = [
	...[
		-1, 5, 8, 10, 16, 20, 24, 25, 30, 32, 40, 50, 60, 63, 64, 70, 80, 100, 120,
	],
	...[128, 140, 150, 160, 200, 250, 255, 256, 280, 300, 320, 400, 500, 512],
	...[999, 1_000, 1_024, 1_440, 2_000, 3_600, 9_999, 10_000, 32_767, 65_535],
	...[65_536, 86_400, 99_999, 100_000, 102_400, 262_144, 524_288, 999_999],
	...[1_000_000, 1_048_576, 2_097_152, 2_621_440, 4_000_000, 4_194_304],
	...[5_242_880, 8_388_608, 10_000_000, 10_485_760, 100_000_000],
	...[999_999_999, 1_000_000_000, 2_147_483_647, 4_294_967_295],
	...[10_000_000_000, 100_000_000_000, 1_000_000_000_000],
];

/** The last rejection of a number, which may name the limit. */
type Rejecting = () => Pick<MeasuredRule["example"], "response"> | undefined;

/** The maximum number of digits of a limit that a rejection names. */
const MAX_DIGITS = 15;

/** Lists the numbers in a rejection, and those beside them. */
function listNamed(rejecting: Rejecting): number[] {
	const text = `${rejecting()?.response.body ?? ""}`;
	const named = (text.match(/(?<![\w.-])\d+(?![\w-])/g) ?? [])
		.filter((each) => each.length <= MAX_DIGITS)
		.map(Number);
	return [...named, ...named.map((each) => -each)].flatMap((each) => [
		...[each, each + 1, each - 1],
	]);
}

/** Returns a number between two others: one that shows whether a named or a usual limit holds, if there is one. */
function chooseBetween(
	low: number,
	high: number,
	named: readonly number[],
): number {
	const isBetween = (each: number): boolean => each > low && each < high;
	const usual = USUAL.flatMap((each) => [each, each + 1]).filter(isBetween);
	return (
		named.find(isBetween) ??
		usual[usual.length >> 1] ??
		Math.floor((low + high) / 2)
	);
}

/** The maximum number of requests with numbers that a rejection names. */
const MAX_NAMED = 4;

/** Returns the largest number that passes. Requires a smaller number that passes. */
export async function findLargest(
	least: number,
	most: number,
	passes: (number: number) => boolean | Promise<boolean>,
	rejecting: Rejecting = () => undefined,
): Promise<number> {
	let [low, high] = [least, most];
	if (await passes(high)) return high;
	for (let count = 0; low + 1 < high; count++) {
		const named = count < MAX_NAMED ? listNamed(rejecting) : [];
		const middle = chooseBetween(low, high, named);
		if (await passes(middle)) low = middle;
		else high = middle;
	}
	return low;
}

/** Returns the largest number that passes, which may be larger than the documented one. */
export async function findLimit(
	least: number,
	documented: number,
	most: number,
	passes: (number: number) => Promise<boolean>,
	rejecting?: Rejecting,
): Promise<number | undefined> {
	const isLarger = documented < most && (await passes(documented + 1));
	const [low, high] = isLarger ? [documented + 1, most] : [least, documented];
	const largest = await findLargest(low, high, passes, rejecting);
	return largest === high || largest === 1 ? undefined : largest;
}

const UNIQUE = 16;
/** Short texts. */
const SHORT: readonly (readonly [
	what: string,
	create: (number: number) => string,
])[] = [
	["white space only", (number) => " ".repeat(3 + (number % 20))],
	[
		"one character",
		(number) => "abcdefghijklmnopqrstuvwxyz".charAt(number % 26),
	],
];
/** So many short texts are tried, because another record may have one of them. */
const MAX_SHORT = 3;

/** Returns a new text with this number of code points. */
const createText = (length: number, letter = "a"): string =>
	`${letter.repeat(length - UNIQUE)}${uniqueWord().slice(-UNIQUE)}`;

/** Finds the maximum length of a property's text, and the unit in which the service measures it. */
export async function measureLength(trier: Trier, name: string): Promise<void> {
	const { at, documented, rules, readEcho, sentName, tryValue } = trier;
	const isAllowed = (text: string): boolean => trier.isAllowed(name, text);
	const least = 24;
	const most = await findLargest(least, LONGEST, (length) =>
		isAllowed(createText(length)),
	);
	let rejecting: MeasuredRule["example"] | undefined;
	let isOver = false;
	async function tryText(text: string): Promise<Tried | undefined> {
		const tried = await tryValue(sentName(name), text);
		if (!tried) isOver = true;
		if (tried && !tried.isTaken) rejecting = tried;
		return tried?.isTaken ? tried : undefined;
	}
	const takes = async (text: string): Promise<boolean> =>
		(await tryText(text)) !== undefined;
	let create = createText;
	const passes = (length: number, letter?: string): Promise<boolean> =>
		takes(create(length, letter));
	const rejects = async (length: number): Promise<boolean> =>
		!(await takes(uniqueWord().slice(-length)));
	// A longer text may be rejected for its length.
	const mixed = ` ${addCharacters(uniqueWord().slice(-4))} `;
	const spaced = isAllowed(mixed) ? await tryText(mixed) : undefined;
	if (spaced && readEcho(spaced)[sentName(name)] === mixed.trim())
		rules.push({
			...{ at: [...at, sentName(name)], example: spaced },
			...{ actual: TRIMMED, sent: new Map([[TRIMMED, mixed]]) },
			expected: "comes back as sent",
		});
	if (!spaced) {
		if (await passes(least)) await measureCharacters(trier, name, isAllowed);
		else {
			// A longer text of the same form may be taken, such as a URL.
			const like = `${trier.own[sentName(name)] ?? ""}`;
			create = (length) => like.padEnd(length, "a");
			if (like === "" || !(await passes(like.length + least))) return;
		}
	}
	async function takesShort(createShort: (number: number) => string) {
		const start = Math.floor(Math.random() * 1e6);
		for (let number = start; number < start + MAX_SHORT; number++)
			if (await takes(createShort(number))) return true;
		return false;
	}
	for (const [what, createShort] of create === createText ? SHORT : []) {
		if (!isAllowed(createShort(0))) continue;
		if (await takesShort(createShort)) continue;
		if (!rejecting) break;
		// Another record may have the same text.
		if (rejecting.response.status === 409) continue;
		const example = rejecting;
		const place = [...at, sentName(name)];
		const isSaid = (each: MeasuredRule): boolean =>
			isSamePlace(each.at, place) && each.keywords?.pattern !== undefined;
		const ofWhole = rules.some(isSaid) ? undefined : { pattern: "\\S" };
		const isOfLength = what === "one character";
		const minLength = isOfLength
			? 1 + (await findLargest(1, least, rejects, () => rejecting))
			: 0;
		const keywords = isOfLength ? { minLength } : ofWhole;
		const rejected =
			minLength > 2 ? `fewer than ${minLength} characters` : what;
		rules.push({
			...{ at: place, example },
			...(keywords && { keywords }),
			...{ expected: `takes ${what}`, actual: `rejects ${rejected}` },
		});
	}
	const longest = await findLimit(
		...([least, most, LONGEST, passes] as const),
		() => rejecting,
	);
	// Without the last responses, the number would be too small.
	if (longest === undefined || !rejecting || isOver) return;
	const example = rejecting;
	const isUnits =
		create === createText &&
		(await passes(Math.min(least, (longest + UNIQUE) >> 1), "𝒳")) &&
		!(await passes(longest, "𝒳"));
	rules.push({
		...{ at: [...at, sentName(name)], example },
		keywords: { maxLength: longest },
		expected: documented.includes(name)
			? `at most ${most} characters`
			: "any text",
		actual: `at most ${longest} ${isUnits ? "UTF-16 code units" : "characters"}`,
	});
}

export const isConflict = ({ response }: Tried): boolean =>
	response.status === 409;
