import { describeRejection, isFormRejected } from "../rejections/read-trial.ts";
import type { Tried, Trier } from "./create-trier.ts";
import type { Sources } from "./measure-words.ts";

/** What comes before the rest of an id. */
export const PREFIX: RegExp = /^[a-z]{2,}[_-](?=\w{8})/;
export const UUID: RegExp = /^[0-9a-f]{8}-[0-9a-f]{4}-/i;
const MIN_ID_LENGTH = 12;
const LARGE = 2_147_483_646;
/** The position of the version in a UUID. */
const VERSION = 14;

/** Returns an id of the same form that no record has; undefined if the property probably has no id. */
function createOtherId(
	name: string,
	like: unknown,
	taken: readonly string[],
	isRecord: Sources["isRecord"],
): unknown {
	const isNumber = typeof like === "number" || taken.includes("a number");
	const isNamed = /id$/i.test(name) || isRecord(like, name);
	if (isNamed && isNumber && !taken.includes("a text")) return LARGE;
	const isId =
		typeof like === "string" &&
		(UUID.test(like) || (like.length >= MIN_ID_LENGTH && /\d/.test(like)));
	if (!isId) return undefined;
	const end = like
		.slice(-MIN_ID_LENGTH)
		.replaceAll(/\d/g, (digit) => `${(Number(digit) + 1) % 10}`);
	return like.slice(0, -MIN_ID_LENGTH) + end;
}

/** Finds which spellings of the id of a record the service takes, and which ids it rejects in another way than unknown ones. */
async function measureSpellings(
	{ at, rules, readEcho, tryValue }: Trier,
	name: string,
	like: unknown,
	unknown: Tried,
): Promise<void> {
	const place = [...at, name];
	const tell = (expected: string, actual: string, example: Tried): void =>
		void rules.push({ at: place, expected, actual, example });
	/** Tells how the service rejects what only has another form than ids. */
	async function reject(value: unknown, actual: string): Promise<void> {
		const tried = await tryValue(name, value);
		if (!tried || tried.isTaken || !isFormRejected(tried.response)) return;
		if (tried.response.status !== unknown.response.status)
			tell("any value", actual, tried);
	}
	if (typeof like === "number") await reject(0, "at least 1");
	if (typeof like !== "string" || !UUID.test(like)) return;
	const upper = await tryValue(name, like.toUpperCase());
	if (upper?.isTaken) {
		tell("regards the case of letters", "ignores the case of letters", upper);
		if (readEcho(upper)[name] === like)
			tell("comes back as sent", "in lower case", upper);
	}
	const short = await tryValue(name, like.replaceAll("-", ""));
	if (short?.isTaken)
		tell("only a UUID with hyphens", "also without hyphens", short);
	const version = like.charAt(VERSION);
	await reject(
		`${like.slice(0, VERSION)}${version === "1" ? "4" : "1"}${like.slice(VERSION + 1)}`,
		`only UUIDs of version ${version}`,
	);
}

/** Finds whether the value must be the id of a record. Returns whether the service takes such an id. */
export async function measureId(
	trier: Trier,
	name: string,
	like: unknown,
	taken: readonly string[],
	isRecord: Sources["isRecord"],
): Promise<boolean> {
	const { at, rules, tryValue } = trier;
	const other = createOtherId(name, like, taken, isRecord);
	const tried = other === undefined ? undefined : await tryValue(name, other);
	if (!tried || tried.isTaken || !isFormRejected(tried.response)) return false;
	const same = await tryValue(name, like);
	// The service rejects the property, whatever its value is.
	if (same?.response.status === tried.response.status) return false;
	rules.push({
		...{ at: [...at, name], example: tried, expected: "any value" },
		actual: `only ids of records, others are rejected with ${describeRejection(tried.response)}`,
	});
	if (same?.isTaken) await measureSpellings(trier, name, like, tried);
	return same?.isTaken === true;
}
