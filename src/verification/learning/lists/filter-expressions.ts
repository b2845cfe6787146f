import { tryParseJson } from "../../../values/json.ts";
import type { Condition } from "../../contract.ts";
import { listNames } from "../rejections/repairs.ts";
import {
	findPath,
	type Language,
	type Search,
	selectPaths,
} from "./condition-names.ts";
import type { Trial } from "./condition-trials.ts";
import type { LearntCondition } from "./list-inquiry.ts";
import { listUsualNames } from "./usual-names.ts";

const compare = (equal: string, from: string, to: string) => ({
	operators: { equal, from, to },
});

/** The languages of public APIs: AIP-160, OData, SCIM, RSQL, and searches as of Lucene. */
const LANGUAGES: readonly Language[] = [
	{ and: " AND ", quote: '"', ...compare(" = ", " >= ", " < ") },
	{ and: " and ", quote: "'", ...compare(" eq ", " ge ", " lt ") },
	{ and: " and ", quote: '"', ...compare(" eq ", " ge ", " lt ") },
	{ and: ";", quote: '"', ...compare("==", "=ge=", "=lt=") },
	{ and: " AND ", quote: '"', ...compare(":", ">=", "<") },
];

/** The names that many services have for such a text. */
const NAMES = ["q", "search", "$filter"];

/** Further texts, to find out which the service takes. */
const FORMS: readonly (readonly [
	what: string,
	write: (term: string, field: string, value: string) => string,
])[] = [
	["!=", (_, field, value) => `${field} != "${value}"`],
	[">", (_, field, value) => `${field} > "${value}"`],
	["<=", (_, field, value) => `${field} <= "${value}"`],
	[":", (_, field, value) => `${field}:"${value}"`],
	["OR", (term) => `${term} OR ${term}`],
	["NOT", (term) => `NOT ${term}`],
	["parentheses", (term) => `(${term})`],
	["and in lower case", (term) => `${term} and ${term}`],
	["a value without quotes", (term) => term.replaceAll(/["']/g, "")],
	["an escaped quote", (term) => term.replace(/(?=.$)/, '\\"')],
	["a field that records do not have", (term) => `understudy${term}`],
];

/** Writes one condition. */
function writeTerm(
	{ quote, operators }: Language,
	role: string,
	field: string,
	value: unknown,
): string {
	const operator =
		role === "from" || role === "to" ? operators[role] : operators.equal;
	const text = `${value}`.replaceAll(/["'\\]/g, "\\$&");
	return `${field}${operator}${typeof value === "number" ? value : quote + text + quote}`;
}

/** Finds out which other texts the service takes. */
async function measureForms(
	{ ask, seen, inquiry }: Search,
	path: readonly string[],
	[term, field, value]: readonly [term: string, field: string, value: string],
): Promise<void> {
	const taken: string[] = [];
	const rejected: string[] = [];
	for (const [what, write] of FORMS) {
		const found = await ask([path, write(term, field, value)]);
		(found ? taken : rejected).push(what);
	}
	const example = await ask([path, term]);
	if (!example) return;
	const told = [
		["takes", taken],
		["rejects", rejected],
	] as const;
	seen.push({
		where: `request ${inquiry.isInQuery ? "query " : "$."}${path.join(".")}`,
		expected: "each condition by itself",
		actual: [
			`an expression such as ${term}`,
			...told.flatMap(([verb, whats]) =>
				whats.length > 0 ? [`${verb} ${whats.join(", ")}`] : [],
			),
		].join("; "),
		example,
	});
}

/** How a request has a condition in an expression. */
interface Found extends Pick<LearntCondition, "path" | "join" | "example"> {
	/** Returns the condition with a value. */
	write(value: unknown): string;
}

/**
 * Finds a text of the request that takes conditions as an expression, and that selects records by this condition.
 * Returns undefined if there is none.
 */
export async function findExpression(
	search: Search,
	condition: Condition,
	trial: Trial,
): Promise<Found | undefined> {
	const { ask, expression } = search;
	const { role } = condition;
	const field = findPath(search, condition)?.join(".");
	// A search for words finds nothing, either, so only a selection of records shows a language.
	const isTelling = expression !== undefined || trial.selects;
	if (field === undefined || !isTelling) return undefined;
	const names = listNames(tryParseJson(`${search.base.response.body}`));
	const all = [...listUsualNames("", undefined, names), ...NAMES];
	for (const language of expression ? [expression.language] : LANGUAGES) {
		const write = (value: unknown): string =>
			writeTerm(language, role, field, value);
		const value = write(trial.value);
		const paths = expression
			? [expression.path]
			: await selectPaths(
					search,
					all.map((each) => [each]),
					{ ...trial, value },
				);
		for (const path of paths) {
			const found = await ask([path, value]);
			if (!found || !trial.applies(found.items)) continue;
			const result = { path, write, join: language.and, example: found };
			if (expression) return result;
			const none = `${value}${language.and}${write("understudy")}`;
			if ((await ask([path, none]))?.items.length !== 0) continue;
			search.expression = { language, path };
			await measureForms(search, path, [value, field, `${trial.value}`]);
			return result;
		}
	}
	return undefined;
}
