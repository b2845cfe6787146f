import { STATUS_CODES } from "node:http";
import { groupBy } from "../../values/group-by.ts";
import { tryParseJson } from "../../values/json.ts";
import { listLeaves } from "../../values/list-all-values.ts";
import type { OutgoingRequest } from "../contract.ts";
import { withoutGenerated } from "../learning/rejections/generated.ts";
import { NOT_DOCUMENTED } from "./additional-parts.ts";
import { isCode } from "./describe-parts.ts";
import { type Shown, tellOperations } from "./difference-collection.ts";
import { isOfRequest, type Rejection } from "./rejection-forms.ts";

/** A place with more different texts has sentences about single requests. */
const MAX_WORDS = 12;
const MAX_LENGTH = 80;
/** A text for more causes is told with the status. */
const MAX_CAUSES = 2;
/** The maximum number of sentences that only one request has shown, beside those of several. */
const MAX_ONCE = 1;
/** A word that more operations send is probably one of all. */
const MAX_SENDERS = 3;

interface Word {
	readonly where: string;
	readonly value: string;
	/** The value in the words of a report. */
	readonly shown: string;
	readonly rejection: Rejection;
}

const WHOLE_PATH = "{path and query}";
const PATH = "{path}";

/** Returns a text of a rejection with placeholders for the method and the path of the request. */
export function generalize(
	text: string,
	{ method, path }: Pick<OutgoingRequest, "method" | "path">,
): string {
	const [pathname = ""] = path.split("?");
	return text
		.replaceAll(path, WHOLE_PATH)
		.replaceAll(pathname, PATH)
		.replaceAll(new RegExp(`\\b${method}\\b`, "g"), "{method}");
}

/** Returns the header of a response that has a value, such as its id; undefined without one. */
const findHeader = (value: unknown, { response }: Rejection) =>
	Object.keys(response.headers).find(
		(name) => /id$/.test(name) && response.headers[name] === value,
	);

/** Whether a text may be a kind of errors: neither a time, an id or a number, nor a part of the request. */
function isKind(value: unknown, { request }: Rejection): value is string {
	if (typeof value !== "string" || value === "" || value.length > MAX_LENGTH)
		return false;
	const sent = `${request.path} ${request.body ?? ""}`;
	const isMade = withoutGenerated(value) !== value || /^\d+$/.test(value);
	// A service may repeat the bytes of a body that it cannot read.
	if (/[\p{Cc}\ufffd]/u.test(value)) return false;
	return !isMade && !sent.includes(value);
}

/** Lists the texts of a rejection that may be kinds of errors. Those of a header have its name instead. */
const listWords = (rejection: Rejection): Word[] =>
	listLeaves(tryParseJson(`${rejection.response.body}`)).flatMap(
		({ where, value: said }) => {
			const header = findHeader(said, rejection);
			if (header !== undefined)
				return [
					{
						...{ where, value: header, rejection },
						shown: `the header ${header} of the response`,
					},
				];
			const value =
				typeof said === "string" && /\s/.test(said)
					? generalize(said, rejection.adapted ?? rejection.request)
					: said;
			return isKind(value, rejection)
				? [{ where, value, shown: JSON.stringify(value), rejection }]
				: [];
		},
	);

/** Whether texts say what the status says, or nothing about the kind of an error. */
const isUsual = ({ value, rejection: { response } }: Word): boolean =>
	value === "about:blank" || value === STATUS_CODES[response.status];

const causeOf = ({ rejection: { cause, response } }: Word): string =>
	cause === undefined ? "" : `${cause} (${response.status})`;

/** Returns the words of the causes for which each rejection has the same text. */
const selectUnanimous = (words: readonly Word[]): Word[] =>
	groupBy(words, causeOf)
		.filter(([first, ...others]) => {
			const isSame = others.every(({ value }) => value === first.value);
			return causeOf(first) !== "" && isSame;
		})
		.flat();

/**
 * Returns the texts at a place that are kinds of errors: single words, the name of the status, the same sentence for
 * several requests, or the only one for a cause.
 */
function selectKinds(words: readonly Word[]): readonly Word[] {
	const unanimous = selectUnanimous(words);
	const known = words.filter(
		(one) =>
			isUsual(one) ||
			unanimous.includes(one) ||
			words.some((each) => each !== one && each.value === one.value),
	);
	const isAny = words.every(({ value }) => isCode(value));
	// Where a sentence only repeats the request, others are about single requests.
	const isTemplate = known.some(({ value }) => value.includes("{path"));
	const isMost = isTemplate || words.length - known.length <= MAX_ONCE;
	const choices = isAny ? [words] : isMost ? [known, unanimous] : [unanimous];
	const isFew = (kinds: readonly Word[]): boolean =>
		new Set(kinds.map(({ value }) => value)).size <= MAX_WORDS;
	return choices.find((kinds) => isFew(kinds) && !kinds.every(isUsual)) ?? [];
}

/** Describes the requests that are rejected with a text: their causes, or the status if it or the text has many. */
function describeRequests(own: readonly Word[], all: readonly Word[]): string {
	const causes = groupBy(own, causeOf);
	const statuses = [
		...new Set(own.map(({ rejection: { response } }) => response.status)),
	];
	const isAlone = all.every(
		({ value, rejection: { response } }) =>
			value === own[0]?.value || !statuses.includes(response.status),
	);
	const unanimous = selectUnanimous(all);
	const isKnown = own.every((each) => unanimous.includes(each));
	return isAlone || !isKnown || causes.length > MAX_CAUSES
		? statuses.join(" and ")
		: causes.map(([first]) => causeOf(first)).join(" and ");
}

/** Returns the places in lists of errors that have the same text for several operations, whatever is wrong. */
function findFixed(rejections: readonly Rejection[]): string[] {
	const leaves = rejections.flatMap(({ operation, response }) =>
		listLeaves(tryParseJson(`${response.body}`)).map((each) => {
			return { ...each, operation };
		}),
	);
	return groupBy(leaves, ({ where }) => where).flatMap(([first, ...others]) =>
		first.where.includes("[*]") &&
		others.every(({ value }) => value === first.value) &&
		others.some(({ operation }) => operation !== first.operation)
			? [first.where]
			: [],
	);
}

/**
 * Lists the words by which rejections tell the kind of an error, each with the causes or the statuses.
 * @param isTold whether other differences tell the texts at a place
 * @param all these and further rejections
 */
export function listRejectionWords(
	rejections: readonly Rejection[],
	isTold: (where: string) => boolean,
	all: readonly Rejection[] = rejections,
): Shown[] {
	const fixed = findFixed(all.filter(isOfRequest));
	const groups = groupBy(
		rejections.filter(isOfRequest).flatMap(listWords),
		({ where }) => where,
	);
	return groups
		.filter(([{ where }]) => !isTold(where))
		.filter(([{ where }]) => !where.includes("[*]") || fixed.includes(where))
		.flatMap((all) => {
			const words = selectKinds(all);
			const [first] = words;
			if (!first) return [];
			const { where } = first;
			const operations = new Set(words.map((one) => one.rejection.operation));
			const known = groupBy(words, ({ value }) => value).map((each) => {
				const senders = new Set(each.map((one) => one.rejection.operation));
				const of =
					senders.size === operations.size || senders.size > MAX_SENDERS
						? ""
						: ` of ${[...senders].join(", ")}`;
				return `${each[0].shown} for ${describeRequests(each, all)}${of}`;
			});
			// A path without a query does not show whether the service repeats one.
			const isShown = words.some(
				({ value, rejection }) =>
					value.includes(WHOLE_PATH) && rejection.request.path.includes("?"),
			);
			const told = known.join(", ");
			return tellOperations(
				words.map(({ rejection }) => rejection),
				{
					...{ where, expected: NOT_DOCUMENTED },
					actual: isShown ? told : told.replaceAll(WHOLE_PATH, PATH),
				},
			);
		});
}
