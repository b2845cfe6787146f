import { STATUS_CODES } from "node:http";
import { groupBy } from "../../values/group-by.ts";
import { tryParseJson } from "../../values/json.ts";
import { listLeaves } from "../../values/list-all-values.ts";
import type { OutgoingRequest } from "../contract.ts";
import { NOT_DOCUMENTED } from "./additional-parts.ts";
import { isCode } from "./describe-parts.ts";
import { type Shown, tellOperations } from "./difference-collection.ts";
import { isOfRequest, type Rejection } from "./rejection-forms.ts";

/** A place with more different texts has sentences about single requests. */
const MAX_WORDS = 8;
const MAX_LENGTH = 60;
/** The maximum number of sentences that only one request has shown, beside those of several. */
const MAX_ONCE = 1;
/** A word that more operations send is probably one of all. */
const MAX_SENDERS = 3;

interface Word {
	readonly where: string;
	readonly value: string;
	readonly rejection: Rejection;
}

/** Returns a text of a rejection with placeholders for the method and the path of the request. */
export function generalize(
	text: string,
	{ method, path }: Pick<OutgoingRequest, "method" | "path">,
): string {
	const [pathname = ""] = path.split("?");
	return text
		.replaceAll(path, "{path and query}")
		.replaceAll(pathname, "{path}")
		.replaceAll(new RegExp(`\\b${method}\\b`, "g"), "{method}");
}

/** Whether a text may be a kind of errors: neither a time, an id or a number, nor a part of the request. */
function isKind(value: unknown, { request }: Rejection): value is string {
	if (typeof value !== "string" || value === "" || value.length > MAX_LENGTH)
		return false;
	const sent = `${request.path} ${request.body ?? ""}`;
	return !/\d{4}|^\d+$/.test(value) && !sent.includes(value);
}

/** Lists the texts of a rejection outside of the list of its errors. */
const listWords = (rejection: Rejection): Word[] =>
	listLeaves(tryParseJson(`${rejection.response.body}`)).flatMap(
		({ where, value: said }) => {
			const value =
				typeof said === "string" && /\s/.test(said)
					? generalize(said, rejection.adapted ?? rejection.request)
					: said;
			return !where.includes("[*]") && isKind(value, rejection)
				? [{ where, value, rejection }]
				: [];
		},
	);

/** Whether texts say what the status says, or nothing about the kind of an error. */
const isUsual = ({ value, rejection: { response } }: Word): boolean =>
	value === "about:blank" || value === STATUS_CODES[response.status];

/** Returns the texts at a place that are kinds of errors: single words, the name of the status, or the same sentence for several requests. */
function selectKinds(words: readonly Word[]): readonly Word[] {
	const known = words.filter(
		(one) =>
			isUsual(one) ||
			words.some((each) => each !== one && each.value === one.value),
	);
	const isAny = words.every(({ value }) => isCode(value));
	// Where a sentence only repeats the request, others are about single requests.
	const isTemplate = known.some(({ value }) => value.includes("{path"));
	const kinds = isAny ? words : known;
	const isMost = isTemplate || words.length - kinds.length <= MAX_ONCE;
	const isFew = new Set(kinds.map(({ value }) => value)).size <= MAX_WORDS;
	return isMost && isFew && !kinds.every(isUsual) ? kinds : [];
}

/**
 * Lists the words by which rejections tell the kind of an error, each with the statuses.
 * @param isTold whether other differences tell the texts at a place
 */
export function listRejectionWords(
	rejections: readonly Rejection[],
	isTold: (where: string) => boolean,
): Shown[] {
	const groups = groupBy(
		rejections.filter(isOfRequest).flatMap(listWords),
		({ where }) => where,
	);
	return groups
		.filter(([{ where }]) => !isTold(where))
		.flatMap((all) => {
			const words = selectKinds(all);
			const [first] = words;
			if (!first) return [];
			const { where } = first;
			const operations = new Set(words.map((one) => one.rejection.operation));
			const known = groupBy(words, ({ value }) => value).map((each) => {
				const statuses = each.map(({ rejection }) => rejection.response.status);
				const senders = new Set(each.map((one) => one.rejection.operation));
				const of =
					senders.size === operations.size || senders.size > MAX_SENDERS
						? ""
						: ` of ${[...senders].join(", ")}`;
				return `${JSON.stringify(each[0].value)} for ${[...new Set(statuses)].join(" and ")}${of}`;
			});
			return tellOperations(
				words.map(({ rejection }) => rejection),
				{ where, expected: NOT_DOCUMENTED, actual: known.join(", ") },
			);
		});
}
