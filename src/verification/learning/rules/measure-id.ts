import { describeRejection, isFormRejected } from "../rejections/read-trial.ts";
import type { Trier } from "./create-trier.ts";
import type { Sources } from "./measure-words.ts";

export const UUID: RegExp = /^[0-9a-f]{8}-[0-9a-f]{4}-/i;
const MIN_ID_LENGTH = 12;
const LARGE = 2_147_483_646;

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

/** Finds whether the value must be the id of a record. Returns whether the service takes such an id. */
export async function measureId(
	{ at, rules, tryValue }: Trier,
	name: string,
	like: unknown,
	taken: readonly string[],
	isRecord: Sources["isRecord"],
): Promise<boolean> {
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
	return same?.isTaken === true;
}
