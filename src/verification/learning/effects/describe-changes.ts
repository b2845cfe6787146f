import { STATUS_CODES } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { isObject, tryParseJson } from "../../../values/json.ts";
import { isTime } from "../../../values/read-time.ts";
import { shorten } from "../../../values/shorten.ts";
import type { OutgoingRequest, ProviderResponse } from "../../contract.ts";
import { withoutGenerated } from "../rejections/generated.ts";
import { listSent, type Values } from "../values/record-values.ts";

const MAX_TEXT = 160;
/** The status of a service that may execute a request later. */
export const ACCEPTED = 202;

/** Returns a value as JSON. The time of a change says nothing. */
export function showValue(value: unknown): string {
	if (value === undefined) return "nothing";
	return isTime(value) ? "a time" : shorten(JSON.stringify(value), MAX_TEXT);
}

/** A property of a record with another value than before. */
export interface Change {
	readonly path: string;
	readonly from: unknown;
	readonly to: unknown;
}

/** The change of a record that is not in its list any more. */
export const REMOVED: Change = { path: "", from: undefined, to: undefined };

/** Lists the properties of a record that have another value than before. */
export const listChanges = (before: Values, after: Values, at = ""): Change[] =>
	Object.keys({ ...before, ...after }).flatMap((name) => {
		const [from, to] = [before[name], after[name]];
		if (isDeepStrictEqual(from, to)) return [];
		const path = `${at}${name}`;
		return isObject(from) && isObject(to)
			? listChanges(from, to, `${path}.`)
			: [{ path, from, to }];
	});

/** Replaces a value in a text, a number only if it is not part of another one. */
export const replaceIn = (
	text: string,
	value: unknown,
	by: string = "…",
): string =>
	text.replaceAll(
		typeof value === "number" ? new RegExp(`\\b${value}\\b`, "g") : `${value}`,
		by,
	);

const MAX_CHANGES = 6;

/** Describes changes in words: `at once changes pages, such as 3 to 4, and readAt, such as null to a time`. */
export function describeChanges(
	changes: readonly Change[],
	{ status }: Pick<ProviderResponse, "status">,
): string {
	const when = status === ACCEPTED ? "" : "at once ";
	if (changes.includes(REMOVED))
		return `${when}removes the record from the list`;
	const parts = changes.slice(0, MAX_CHANGES).map(({ path, from, to }) => {
		const [old, own] = [showValue(from), showValue(to)];
		return old === own ? path : `${path}, such as ${old} to ${own}`;
	});
	return `${when}changes ${parts.join(", and ")}`;
}

/** Returns the texts of a rejection, without what it repeats of the request. */
export function readTexts(
	{ status, body }: ProviderResponse,
	request: OutgoingRequest,
): string {
	const text = `${body}`;
	const value = tryParseJson(text) ?? text;
	const sent = listSent(tryParseJson(`${request.body ?? ""}`)).filter(
		(each) => typeof each === "number" || `${each}`.length > 2,
	);
	const said = listSent(value)
		.filter((each) => typeof each === "string")
		.filter(
			(each) =>
				each !== STATUS_CODES[status] &&
				/[a-z]/i.test(each) &&
				!/^(\w+:|\/)\S*$/.test(each),
		)
		.map((each) =>
			withoutGenerated(
				sent.reduce<string>((masked, own) => replaceIn(masked, own), each),
			),
		)
		.filter((each) => each !== "…");
	const whole = said.filter((each) =>
		said.every((other) => other === each || !other.includes(each)),
	);
	return shorten([...new Set(whole)].join(", "), MAX_TEXT);
}
