import { STATUS_CODES } from "node:http";
import { groupBy } from "../../values/group-by.ts";
import { tryParseJson } from "../../values/json.ts";
import type { Difference } from "../report.ts";
import { listLeaves, NOT_DOCUMENTED } from "./additional-parts.ts";
import { isCode } from "./describe-parts.ts";
import { createExample } from "./difference-collection.ts";
import { isOfRequest, type Rejection } from "./rejection-forms.ts";

/** A place with more different texts has sentences about single requests. */
const MAX_WORDS = 8;
const MAX_LENGTH = 60;

interface Word {
	readonly where: string;
	readonly value: string;
	readonly rejection: Rejection;
}

/** Whether a text may be a kind of errors: neither a time, an id or a number, nor a part of the request. */
function isKind(value: unknown, { request }: Rejection): value is string {
	if (typeof value !== "string" || value === "" || value.length > MAX_LENGTH)
		return false;
	const sent = `${request.path} ${request.body ?? ""}`;
	return (
		!/\d{4}|^\d+$/.test(value) &&
		!sent.includes(value) &&
		!value.includes(request.path)
	);
}

/** Lists the texts of a rejection outside of the list of its errors. */
const listWords = (rejection: Rejection): Word[] =>
	listLeaves(tryParseJson(`${rejection.response.body}`), "$").flatMap(
		({ where, value }) =>
			!where.includes("[*]") && isKind(value, rejection)
				? [{ where, value, rejection }]
				: [],
	);

/** Whether texts say what the status says, or nothing about the kind of an error. */
const isUsual = ({ value, rejection: { response } }: Word): boolean =>
	value === "about:blank" || value === STATUS_CODES[response.status];

/** Whether the texts at a place are kinds of errors: single words, the name of the status, or the same sentence for several requests. */
function areKinds(words: readonly Word[]): boolean {
	const values = new Set(words.map(({ value }) => value));
	if (values.size > MAX_WORDS || words.every(isUsual)) return false;
	const isKnown = (value: string): boolean => {
		const own = words.filter((each) => each.value === value);
		return own.length > 1 || own.some(isUsual);
	};
	return [...values].every(isCode) || [...values].every(isKnown);
}

/**
 * Lists the words by which rejections tell the kind of an error, each with the statuses.
 * @param isTold whether other differences tell the texts at a place
 */
export function listRejectionWords(
	rejections: readonly Rejection[],
	isTold: (where: string) => boolean,
	headerNames: readonly string[],
): Difference[] {
	const groups = groupBy(
		rejections.filter(isOfRequest).flatMap(listWords),
		({ where }) => where,
	);
	return groups
		.filter((words) => areKinds(words) && !isTold(words[0].where))
		.map((words) => {
			const [{ where, rejection }] = words;
			const known = groupBy(words, ({ value }) => value).map((each) => {
				const statuses = each.map(({ rejection }) => rejection.response.status);
				const senders = new Set(each.map((one) => one.rejection.operation));
				// The operation of the line may never send the word.
				const of = senders.has(rejection.operation)
					? ""
					: ` of ${[...senders].join(", ")}`;
				return `${JSON.stringify(each[0].value)} for ${[...new Set(statuses)].join(" and ")}${of}`;
			});
			return {
				...{ operation: rejection.operation, where, expected: NOT_DOCUMENTED },
				...{ actual: known.join(", "), count: words.length },
				...{ assumptions: [], explains: [] },
				example: createExample(rejection, headerNames),
			};
		});
}
