import { isObject, tryParseJson } from "../../values/json.ts";
import type { Contract } from "../contract.ts";
import type { ComparedObservation } from "../observed.ts";
import type { Difference } from "../report.ts";
import { createExample, SUCH_AS } from "./difference-collection.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?Z$/;

/** Describes the precision of a time; undefined for other values. */
function describePrecision(value: unknown): string | undefined {
	const found = typeof value === "string" ? TIME.exec(value) : null;
	const [, { length = 0 } = ""] = found ?? [];
	if (!found) return undefined;
	return `a time with ${length === 0 ? "no" : length} digits after the seconds`;
}

interface Time {
	readonly where: string;
	readonly expected: string;
	readonly actual: string;
	readonly value: string;
	readonly example: ComparedObservation;
}

/** Lists the times in a value, and in an example of the same form. */
function listTimes(
	like: unknown,
	value: unknown,
	where: string,
): Omit<Time, "example">[] {
	if (Array.isArray(like) && Array.isArray(value))
		return value.flatMap((each) => listTimes(like[0], each, `${where}[*]`));
	if (isObject(like) && isObject(value))
		return Object.entries(like).flatMap(([name, each]) =>
			listTimes(each, value[name], `${where}.${name}`),
		);
	const expected = describePrecision(like);
	const actual = describePrecision(value);
	return expected === undefined || actual === undefined
		? []
		: [{ where, expected, actual, value: `${value}` }];
}

/** Tells once that all times of a service have another precision than those in the examples of the document. */
export function listTimeForms(
	{ documented }: Contract,
	compared: readonly ComparedObservation[],
	headerNames: readonly string[],
): Difference[] {
	const times = compared.flatMap((example): Time[] => {
		const { target, status, response, documentedForm } = example;
		if (status >= 300 || response.status >= 300) return [];
		const body = documentedForm?.body ?? `${response.body}`;
		const like = documented.findResponse(target, status)?.example;
		return listTimes(like, tryParseJson(body), "$").map((each) => ({
			...{ ...each, example },
		}));
	});
	const [first] = times;
	if (!first || times.some(({ expected, actual }) => expected === actual))
		return [];
	const { example, where, expected, actual, value } = first;
	return [
		{
			...{ operation: example.operation, where, expected },
			actual: `${actual}${SUCH_AS}${JSON.stringify(value)}`,
			...{ count: times.length, assumptions: [], explains: [] },
			example: createExample(example, headerNames),
		},
	];
}
