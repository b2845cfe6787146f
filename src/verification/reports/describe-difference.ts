import { tryParseJson } from "../../values/json.ts";
import { formatList, plural } from "../../values/plural.ts";
import { NOT_DOCUMENTED } from "../differences/additional-parts.ts";
import { SUCH_AS } from "../differences/difference-collection.ts";
import { ONE_FORM } from "../differences/rejection-forms.ts";
import type { Difference } from "../report.ts";
import {
	describeRequest,
	describeSaid,
	isAboutRequest,
} from "./describe-request.ts";
import {
	describeStatus,
	formatValue,
	OBJECT,
	shortenValue,
} from "./describe-status.ts";

/** Returns the last property of a path, and the path for `$`. */
const nameOf = (where: string): string =>
	/\.([^.[]+)(\[\*\])*$/.exec(where)?.[1] ?? where;

/** Returns the path without the parts that are equal in every path of the operation. */
export const shortenPath = (where: string): string =>
	where.replace(/^\$\.(items\[\*\]\.)?/, "");

/** Returns the path without `$`, because a part without a name in the document may be at several places. */
const nameFully = (where: string): string => where.replace(/^\$\.?(?=.)/, "");

/** Whether the difference is in the response to a request that the service rightly rejects. */
export const isAboutErrors = ({ where, example }: Difference): boolean =>
	where !== "status" && example.response.status >= 400;

function describeHeader(difference: Difference): string {
	const { where, expected, actual, example } = difference;
	const name = where.slice("header ".length);
	if (expected === NOT_DOCUMENTED)
		return `also sends the header ${name}: ${shortenValue(actual)}`;
	const { request, response } = example;
	const isError = response.status >= 400;
	const sent = `${shortenValue(actual)} instead of ${shortenValue(expected)}`;
	if (name === "content-type" && actual !== "missing")
		return isError ? `sends errors as ${sent}` : `sends ${sent}`;
	const title =
		actual === "missing"
			? `sends no header ${name}`
			: `sends the header ${name} with ${sent}`;
	return isError
		? `${title}, for example in the response to ${request.method} ${shortenValue(request.path)}`
		: title;
}

/** Returns both values with "instead of" between them. */
function compareValues(expected: string, actual: string): string {
	const [kind = actual, example] = actual.split(SUCH_AS);
	const [wanted, found] = [formatValue(expected), formatValue(kind)];
	if (example === undefined) return `${found} instead of ${wanted}`;
	if (kind === "an empty string") return `${found} instead of ${wanted}`;
	// The kind of a string is interesting only if it has a distinctive form.
	return kind === "another string"
		? `${shortenValue(example)} instead of ${wanted}`
		: `${found}, such as ${shortenValue(example)}, instead of ${wanted}`;
}

const BARE = "an array, without an object around it";

const hasNames = (text: string): boolean => OBJECT.test(text);

/** Returns the items of a list. They are JSON values or names of records. */
function listItems(text: string): readonly unknown[] | undefined {
	const [, inner] = /^\[(.*)\]$/s.exec(text) ?? [];
	if (inner === undefined) return undefined;
	const items = tryParseJson(text);
	return Array.isArray(items) ? items : inner.split(", ");
}

/** Describes the records on a page; undefined if the values are not lists. */
function describeRecords(expected: string, actual: string): string | undefined {
	const [wanted, found] = [listItems(expected), listItems(actual)];
	if (!wanted || !found) return undefined;
	if (found.length === 0)
		return `returns no records instead of ${wanted.length}`;
	const [are, were] = [
		shortenValue(found.join(", ")),
		shortenValue(wanted.join(", ")),
	];
	// A long list is shortened: `[…, … (20 in all)]`.
	const [, all = found.length] =
		/\((\d+) in all\)$/.exec(`${found.at(-1)}`) ?? [];
	if (Number(all) !== wanted.length)
		return `returns ${plural(Number(all), "record")} (${are}) instead of ${wanted.length > 0 ? `${wanted.length} (${were})` : "none"}`;
	const isSame = [...found].sort().join() === [...wanted].sort().join();
	return `returns ${isSame ? "the records in another order" : "other records"}: ${are} instead of ${were}`;
}

/** Describes the name and the type of a family of metrics. */
function describeFamily(expected: string, actual: string): string | undefined {
	const [hash, keyword, name, type] = expected.split(" ");
	if (`${hash} ${keyword}` !== "# TYPE") return undefined;
	if (!/^# TYPE |^missing$/.test(actual))
		return `the metric ${name} is ${actual}`;
	const [, , other, found] = actual.split(" ");
	if (other === name)
		return `the metric ${name} is a ${found} instead of a ${type}`;
	if (found === type)
		return `the metric ${name} is ${other?.includes("{") ? "counted by" : "named"} ${other}`;
	const similar =
		other === undefined ? "" : `, unless it is the ${found} ${other}`;
	return `the metric ${name}, a ${type}, is missing${similar}`;
}

function describeBody({ where, expected, actual }: Difference, name: string) {
	if (/^(ignores|counts|returns (values|for)) /.test(actual)) return actual;
	if (expected === NOT_DOCUMENTED) return `also returns ${name}, ${actual}`;
	const subject = name === "$" ? "the body" : name;
	if (expected === "as if all succeed")
		return `if an item fails, ${subject} is ${actual}`;
	if (expected === ONE_FORM) return `${subject} is ${actual}`;
	if (/^\d+ (items?|records?)( \(|$)/.test(actual))
		return `returns ${actual} instead of ${expected.replace(/ (records?|items)(?= \(|$)/, "")}`;
	if (/^times with/.test(expected))
		return `sends ${actual} instead of ${expected}`;
	const family = describeFamily(expected, actual);
	if (where === "$" && family !== undefined) return family;
	const records = describeRecords(expected, actual);
	if (records !== undefined) return records;
	if (
		where === "$" &&
		/^(no )?(the )?label |^# HELP|^whole numbers |^no other families| from the start$/.test(
			expected,
		)
	)
		return `the metrics have ${actual}${expected.startsWith("no ") ? "" : ` instead of ${expected}`}`;
	if (where === "$" && /^\S+ counts /.test(expected))
		return `the metric ${actual}`;
	const [, documented, labels] =
		/ has (no|the) labels(?: (.+))?$/.exec(expected) ?? [];
	if (where === "$" && documented !== undefined)
		return `the metric ${actual} instead of ${labels === undefined ? "none" : formatList(labels.split(", "))}`;
	if (/^missing( with \d.*| on a page .*)?$/.test(actual))
		return `${name === "$" ? formatValue(expected) : name} is ${actual}`;
	const [, change, names = ""] =
		/^(wrapped in|flattened into) (.+)$/.exec(actual) ?? [];
	if (change !== undefined)
		return `${subject} is ${change} ${formatList(names.split(", "))}`;
	if (expected.includes(".") && where.endsWith(`.${expected}`))
		return `${name} is ${/ /.test(actual) ? actual : `at ${actual}`}, outside of ${expected.split(".")[0]}`;
	if (expected === nameOf(where))
		return actual.includes(".")
			? `${name} is at ${actual}`
			: `${name} is named ${actual}`;
	if (hasNames(expected) && hasNames(actual))
		return `${subject} has ${formatList(actual.slice(15).split(", "))} instead of ${formatList(expected.slice(15).split(", "))}`;
	return `${subject} is ${compareValues(expected, actual.replace(BARE, "a bare array"))}`;
}

/** @param name the name of the property */
function describe(difference: Difference, name: string): string {
	const { where, checks = [] } = difference;
	if (where === "status") return describeStatus(difference);
	if (where.startsWith("header ")) return describeHeader(difference);
	if (isAboutRequest(difference)) return describeRequest(difference);
	const values = `${isAboutErrors(difference) ? "in errors, " : ""}${describeBody(difference, name)}`;
	const [check] = checks;
	if (check === undefined) return values;
	const others = checks.length > 1 ? ` and ${checks.length - 1} more` : "";
	return `${values} in the check "${check.slice(check.indexOf(":") + 2)}"${others}`;
}

/**
 * Returns a predicate of the operation, such as "responds with 200 instead of 201", or a sentence about the response.
 * @param others differences that are equal, but may be at other places of the response
 */
export function describeDifference(
	difference: Difference,
	others: readonly Difference[] = [],
): string {
	const [name = "", ...places] = new Set(
		[difference, ...others].map(({ where, expected }) =>
			expected === NOT_DOCUMENTED ? nameFully(where) : shortenPath(where),
		),
	);
	const also = places.length > 0 ? ` (also ${places.join(", ")})` : "";
	const described = describe(difference, `${name}${also}`);
	return `${described}${describeSaid(difference, described)}`;
}

/** Returns a key that is equal for the same difference of several operations. Examples may differ. */
export function keyOfDifference(difference: Difference): string {
	const { where, expected, actual } = difference;
	const name = expected === NOT_DOCUMENTED ? nameFully(where) : nameOf(where);
	// The same name at another place may have other values, such as the id of a part.
	const words = expected.startsWith("a value like ")
		? `${shortenPath(where)} ${actual.split(SUCH_AS)[0]}`
		: describe(difference, name).replace(/, for example .*$/, "");
	// A problem has its own properties, which may have the same names.
	return `${isAboutErrors(difference)} ${words}`;
}
