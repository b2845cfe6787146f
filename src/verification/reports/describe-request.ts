import { tryRecursion } from "../../values/errors.ts";
import { withoutMarkup } from "../../values/markup.ts";
import { shorten } from "../../values/shorten.ts";
import { NOT_DOCUMENTED } from "../differences/additional-parts.ts";
import { SUCH_AS } from "../differences/difference-collection.ts";
import { withoutAllowed } from "../learning/rejections/complaint-parts.ts";
import { readComplaints } from "../learning/rejections/read-complaints.ts";
import {
	isFormRejected,
	isOfStatus,
	mayBeComplaintOf,
} from "../learning/rejections/read-trial.ts";
import { withoutRequest } from "../learning/rejections/without-request.ts";
import { ARRAY_OF_TEXTS, OTHERS } from "../observed.ts";
import type { Difference } from "../report.ts";
import { formatValue } from "./describe-status.ts";

/** Whether the service accepts a request only in another form. */
export const isAboutRequest = ({ where }: Difference): boolean =>
	where.startsWith("request ");

/** Describes what a service does with a header of requests, or without it. */
function describeRequestHeader(
	header: string,
	expected: string,
	actual: string,
): string {
	if (/^\d{3}( to .+)?$/.test(expected))
		return `responds with ${actual} instead of ${expected} without the header ${header}`;
	const [, usual, value] = /^(.+?) with (.+)$/.exec(expected) ?? [];
	const [, rest] = /^ignored: (.+)$/.exec(actual) ?? [];
	if (rest !== undefined)
		return `ignores the header ${header} ${value}: ${rest}, instead of ${usual}`;
	if (value !== undefined)
		return `responds with ${actual}${actual.includes(": ") ? "," : ""} instead of ${usual} if the header ${header} is ${value}`;
	return expected === NOT_DOCUMENTED
		? `takes the header ${header}, which ${actual}`
		: `takes ${actual} instead of ${expected} in the header ${header}`;
}

/** Describes the effect of a request; undefined for other differences. */
function describeEffect(name: string, { expected, actual }: Difference) {
	const [, verb, word] =
		/^(takes )?("[^"]*") (?:for each|changes no) record$/.exec(expected) ?? [];
	if (word !== undefined)
		return verb === undefined
			? `${word} as ${name} in the request ${actual}`
			: actual.replace("it", `${word} as ${name} in the request`);
	const [, does, result] =
		/^(takes them|rejects all) (.+)$/s.exec(actual) ?? [];
	if (does !== undefined)
		return `${does.split(" ")[0]} all items of ${name} in the request ${result}`;
	const [, cause] = /^leaves no record of (.+)$/.exec(expected) ?? [];
	if (!actual.startsWith("leaves ")) return undefined;
	// The items before it may leave records, too.
	const of = cause?.replace(/^an item/, "a request with an item");
	return of === undefined ? actual : `for ${of}, ${actual}`;
}

/** Describes the accepted form of a request. */
export function describeRequest(difference: Difference): string {
	const { where, expected, actual } = difference;
	const [, header] = /^request header (.+)$/.exec(where) ?? [];
	if (header !== undefined)
		return describeRequestHeader(header, expected, actual);
	if (where === "request query") return `${actual} in the query`;
	const name = where.replace(/^request (\$\.?|query )/, "");
	const effect = describeEffect(name, difference);
	if (effect !== undefined) return effect;
	if (/^\d+$/.test(actual))
		return `responds with ${actual} instead of ${expected}`;
	const isNumber = /^(at most|also) /.test(actual);
	if (isNumber)
		return `takes ${actual} instead of ${expected} ${name === "" ? "in the request" : `as ${name} in the request`}`;
	// A predicate, such as "leaves a record".
	if (name === "")
		return /^[a-z]+s /.test(actual)
			? actual
			: `takes the request body ${actual}`;
	const [what, example] = actual.split(SUCH_AS);
	const such = example === undefined ? "" : `, such as ${formatValue(example)}`;
	if (expected === NOT_DOCUMENTED)
		return `also takes ${name} in the request, which ${actual}`;
	if (/^(takes|rejects) /.test(actual))
		return `${actual} as ${name} in the request`;
	if (expected === "comes back as sent")
		return `returns ${name} of the request changed: ${actual}`;
	if (actual.startsWith("only ") && expected === "any value") {
		const [said, ...others] = actual.split(OTHERS);
		return [`takes ${said} as ${name} in the request`, ...others].join(OTHERS);
	}
	const [, needs] = /^required( (?:at least )?with .+)?$/.exec(`${what}`) ?? [];
	if (needs !== undefined || what === "required")
		return `requires ${name} in the request${needs ?? ""}${such}`;
	if (what === ARRAY_OF_TEXTS)
		return `takes ${what} as ${name} in the request${such}`;
	if (what?.startsWith("rejected"))
		return `rejects ${name} in the request${what.slice(8)}${such}`;
	if (example !== undefined && !/\bchanges /.test(`${what}`))
		return `takes only some texts as ${name} in the request${such}`;
	// A sentence is no name.
	return /\s/.test(expected)
		? `as to ${name} in the request, ${actual}, instead of: ${expected}`
		: `takes ${expected} in the request as ${actual}`;
}

/** What a service takes, so that it rejects others. */
const LIMITED = /^takes (at |only )|, (at least|at most|only) /;
/** The maximum length of what a service says of a value. */
const MAX_SAID = 160;

/** Returns how the service rejects a value; the empty text if a description of the rule says it, or if it takes the value. */
export function describeSaid(
	{ where, example }: Difference,
	described: string,
): string {
	const { status, body } = example.response;
	const isRejected = described.startsWith("rejects ");
	const isRule = isRejected || LIMITED.test(described);
	if (!where.startsWith("request $") || !isRule || !isFormRejected({ status }))
		return "";
	// One rule says how unknown names are rejected.
	if (/ as unknown$/.test(described) || described.includes(`${status}`))
		return "";
	const [name = ""] = where.split(/[^\w-]+/).slice(-1);
	const read = typeof body === "string" ? withoutMarkup(body) : body;
	const said = tryRecursion(() => withoutRequest(read, example.request.body));
	const complaints = readComplaints(said).filter(
		(each) => !isOfStatus(each, { status }),
	);
	const { text } =
		complaints.find((each) => mayBeComplaintOf(each, name)) ??
		complaints[0] ??
		{};
	const why = text === undefined ? "" : ` (${withoutAllowed(text).trim()})`;
	const reason = `${status}${shorten(why, MAX_SAID)}`;
	if (isRejected) return `, with ${reason}`;
	// Of the values of a kind, only one was sent.
	const others = /\bonly values like /.test(described)
		? "some others"
		: "others";
	return `, ${others} with ${reason}`;
}
