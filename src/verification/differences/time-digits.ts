import type { Contract } from "../contract.ts";
import type { ComparedObservation } from "../observed.ts";
import { type Shown, tellOperations } from "./difference-collection.ts";

const TIME =
	/"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.(\d+))?(?:[Zz]|[+-]\d\d:?\d\d)?"/g;
/** So many times show whether a service leaves out zeros at the end, because each tenth time ends with one. */
const MIN_TIMES = 40;

/** So many times without any other digit are cut to whole seconds. */
const MIN_CUT = 5;

/** Returns the digits after the seconds of the times in a text, by time, without times that a request had. */
const listDigits = (
	text: string,
	sent = "",
): [time: string, digits: string][] =>
	[...text.matchAll(TIME)].flatMap(([time, digits = ""]) =>
		sent.includes(time) ? [] : [[time, digits]],
	);

/** Returns the numbers of digits. */
const countDigits = (times: ReadonlyMap<string, string>): Set<number> =>
	new Set(Array.from(times.values(), ({ length }) => length));

function describeDigits(times: ReadonlyMap<string, string>): string {
	const numbers = countDigits(times);
	const [least, ...others] = [...numbers].sort((a, b) => a - b);
	const most = others.at(-1) ?? least;
	if (most === 0) return "times without fractions of seconds";
	const shown = least === 0 ? others : [least, ...others];
	const all = [...times.values()].filter((each) => each !== "");
	const isEnding = all.some((each) => each.endsWith("0"));
	if (!isEnding && shown.length > 1 && times.size >= MIN_TIMES)
		return `times with up to ${most} digits after the seconds, without zeros at the end`;
	const isKnown = times.size >= MIN_TIMES || isEnding;
	const isCut = all.length >= MIN_CUT && all.every((each) => /^0+$/.test(each));
	const listed = isKnown ? shown.join(" or ") : `up to ${most}`;
	return `times with ${listed} digits after the seconds${least === 0 ? ", or none" : ""}${isCut ? ", all of them 0 (whole seconds)" : ""}`;
}

/** Tells how many digits times have after the seconds, if the examples of the document have other numbers. */
export function listTimeDigits(
	{ documented }: Pick<Contract, "documented">,
	compared: readonly ComparedObservation[],
): Shown[] {
	const seen = compared
		.filter(({ response: { status } }) => status < 300)
		.map((example) => {
			const { target, status, request, response } = example;
			const known = documented.findResponse(target, status)?.example;
			return {
				example,
				documented: listDigits(JSON.stringify(known) ?? ""),
				digits: listDigits(`${response.body}`, `${request.body ?? ""}`),
			};
		});
	const examples = new Map(seen.flatMap((each) => each.documented));
	const expected = countDigits(examples);
	const isOther = seen.some(({ digits }) =>
		digits.some(([, { length }]) => !expected.has(length)),
	);
	if (!isOther || expected.size === 0) return [];
	return tellOperations(
		seen
			.filter(({ digits }) => digits.length > 0)
			.map(({ example }) => example),
		{
			where: "$",
			expected: `times with ${[...expected].join(" or ")} digits after the seconds`,
			actual: describeDigits(new Map(seen.flatMap(({ digits }) => digits))),
		},
	);
}
