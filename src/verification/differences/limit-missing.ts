import { groupBy } from "../../values/group-by.ts";
import { isObject, tryParseJson } from "../../values/json.ts";
import type { ProviderResponse } from "../contract.ts";
import { describeRejection } from "../learning/rejections/describe-rejection.ts";
import type { Difference } from "../report.ts";

/** An error of an operation, or of a path or method without one. */
interface Rejection {
	readonly operation: string;
	readonly target?: string;
	readonly response: ProviderResponse;
}

/** Tells that a page lacks its list, if other pages have the list by another name, and not that it is another object. */
export const limitPages = (differences: readonly Difference[]): Difference[] =>
	differences.map((each) => {
		const { response } = each.example;
		const isObjectOf = [each.expected, each.actual].every((one) =>
			one.startsWith("an object with "),
		);
		if (each.where !== "$" || !isObjectOf || response.status >= 300)
			return each;
		const list = differences.find(
			({ operation, where, expected, actual, example }) =>
				operation === each.operation &&
				where === `$.${expected}` &&
				Array.isArray(Object(example.response.body)[actual]) &&
				!Object.hasOwn(Object(response.body), actual),
		);
		if (!list) return each;
		const actual = "missing on a page without records";
		return { ...each, where: list.where, expected: list.expected, actual };
	});

/** The maximum number of different texts that are told of one status. */
const MAX_SAID = 3;

/**
 * Says which errors of an operation lack a property, if others have it.
 * @param rejections all errors that were seen, and other responses
 * @param mayLack whether the document has errors of this status without the property
 */
export function limitMissing(
	differences: readonly Difference[],
	rejections: readonly Rejection[],
	mayLack: (target: string, status: number, name: string) => boolean = () =>
		false,
): Difference[] {
	const errors = rejections.flatMap((each) => {
		const body = tryParseJson(`${each.response.body}`);
		const isError = each.response.status >= 400 && isObject(body);
		return isError ? [{ ...each, body }] : [];
	});
	return differences.map((each) => {
		const [, name] = /^\$\.(\w+)$/.exec(each.where) ?? [];
		const isOfError = Number(each.example.response?.status) >= 400;
		if (name === undefined || each.actual !== "missing" || !isOfError)
			return each;
		const own = errors.filter(({ operation }) => operation === each.operation);
		const isHaving = ({ body }: (typeof own)[number]): boolean =>
			Object.hasOwn(body, name);
		const lacking = own.filter(
			(one) =>
				!isHaving(one) &&
				!mayLack(one.target ?? one.operation, one.response.status, name),
		);
		const statuses = groupBy(lacking, ({ response }) => `${response.status}`);
		const only = statuses.flatMap((some) => {
			const [{ response }] = some;
			const { status } = response;
			const others = own.filter(
				(one) => one.response.status === status && isHaving(one),
			);
			if (others.length === 0) return `${status}`;
			const said = new Set(some.map((one) => describeRejection(one)));
			const isOther = others.every((one) => !said.has(describeRejection(one)));
			return isOther && said.size <= MAX_SAID ? [...said] : [];
		});
		return own.some(isHaving) && only.length > 0
			? { ...each, actual: `missing with ${only.sort().join(", ")}` }
			: each;
	});
}
