import { isDeepStrictEqual } from "node:util";
import { withValueAt } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import type { OutgoingRequest } from "../../contract.ts";
import { isFormRejected } from "../rejections/read-trial.ts";
import { findObject, isSamePlace, type Place } from "../rejections/repairs.ts";
import type { MeasuredRule, Tried, Trier } from "./create-trier.ts";
import { addCharacters, measureCharacters } from "./measure-characters.ts";

const LONGEST = 2_000;
const MAX_BYTES = 4_194_304;
const MAX_DEPTH = 1_000;
const MAX_ITEMS = 1_000;

/** Returns the largest number that passes. Requires a smaller number that passes. */
async function findLargest(
	least: number,
	most: number,
	passes: (number: number) => boolean | Promise<boolean>,
): Promise<number> {
	let [low, high] = [least, most];
	if (await passes(high)) return high;
	while (low + 1 < high) {
		const middle = Math.floor((low + high) / 2);
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
): Promise<number | undefined> {
	const isLarger = documented < most && (await passes(documented + 1));
	const [low, high] = isLarger ? [documented + 1, most] : [least, documented];
	const largest = await findLargest(low, high, passes);
	return largest === high || largest === 1 ? undefined : largest;
}

const UNIQUE = 16;
/** Short texts. A service that takes the first one takes the second one, too. */
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

const nest = (depth: number): unknown => (depth <= 0 ? 1 : [nest(depth - 1)]);

/** Finds the maximum length of a property's text, and the unit in which the service measures it. */
export async function measureLength(trier: Trier, name: string): Promise<void> {
	const { at, documented, rules, sentName, tryValue } = trier;
	const isAllowed = (text: string): boolean => trier.isAllowed(name, text);
	const least = 24;
	const most = await findLargest(least, LONGEST, (length) =>
		isAllowed(createText(length)),
	);
	let rejecting: MeasuredRule["example"] | undefined;
	let isOver = false;
	async function takes(text: string): Promise<boolean> {
		const tried = await tryValue(sentName(name), text);
		if (!tried) isOver = true;
		if (tried && !tried.isTaken) rejecting = tried;
		return tried?.isTaken === true;
	}
	let create = createText;
	const passes = (length: number, letter?: string): Promise<boolean> =>
		takes(create(length, letter));
	const rejects = async (length: number): Promise<boolean> =>
		!(await takes(uniqueWord().slice(-length)));
	const mixed = addCharacters(uniqueWord());
	if (!isAllowed(mixed) || !(await takes(mixed))) {
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
		if ((await takesShort(createShort)) || !rejecting) break;
		// Another record may have the same text.
		if (rejecting.response.status === 409) continue;
		const example = rejecting;
		const place = [...at, sentName(name)];
		const isSaid = (each: MeasuredRule): boolean =>
			isSamePlace(each.at, place) && each.keywords?.pattern !== undefined;
		const ofWhole = rules.some(isSaid) ? undefined : { pattern: "\\S" };
		const keywords =
			what === "one character"
				? { minLength: 1 + (await findLargest(1, least, rejects)) }
				: ofWhole;
		rules.push({
			...{ at: place, example },
			...(keywords && { keywords }),
			...{ expected: `takes ${what}`, actual: `rejects ${what}` },
		});
	}
	const longest = await findLimit(least, most, LONGEST, passes);
	// Without the last responses, the number would be too small.
	if (longest === undefined || !rejecting || isOver) return;
	const example = rejecting;
	const isUnits =
		create === createText &&
		(await passes(least, "𝒳")) &&
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

const LARGEST = 2_147_483_647;

/** Finds the least and the largest number of a property that the document lacks, and whether it has to be an integer. */
export async function measureRange(
	{ at, own, rules, isAllowed, tryValue }: Trier,
	name: string,
): Promise<void> {
	const like = own[name];
	if (typeof like !== "number") return;
	let rejecting: MeasuredRule["example"] | undefined;
	/** Whether a response is lacking, or depends on the state of a record. */
	let isUnknown = false;
	async function passes(value: number): Promise<boolean> {
		const tried = await tryValue(name, value);
		if (!tried || isConflict(tried)) isUnknown = true;
		if (tried && isFormRejected(tried.response)) rejecting = tried;
		return tried?.isTaken === true;
	}
	function report(
		actual: string,
		keywords: NonNullable<MeasuredRule["keywords"]>,
	): void {
		if (rejecting && !isUnknown)
			rules.push({
				...{ at: [...at, name], expected: "any number", actual, keywords },
				example: rejecting,
			});
	}
	// Of an id, others are unknown to the service, and not too large.
	if (!(await passes(like + 1)) && !(await passes(like - 1))) return;
	if (isAllowed(name, -1) && !(await passes(-1))) {
		const least = await findLargest(-like, 0, (number) => passes(-number));
		report(`at least ${-least}`, { minimum: -least });
	}
	if (isAllowed(name, LARGEST) && !(await passes(LARGEST))) {
		const largest = await findLargest(like, LARGEST, passes);
		report(`at most ${largest}`, { maximum: largest });
	}
	if (isAllowed(name, like + 0.5) && !(await passes(like + 0.5)))
		report("only integers", { type: "integer" });
}

const readFirst = (items: unknown): unknown => [items].flat()[0];

const isConflict = ({ response }: Tried): boolean => response.status === 409;

/** Finds the largest accepted number, if it is another one than in the document. */
async function measureNumber(
	{ create, createBody, isDocumented, rules, tryRequest }: Trier,
	place: Place,
	[what, keyword]: readonly [what: string, keyword: string],
	limit: number,
	change: (create: () => unknown, number: number) => OutgoingRequest,
): Promise<void> {
	const most = await findLargest(1, limit, (number) =>
		isDocumented(change(createBody, number)),
	);
	let rejecting: MeasuredRule["example"] | undefined;
	let taking: MeasuredRule["example"] | undefined;
	let isUnknown = false;
	const passes = async (number: number): Promise<boolean> => {
		const tryOnce = () => tryRequest(change(create, number));
		let tried = await tryOnce();
		// The next body may name records whose state allows the request.
		if (tried && isConflict(tried)) tried = await tryOnce();
		if (!tried || isConflict(tried)) isUnknown = true;
		if (tried && !tried.isTaken) rejecting = tried;
		if (tried?.isTaken && number === limit) taking = tried;
		return tried?.isTaken === true;
	};
	const largest = await findLimit(1, most, limit, passes);
	const example = taking ?? rejecting;
	if (isUnknown) return;
	if (!example || (taking ? most === limit : largest === undefined)) return;
	rules.push({
		...{ at: place, example, expected: `at most ${most} ${what}` },
		keywords: { [keyword]: taking ? undefined : largest },
		actual: taking ? `also ${limit} ${what}` : `at most ${largest} ${what}`,
	});
}

/** Measures the maximum number of items in an array. */
export const measureItems = (trier: Trier, name: string): Promise<void> =>
	measureNumber(
		trier,
		[...trier.at, trier.sentName(name)],
		["items", "maxItems"],
		MAX_ITEMS,
		(create, count) => {
			const body = create();
			const place = findObject(body, trier.at) ? trier.at : [];
			const within = Object(findObject(body, place));
			const own = Object.hasOwn(within, name) ? name : trier.sentName(name);
			const isSame = isDeepStrictEqual(
				readFirst(within[own]),
				readFirst(Object(findObject(create(), place))[own]),
			);
			// Each item may need a record of its own.
			const items = Array.from({ length: count }, () =>
				readFirst(
					isSame ? within[own] : Object(findObject(create(), place))[own],
				),
			);
			return trier.build(withValueAt(body, [...place, own], items));
		},
	);

/** Measures the maximum depth and size of a body. */
export async function measureSize(trier: Trier): Promise<void> {
	await measureNumber(
		trier,
		[],
		["levels", "x-max-depth"],
		MAX_DEPTH,
		(create, depth) =>
			trier.build({ ...Object(create()), understudy: nest(depth - 1) }),
	);
	await measureNumber(
		trier,
		[],
		["bytes", "x-max-bytes"],
		MAX_BYTES,
		(create, size) => {
			const request = trier.build(create());
			return { ...request, body: `${request.body}`.padEnd(size) };
		},
	);
}
