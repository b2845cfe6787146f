import type { Contract } from "../contract.ts";
import type { ComparedObservation } from "../observed.ts";
import type { Difference } from "../report.ts";
import { createExample } from "./difference-collection.ts";

const TIME =
	/"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.(\d+))?(?:[Zz]|[+-]\d\d:?\d\d)?"/g;
/** A service with more different numbers of digits leaves out zeros at the end. */
const MAX_NUMBERS = 4;

/** Lists the numbers of digits after the seconds of the times in a text, without times that a request had. */
const listDigits = (text: string, sent = ""): number[] =>
	[...text.matchAll(TIME)]
		.filter(([time]) => !sent.includes(time))
		.map(([, digits = ""]) => digits.length);

function describeDigits(numbers: ReadonlySet<number>): string {
	const [least, ...others] = [...numbers].sort((a, b) => a - b);
	const most = others.at(-1) ?? least;
	if (most === 0) return "times without fractions of seconds";
	const shown = least === 0 ? others : [least, ...others];
	const listed =
		numbers.size > MAX_NUMBERS ? `up to ${most}` : shown.join(" or ");
	return `times with ${listed} digits after the seconds${least === 0 ? ", or none" : ""}`;
}

/** Tells how many digits times have after the seconds, if the examples of the document have other numbers. */
export function listTimeDigits(
	{ documented }: Pick<Contract, "documented">,
	compared: readonly ComparedObservation[],
	headerNames: readonly string[],
): Difference[] {
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
	const expected = new Set(seen.flatMap((each) => each.documented));
	const other = seen.find(({ digits }) =>
		digits.some((each) => !expected.has(each)),
	);
	if (!other || expected.size === 0) return [];
	const { example } = other;
	return [
		{
			...{ operation: example.operation, where: "$" },
			expected: describeDigits(expected),
			actual: describeDigits(new Set(seen.flatMap(({ digits }) => digits))),
			...{ count: seen.filter(({ digits }) => digits.length > 0).length },
			...{ assumptions: [], explains: [] },
			example: createExample(example, headerNames),
		},
	];
}
