import { STATUS_CODES } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { REJECTED } from "../../document/judgment/blame.ts";
import { describeKind } from "../../document/judgment/shape-values.ts";
import { tryParseJson } from "../../values/json.ts";
import { formatList } from "../../values/plural.ts";
import { shorten } from "../../values/shorten.ts";
import { SUCH_AS } from "../differences/difference-collection.ts";
import { findRecord } from "../learning/rules/create-trier.ts";
import type { Difference } from "../report.ts";

const MAX_VALUE = 59;
const MAX_REASON = 99;

/** Returns the beginning of a text that is too long for a sentence. */
export const shortenValue = (text: string): string => shorten(text, MAX_VALUE);

export const OBJECT: RegExp = /^an object with (?!the array|an array)(.+)$/;

/** The maximum length of a description, which is longer than a value. */
const MAX_DESCRIPTION = 400;

/** Returns a description of a value. Names in it are formatted as a list. */
export const formatValue = (text: string): string => {
	const [, names] = OBJECT.exec(text) ?? [];
	if (names !== undefined)
		return `an object with ${formatList(names.split(", "))}`;
	const isValue = text.includes("\n") || tryParseJson(text) !== undefined;
	return isValue ? shortenValue(text) : shorten(text, MAX_DESCRIPTION);
};

/** Whether the service rejects a request that it should accept. */
export const isRejection = ({ where, expected, actual }: Difference): boolean =>
	where === "status" &&
	Number(expected) < 400 &&
	REJECTED.includes(Number.parseInt(actual, 10));

/** Whether the service accepts a request that it should reject. */
export const isAcceptance = ({
	where,
	expected,
	actual,
}: Difference): boolean =>
	where === "status" &&
	Number.parseInt(expected, 10) >= 400 &&
	Number.parseInt(actual, 10) < 400;

/** A long pattern, which readers cannot understand at first sight. */
const LONG_PATTERN = /must match \S{30,}/;

/** Returns the violated rule, without the remedy in the mock's own error. */
const formatRule = (because: string): string =>
	because
		.replace(/; send .*$/, "")
		.replace(LONG_PATTERN, "must match the documented pattern")
		.replace(/must NOT be valid$/, "is not allowed")
		.replace("must NOT", "must not")
		.replace(
			/^the request body (\/\S+)/,
			(_, pointer: string) =>
				`${pointer.slice(1).replaceAll("/", ".")} in the body`,
		)
		.replace(/^the request body/, "the body");

/** Returns the value of a property or query parameter of the request. */
function findInput({ example }: Difference, name: string): unknown {
	const { path, body } = example.request;
	const [, query = ""] = path.split("?");
	return Object(body)[name] ?? new URLSearchParams(query).get(name);
}

/**
 * Names an input that the service rejects, with its value. For a long text, only the length shows that a limit is
 * exceeded.
 */
function describeInput(difference: Difference, rejected: string): string {
	const [name = "", seen = ""] = rejected.split(SUCH_AS);
	const value = findInput(difference, name) ?? tryParseJson(seen);
	const text = JSON.stringify(value) ?? seen;
	if (typeof value !== "string") return `${name} ${shortenValue(text)}`;
	const kind = describeKind({}, value);
	if (kind.startsWith("a time")) return `${kind} in ${name}, such as ${text},`;
	const { length } = [...value];
	return length > MAX_VALUE / 2
		? `${name} "${[...value].slice(0, 15).join("")}…" (${length} characters)`
		: `${name} ${text}`;
}

const isText = (value: unknown): value is string => typeof value === "string";

const MAX_FACT = 30;

/** Returns the facts beside a text of an error, such as the property. */
const listFacts = (error: object, text: string): string[] =>
	Object.entries(error).flatMap(([name, value]) => {
		const fact = [value].flat();
		const shown = fact.join(".");
		const isFact = shown !== "" && fact.every(isText) && value !== text;
		return isFact && shown.length <= MAX_FACT ? `${name}: ${shown}` : [];
	});

/** Returns the texts with spaces in a response, the innermost first, each with the facts beside it. */
function listReasons(value: unknown, isInner = false): string[] {
	if (typeof value !== "object" || value === null) return [];
	const inner = Object.values(value).flatMap((each) => listReasons(each, true));
	const texts = Object.values(value).filter(
		// Codes and paths have no spaces.
		(each) => isText(each) && / \S/.test(each),
	);
	const own = texts.map((text) => {
		const facts = isInner ? listFacts(value, text) : [];
		return facts.length > 0 ? `${text} (${facts.join(", ")})` : text;
	});
	return [...inner, ...own];
}

/**
 * Returns the reason for a rejection in the words of the service.
 * @param start the beginning of the reason, with an ellipsis for values that differ in each request
 * @param input the name of the property or parameter in the response
 */
function findReason(
	{ example }: Difference,
	start: string | undefined,
	input: string | undefined,
): string | undefined {
	const { body, status } = example.response;
	if (isText(body) && /^\s*[^\s<{[]/.test(body)) return body;
	const sent = JSON.stringify(example.request.body);
	// The response may repeat the request.
	const reasons = listReasons(body).filter((text) => !sent.includes(text));
	const isOfInput = (text: string): boolean =>
		input !== undefined && text.split(/[^\w-]+/).includes(input);
	const [known] = start?.split("…") ?? [];
	const isTelling = (text: string): boolean => text !== STATUS_CODES[status];
	return (
		reasons.find(isOfInput) ??
		(known === undefined
			? (reasons.find(isTelling) ?? reasons[0])
			: (reasons.find((text) => known && text.startsWith(known)) ?? start))
	);
}

/** The text before the words of the service. */
export const SAYS = "; the error says: ";

const formatReason = (reason: string | undefined): string =>
	reason
		? `${SAYS}${shorten(reason.trim().replaceAll(/\s+/g, " "), MAX_REASON)}`
		: "";

function describeRejection(difference: Difference, status: string): string {
	const [found = "", rejected] = difference.actual.split(", which rejects ");
	const [, code = found, start] = /^(\d+) \((.*)\)$/s.exec(found) ?? [];
	const [input] = rejected?.split(SUCH_AS) ?? [];
	const reason = findReason(difference, start, input);
	const subject =
		rejected === undefined
			? "a valid request"
			: describeInput(difference, rejected);
	return `rejects ${subject} with ${code} instead of ${status}${formatReason(reason)}`;
}

/** Tells what became of a value that the service should have rejected, if the response has the record of the body. */
function describeUse({ example }: Difference, because: string): string {
	const { request, response } = example;
	const [, documented = "", rule] =
		/^the request body \/(\w+) (is not|must be a string)/.exec(because) ?? [];
	if (rule === undefined) return "";
	const sent = findRecord(request.body, [documented]);
	const [own, ...others] = Object.keys(sent).filter(
		(each) => typeof sent[each] === "number",
	);
	// The service may have another name for a text.
	const isRenamed = rule !== "is not" && others.length === 0 && own;
	const name = documented in sent || !isRenamed ? documented : own;
	const found = findRecord(response.body, Object.keys(sent));
	const [value, returned] = [sent[name], found[name]];
	const isRepeated = Object.entries(sent).some(
		([each, other]) => each !== name && isDeepStrictEqual(found[each], other),
	);
	const isUsed =
		isDeepStrictEqual(value, returned) ||
		(isText(value) && JSON.stringify(response.body).includes(value));
	const isConverted = returned === `${value}`;
	if (value === undefined || !(isRepeated || isUsed || isConverted)) return "";
	if (isUsed) return "; the value is used";
	return isConverted
		? `; the value comes back as ${JSON.stringify(returned)}`
		: "; the value is ignored";
}

/** Returns a predicate of the operation, such as "responds with 200 instead of 201". */
export function describeStatus(difference: Difference): string {
	const { expected, actual, example } = difference;
	const { method, path } = example.request;
	const [status = expected, because] = expected.split(", since ");
	if (method === "HEAD")
		return `responds to HEAD with ${actual} instead of ${status}`;
	if (isRejection(difference)) return describeRejection(difference, status);
	// A service that cannot read a body may take it for an empty one.
	const says =
		status.startsWith("415") && Number(actual) >= 400
			? formatReason(findReason(difference, undefined, undefined))
			: "";
	if (because !== undefined)
		return `${isAcceptance(difference) ? "accepts a request" : "responds"} with ${actual} instead of ${status}, although ${formatRule(because)}${isAcceptance(difference) ? describeUse(difference, because) : says}`;
	const title = `responds with ${actual} instead of ${status}${says}`;
	// The name of the operation does not tell which requests are meant.
	return Number(expected) >= 400
		? `${title}, for example to ${method} ${shortenValue(path)}`
		: title;
}
