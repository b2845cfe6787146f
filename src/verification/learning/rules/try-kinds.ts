import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import type { Tried, Trier } from "./create-trier.ts";
import { isConflict } from "./measure-limits.ts";

/** A kind that is tried only if the service returns the property as an object, and does not take every value in it. */
export const OBJECT_OF_TEXTS = "an object of texts";

/** The kind of a list of texts, which some services take for its only text. */
export const TEXTS = "an array of texts";

/** Comes before the object of an accepted body. */
export const SAME_OBJECT = "the object ";

/** The name in objects, which a service may reject. */
const NAME = "understudy";

/** Values of each kind, to find out which kinds a property accepts. */
export const KINDS: readonly (readonly [
	kind: string,
	create: () => unknown,
	/** The kind to which an empty value belongs. Some services take an empty value as if it was not sent. */
	whole?: string,
])[] = [
	// A longer text may be too long.
	["a text", () => `understudy${uniqueWord().slice(-12)}`],
	["an empty text", () => ""],
	["a number", () => 5],
	["a boolean", () => true],
	["1", () => 1],
	['"1"', () => "1"],
	["null", () => null],
	["an object", () => ({ [NAME]: 1 })],
	[OBJECT_OF_TEXTS, () => ({ understudy: "understudy" })],
	["an array", () => [1]],
	[TEXTS, () => ["understudy"]],
	["a number as a text", () => "5"],
	["a boolean as a text", () => "true"],
	["an array of texts as a text", () => '["understudy"]'],
	["an empty array", () => [], "an array"],
	["an empty object", () => ({}), "an object"],
	["0", () => 0, "a number"],
	["false", () => false, "a boolean"],
];

/** What a service makes of values of each kind. */
export interface Outcomes {
	/** The kinds that it takes. */
	readonly taken: string[];
	/** The kinds that it takes without returning them. */
	readonly dropped: string[];
	/** The kinds that come back as another value, with this value. */
	readonly changed: string[];
	/** The kinds that it rejects. */
	readonly others: string[];
	/** By kind, values that the response has changed or lacks. The empty kind has one that comes back as sent. */
	readonly values: Map<string, unknown>;
	/** The number of kinds that were sent. */
	sent: number;
	/** Whether the property always comes back as without it. */
	isIgnored: boolean;
	/** Whether it rejects the name in an object. */
	isNameRejected?: boolean;
	/** A value that comes back as sent. */
	kept?: Tried;
	/** One that comes back changed. */
	changing?: Tried;
	/** One that does not come back. */
	dropping?: Tried;
	/** One that is rejected. */
	rejecting?: Tried;
	/** The rejection of the empty text. */
	rejectingEmpty?: Tried;
}

/** Returns what the response has below the name of a property, the case of which a service may ignore. */
const readReturned = (
	{ readEcho }: Trier,
	tried: Tried,
	name: string,
): unknown =>
	Object.entries(readEcho(tried)).find(
		([each]) => each.toLowerCase() === name.toLowerCase(),
	)?.[1];

/** Sends a value of each kind. Returns undefined if the maximum number of requests is reached. */
export async function tryKinds(
	trier: Trier,
	name: string,
): Promise<Outcomes | undefined> {
	const { own, record, tryValue } = trier;
	const sent = own[name];
	const like = sent ?? record[name];
	const likeNumber = typeof like === "number" && like !== 5 ? like : undefined;
	const kinds = isObject(sent)
		? [...KINDS, [`${SAME_OBJECT}${JSON.stringify(sent)}`, () => sent] as const]
		: KINDS;
	const found: Outcomes = {
		...{ taken: [], dropped: [], changed: [], others: [] },
		...{ sent: 0, values: new Map() },
		isIgnored: sent === undefined,
	};
	const { taken, dropped, changed } = found;
	for (const [kind, createValue, whole = ""] of kinds) {
		const isOther = isObject(record[name]) || found.isNameRejected;
		const isMap = isOther && !taken.includes("an object");
		if (kind === OBJECT_OF_TEXTS && !isMap) continue;
		// What some services take for a boolean.
		const isFlag = taken.includes("a boolean") && !taken.includes("a number");
		if (kind === "1" && !isFlag) continue;
		if (kind === '"1"' && !(taken.includes("1") && !taken.includes("a text")))
			continue;
		const isNone = taken.includes("an empty text") && !taken.includes("a text");
		const isPart = taken.includes(whole);
		// An empty object may be dropped, although others are not.
		// It may take no other one, because it rejects the name in it.
		const isOfName = whole === "an object" && found.isNameRejected;
		if (whole && (isPart ? whole !== "an object" : !isNone && !isOfName))
			continue;
		const [inner = "", outer] = kind.split(" as ");
		// Only if it takes the kind itself, and not any text.
		if (outer && (taken.includes(outer) || !taken.includes(inner))) continue;
		let value = createValue();
		let tried = await tryValue(name, value);
		// The number may be too small or too large.
		if (tried?.isTaken === false && inner === "a number" && likeNumber) {
			value = outer ? `${likeNumber}` : likeNumber;
			tried = await tryValue(name, value);
		}
		if (!tried) return undefined;
		found.sent += 1;
		if (!tried.isTaken) {
			if (kind === "an object")
				found.isNameRejected = `${tried.response.body}`.includes(NAME);
			// A conflict is about the state of a record.
			if (tried.response.status < 500 && !isConflict(tried)) {
				found.rejecting ??= tried;
				found.others.push(kind);
			}
			if (value === "") found.rejectingEmpty = tried;
			continue;
		}
		const returned = readReturned(trier, tried, name);
		const isSame = isDeepStrictEqual(returned, value);
		if (!isPart) taken.push(kind);
		if (!isDeepStrictEqual(returned, record[name])) found.isIgnored = false;
		if (isSame) found.kept ??= tried;
		if (isSame || !outer) found.values.set(isSame ? "" : kind, value);
		if (isSame || outer) continue;
		if (returned === undefined) {
			dropped.push(kind);
			found.dropping ??= tried;
			continue;
		}
		changed.push(`${kind} as ${JSON.stringify(returned)}`);
		found.changing ??= tried;
	}
	return found;
}
