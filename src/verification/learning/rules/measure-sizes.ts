import { isDeepStrictEqual } from "node:util";
import { tryParseJson, valueAt, withValueAt } from "../../../values/json.ts";
import type { OutgoingRequest } from "../../contract.ts";
import { isAccepted, isFormRejected } from "../rejections/read-trial.ts";
import { findObject, type Place } from "../rejections/repairs.ts";
import {
	createTrier,
	type MeasuredRule,
	type Measurement,
	placeOf,
	type Trier,
} from "./create-trier.ts";
import { keepProven } from "./keep-proven.ts";
import { createLengthRule } from "./measure-kinds.ts";
import {
	findLargest,
	findLimit,
	isConflict,
	measureLength,
} from "./measure-limits.ts";
import { isSameRejection } from "./usual-rejection.ts";

const MAX_BYTES = 16_777_216;
const MAX_DEPTH = 1_000;
const MAX_ITEMS = 1_000;
const DEPTH = "x-max-depth";

const nest = (depth: number): unknown => (depth <= 0 ? 1 : [nest(depth - 1)]);

const readFirst = (items: unknown): unknown => [items].flat()[0];

/** What is counted, the keyword of its limit, and whether the document does not have it. */
type Counted = readonly [
	what: string,
	keyword: string,
	isUndocumented?: boolean,
];

/** Finds the largest accepted number, if it is another one than in the document. */
async function measureNumber(
	{ create, createBody, isDocumented, rules, limits, tryRequest }: Trier,
	place: Place,
	[what, keyword, isUndocumented = false]: Counted,
	limit: number,
	change: (create: () => unknown, number: number) => OutgoingRequest,
): Promise<void> {
	const most = await findLargest(
		...([1, limit] as const),
		(number) => isUndocumented || isDocumented(change(createBody, number)),
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
	const known = limits?.get(keyword);
	const isSame =
		known !== undefined &&
		(await passes(known)) &&
		(known === limit || !(await passes(known + 1)));
	const found = isSame
		? known === limit
			? undefined
			: known
		: await findLimit(1, most, limit, passes, () => rejecting);
	// Many parsers take as many levels.
	const isLimit = keyword === DEPTH && taking && !(await passes(limit + 1));
	if (isLimit) taking = undefined;
	const largest = isLimit ? limit : found;
	const example = taking ?? rejecting;
	if (isUnknown) return;
	const measured = taking ? limit : largest;
	if (place.length === 0 && measured !== undefined)
		limits?.set(keyword, measured);
	if (!example || (taking ? most === limit : largest === undefined)) return;
	rules.push({
		...{ at: place, example },
		expected:
			most === limit ? `any number of ${what}` : `at most ${most} ${what}`,
		keywords: { [keyword]: taking ? undefined : largest },
		actual: taking ? `also ${limit} ${what}` : `at most ${largest} ${what}`,
	});
}

/** Returns a text that no other number has. */
const createItem = (number: number): string =>
	`item${number.toString(16).replaceAll(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)))}`;

/** Returns the trier for texts within a property. */
const createInner = (
	trier: Trier,
	name: string,
	wrap: (text: unknown) => unknown,
): Trier => ({
	...{ ...trier, at: [...trier.at, name], own: {}, documented: [] },
	sentName: (each) => each,
	isAllowed: () => true,
	tryValue: (_, value) => trier.tryValue(name, wrap(value)),
});

/** Measures an object of texts that the document lacks: the maximum number of its properties, their names and their length. */
export async function measureMap(trier: Trier, name: string): Promise<void> {
	const place = [...trier.at, name];
	await measureNumber(
		...([trier, place, ["names", "maxProperties", true], MAX_ITEMS] as const),
		(create, count) => {
			const texts = Array.from({ length: count }, (_, index) => [
				...[createItem(index), "text"],
			]);
			const value = Object.fromEntries(texts);
			return trier.build(withValueAt(create(), place, value));
		},
	);
	const ofNames = (value: unknown) => ({ [`${value}`]: "text" });
	await measureLength(createInner(trier, name, ofNames), "{name}");
	const ofTexts = (value: unknown) => ({ understudy: value });
	await measureLength(createInner(trier, name, ofTexts), "*");
}

/** Measures an array of texts that the document lacks: the maximum number of its items, and their length. */
export async function measureTexts(trier: Trier, name: string): Promise<void> {
	const place = [...trier.at, name];
	await measureNumber(
		...([trier, place, ["items", "maxItems", true], MAX_ITEMS] as const),
		(create, count) => {
			const items = Array.from({ length: count }, (_, index) =>
				createItem(index),
			);
			return trier.build(withValueAt(create(), place, items));
		},
	);
	const ofItem = createInner(trier, name, (value) => [value]);
	await measureLength(ofItem, "*");
	const empty = await ofItem.tryValue("*", "");
	if (empty && !empty.isTaken && isFormRejected(empty.response))
		trier.rules.push(createLengthRule([...place, "*"], empty));
}

/** Finds the maximum number of items in an array. */
const countItems = (trier: Trier, name: string): Promise<void> =>
	measureNumber(
		trier,
		[...trier.at, trier.sentName(name)],
		["items", "maxItems"],
		MAX_ITEMS,
		(create, count) => {
			const body = create();
			const place = findObject(body, placeOf(trier.at)) ? trier.at : [];
			const within = Object(valueAt(body, ...place));
			const own = Object.hasOwn(within, name) ? name : trier.sentName(name);
			const isSame = isDeepStrictEqual(
				readFirst(within[own]),
				readFirst(Object(valueAt(create(), ...place))[own]),
			);
			// Each item may need a record of its own.
			const items = Array.from({ length: count }, () =>
				readFirst(
					isSame ? within[own] : Object(valueAt(create(), ...place))[own],
				),
			);
			return trier.build(withValueAt(body, [...place, own], items));
		},
	);

/** Measures the maximum number of items in an array. */
export async function measureItems(trier: Trier, name: string): Promise<void> {
	const { rules, build, tryRequest } = trier;
	const { length } = rules;
	await countItems(trier, name);
	const { at, example } = rules[length] ?? {};
	if (!at || !example || isAccepted(example.response)) return;
	// If two equal items are rejected in the same way, there were rather too few records for so many items.
	const body = tryParseJson(`${example.request.body}`);
	const item = readFirst(valueAt(body, ...at));
	const equal = await tryRequest(build(withValueAt(body, at, [item, item])));
	if (equal && isSameRejection(equal, example)) rules.pop();
}

/**
 * Measures the maximum depth and size of a body.
 * @param nested its objects, into which deep values are put if the body takes no unknown names
 */
export async function measureSize(
	trier: Trier,
	nested: readonly Trier[] = [],
): Promise<void> {
	for (const { at, documentedAt } of [trier, ...nested]) {
		function deepen(create: () => unknown, depth: number): OutgoingRequest {
			const place = create === trier.createBody ? documentedAt : at;
			const value = nest(depth - place.length - 1);
			return trier.build(
				withValueAt(create(), [...place, "understudy"], value),
			);
		}
		const flat = deepen(trier.create, at.length + 3);
		if (!(await trier.tryRequest(flat))?.isTaken) continue;
		const counted: Counted = ["levels", DEPTH];
		await measureNumber(trier, [], counted, MAX_DEPTH, deepen);
		break;
	}
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

/** Measures the maximum depth and size of the body of a search, which other trials have measured otherwise. */
export async function measureSearch(
	measurement: Measurement,
): Promise<readonly MeasuredRule[]> {
	const trier = await createTrier(measurement);
	if (!trier || trier.usual) return [];
	await measureSize(trier);
	return keepProven(trier, trier.rules);
}
