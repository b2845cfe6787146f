import { groupBy } from "../../values/group-by.ts";
import { isObject } from "../../values/json.ts";
import { listLeaves } from "../../values/list-all-values.ts";
import { formatList } from "../../values/plural.ts";
import type { ProviderExchange } from "../contract.ts";
import { isFormRejected } from "../learning/rejections/read-trial.ts";
import { listNames } from "../learning/rejections/repairs.ts";
import type { Difference } from "../report.ts";
import { NOT_DOCUMENTED } from "./additional-parts.ts";
import { isCode } from "./describe-parts.ts";
import { createExample } from "./difference-collection.ts";

/** A kind of rules may have several codes, such as those of a missing and of an empty text. */
const MAX_OF_KIND = 3;
const MAX_LENGTH = 60;
const MISSING = "a missing property";

/** What a request violates that shows a rule, by what the difference says. */
const KINDS: readonly (readonly [RegExp, kind: string])[] = [
	[/^at most \d+ characters/, "a text that is too long"],
	[/^at least \d+ characters/, "a text that is too short"],
	[/^at most \d+ items/, "too many items"],
	[/^at least \d+ items/, "too few items"],
	[/^at (most|least) -?[\d.]+$/, "a number outside of its range"],
	[/^only integers/, "a number that is no integer"],
	[/^only ids of records/, "the id of no record"],
	[
		/^only values like (?!(?:(?!, not ).)*(text|id of a))/,
		"a value of another type",
	],
	[/^only "/, "a text that is not one of the words"],
	[/^rejects unknown names/, "an unknown name"],
	[/^rejects white space only/, "white space only"],
	[
		/^rejects (a date|a space i|a time w|t and z|the (leap|offset))/,
		"a time in another form",
	],
];

/** A rejection, and the place in the request that it is about. */
type Rejected = Pick<Difference, "operation" | "where" | "example">;

/** Returns what the example of a difference violates; undefined if nothing, or more than one thing. */
function findKind({ where, expected, actual, example }: Difference) {
	const { status } = example.response;
	if (!where.startsWith("request ") || status < 400 || status >= 500)
		return undefined;
	if (expected === "any characters") return "other characters";
	return KINDS.find(([pattern]) => pattern.test(actual))?.[1];
}

const listSegments = (text: string): string[] => text.split(/[^\w-]+/);

interface Code extends Rejected {
	readonly code: string;
	readonly kind: string;
}

/** Lists the codes in a rejection: single words that do not say where in the request an error is. */
function listCodes(
	{ operation, where: place, example }: Rejected,
	kind: string,
	names: ReadonlySet<string>,
): Code[] {
	const { request, response } = example;
	const sent = `${request.path} ${JSON.stringify(request.body)}`;
	const [own] = listSegments(place).slice(-1);
	const leaves = isObject(response.body) ? listLeaves(response.body) : [];
	const codes = leaves.flatMap(({ where, value }) => {
		if (!isCode(value) || value.length > MAX_LENGTH) return [];
		const isPlace =
			sent.includes(value) ||
			listSegments(value).some((each) => names.has(each));
		if (isPlace || !/[a-z]/i.test(value)) return [];
		const steps = where
			.split(".")
			.map((step) =>
				step.replace(/^\w+/, (name) => (name === own ? "*" : name)),
			);
		return [
			{ ...{ operation, kind, example, code: value }, where: steps.join(".") },
		];
	});
	// Of several errors, not each may be of this kind.
	return codes.filter(({ where, code }) =>
		codes.every((each) => each.where !== where || each.code === code),
	);
}

/** Whether the texts at a place name kinds of errors. Ids do not, nor texts that only the operation or the status determines. */
function areCodes(codes: readonly Code[]): boolean {
	const count = (some: readonly Code[]): number =>
		new Set(some.map(({ code }) => code)).size;
	const ofStatus = groupBy(
		codes,
		({ operation, example }) => `${operation} ${example.response.status}`,
	);
	return (
		count(codes) < codes.length &&
		ofStatus.some((some) => count(some) > 1) &&
		groupBy(codes, ({ kind }) => kind).every(
			(some) => count(some) <= MAX_OF_KIND,
		)
	);
}

/**
 * Lists the codes by which the errors of a service tell which kind of rule a request violates.
 * @param differences those whose examples violate one rule
 * @param learnt the rejections of learning, of which those of empty objects show what the service requires
 */
export function listErrorKinds(
	differences: readonly Difference[],
	learnt: readonly ProviderExchange[],
	headerNames: readonly string[],
): Difference[] {
	const empty = learnt.flatMap((each): Rejected[] =>
		`${each.request.body}` === "{}" &&
		// The query may be wrong instead.
		!each.request.path.includes("?") &&
		isFormRejected(each.response)
			? [
					{
						...{ operation: each.target, where: "request $" },
						example: createExample(each, headerNames),
					},
				]
			: [],
	);
	const names = new Set(
		differences.flatMap(({ where, example }) => [
			...(where.startsWith("request ") ? listSegments(where) : []),
			...listNames(example.request.body),
		]),
	);
	const codes = [
		...empty.map((each) => [each, MISSING] as const),
		...differences.map((each) => [each, findKind(each)] as const),
	].flatMap(([each, kind]) =>
		kind === undefined ? [] : listCodes(each, kind, names),
	);
	return groupBy(codes, ({ where }) => where)
		.filter(areCodes)
		.flatMap((own) => {
			const [{ where }] = own;
			const known = groupBy(own, ({ code }) => code).map((each) => {
				const kinds = [...new Set(each.map(({ kind }) => kind))];
				return `${JSON.stringify(each[0].code)} for ${formatList(kinds)}`;
			});
			return groupBy(own, ({ operation }) => operation).map((each) => ({
				...{ operation: each[0].operation, example: each[0].example, where },
				...{ expected: NOT_DOCUMENTED, actual: known.join(", ") },
				...{ count: each.length, assumptions: [], explains: [] },
			}));
		});
}
