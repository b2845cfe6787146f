import { groupBy } from "../../values/group-by.ts";
import type { Texts } from "../../values/json.ts";
import type { Contract, ProviderExchange } from "../contract.ts";
import { isFormRejected } from "../learning/rejections/read-trial.ts";
import { listNames } from "../learning/rejections/repairs.ts";
import type { ComparedObservation } from "../observed.ts";
import type { Difference } from "../report.ts";
import { describeTexts } from "./describe-error-texts.ts";
import { createExample, type Shown } from "./difference-collection.ts";
import {
	keyOfRejected,
	type Rejected,
	readRejection,
} from "./read-error-texts.ts";
import { listCauses } from "./rejection-causes.ts";
import { isOfRequest } from "./rejection-forms.ts";

/** What the document expects where the texts of errors differ. */
export const OTHER_TEXTS = "the texts of the document";

const MISSING = "a missing property";
/** Stands for the kind of a request that violates nothing. */
const VALID = "";
const IN_QUERY = " in the query";
/** What a request violates that the service rejects with these statuses. */
const REASONS: Texts = {
	...{ 401: "missing or wrong credentials", 409: "a conflict" },
};

/** What a request violates that shows a rule, by what the difference, or the document, says. */
const KINDS: readonly (readonly [RegExp, kind: string])[] = [
	[/^at most \d+ (characters?|UTF-)/, "a text that is too long"],
	[/^at least \d+ characters?(?!.* at most)/, "a text that is too short"],
	[/^at most \d+ items?/, "too many items"],
	[/^at least \d+ items?/, "too few items"],
	[/^at (most|least) -?[\d.]+$/, "a number outside of its range"],
	[/^only integers/, "a number that is no integer"],
	[/^only ids of records/, "the id of no record"],
	[
		/^(only values like (?!(?:(?!, not ).)*(text|id of a))|an? |true or)/,
		"a value of another type",
	],
	[/^(only "|one of )/, "a text that is not one of the words"],
	[/^rejects unknown names/, "an unknown name"],
	[/^rejects white space only/, "white space only"],
	[
		/^rejects (a date|a space i|a time w|t and z|the (leap|offset))/,
		"a time in another form",
	],
];

const findRule = (text: string): string | undefined =>
	KINDS.find(([pattern]) => pattern.test(text))?.[1];

/** Returns what the example of a difference violates; undefined if nothing, or more than one thing. */
function findKind({ where, expected, actual, example }: Difference) {
	const { status } = example.response;
	if (!where.startsWith("request ") || status < 400 || status >= 500)
		return undefined;
	const rule =
		expected === "any characters" ? "other characters" : findRule(actual);
	return rule && `${rule}${where.startsWith("request query") ? IN_QUERY : ""}`;
}

/** Returns what a request of a check violates; undefined if this may be several things. */
function findDocumentedKind(
	{ expectStatus }: Contract["documented"],
	{ cause = "", target, request }: ReturnType<typeof listCauses>[number],
): string | undefined {
	if (!/ in the (body|query)$/.test(cause)) return cause || undefined;
	const { violation } = expectStatus(target, request);
	const places = violation && "places" in violation ? violation.places : [];
	const [rule, ...others] = new Set(
		places.map(({ detail }) =>
			findRule(detail.replace(/^must (be|have) /, "")),
		),
	);
	if (rule === undefined || others.length > 0) return undefined;
	return cause.endsWith(IN_QUERY) ? `${rule}${IN_QUERY}` : rule;
}

/**
 * Tells what the errors of a service say, by the kind of rule that a request violates.
 * @param differences those whose examples violate one rule
 * @param learnt the rejections of learning, of which those of empty objects show what the service requires
 * @param compared the exchanges of checks
 */
export function listErrorKinds(
	documented: Contract["documented"],
	differences: readonly Difference[],
	learnt: readonly ProviderExchange[],
	compared: readonly ComparedObservation[],
	headerNames: readonly string[],
): Difference[] {
	const create = (
		kind: string | undefined,
		operation: string,
		each: Shown["example"],
	) => ({ kind, operation, example: createExample(each, headerNames) });
	const ofLearning = learnt.map((each) => {
		const { request, response, target } = each;
		const isEmpty =
			`${request.body}` === "{}" &&
			// The query may be wrong instead.
			!request.path.includes("?") &&
			isFormRejected(response);
		const kind = isEmpty ? MISSING : undefined;
		return create(REASONS[response.status] ?? kind, target, each);
	});
	const ofChecks = listCauses(documented, compared)
		.filter(isOfRequest)
		.map((each) =>
			create(findDocumentedKind(documented, each), each.operation, each),
		);
	const ofValid = compared
		.filter((each) => each.status < 400 && isOfRequest(each))
		.map((each) => create(VALID, each.operation, each));
	const ofRules = differences.map((each) => ({
		...each,
		kind: findKind(each),
	}));
	const seen = [...ofLearning, ...ofRules, ...ofChecks, ...ofValid];
	const names = new Set(
		seen
			.flatMap(({ example: { request } }) => [
				...listNames(request.body),
				...new URLSearchParams(request.path.split("?")[1]).keys(),
			])
			.map((each) => each.toLowerCase()),
	);
	const read = seen.flatMap(({ kind, operation, example }): Rejected[] =>
		// A longer body is cut.
		kind === undefined || `${example.response.body}`.startsWith("{")
			? []
			: [{ kind, operation, example, said: readRejection(example, names) }],
	);
	const keyOf = (each: Rejected): string => keyOfRejected(each, names);
	const valid = new Set(
		read.flatMap((each) => (each.kind === VALID ? keyOf(each) : [])),
	);
	const examples = new Set(ofChecks.map(({ example }) => example));
	const all = read.filter(
		(each) =>
			each.kind !== VALID &&
			// The service may reject the form of the request instead.
			!(examples.has(each.example) && valid.has(keyOf(each))),
	);
	return describeTexts(all, names).flatMap(({ actual, all: alike }) =>
		groupBy(alike, ({ operation }) => operation).map((own) => ({
			...{ operation: own[0].operation, example: own[0].example },
			...{ where: "$", expected: OTHER_TEXTS, actual, count: own.length },
			...{ assumptions: [], explains: [] },
		})),
	);
}
