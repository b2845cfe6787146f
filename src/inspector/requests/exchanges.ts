import type { JournalEntry, JournalMessage } from "../../journal/entry.ts";
import { isObject } from "../../values/json.ts";
import type { Item } from "../model/journal.ts";

export const formatDuration = (ms: number): string =>
	ms < 1_000
		? `${ms.toFixed(ms < 10 ? 1 : 0)} ms`
		: `${(ms / 1_000).toFixed(2)} s`;

export const formatSize = (bytes: number): string =>
	bytes < 1_024 ? `${bytes} B` : `${(bytes / 1_024).toFixed(1)} KiB`;

/** The status of an exchange; a broken connection has no status. */
export const formatStatus = ({ status }: JournalEntry): string =>
	status === 0 ? "broken" : `${status}`;

/** Returns the operation of an exchange, or what responded instead. */
export const nameOperation = ({ operation, matched }: JournalEntry): string =>
	operation ?? (matched ? "own handler" : "none");

/** How the result of an exchange is colored. */
export const toneOf = ({ status, matched }: JournalEntry): string => {
	if (status === 0 || status >= 500) return "bad";
	return status >= 400 || !matched ? "odd" : "good";
};

/** Returns the text of a body: formatted if that loses nothing, else as it was sent. Without a body it is the empty string. */
export const bodyText = ({ body, text }: JournalMessage): string => {
	if (text !== undefined) return text;
	if (body === null) return "";
	return typeof body === "string" ? body : JSON.stringify(body, null, 2);
};

/** Returns why the mock or the service rejected a request: the invalid places, or else the sentence of its problem. */
export function reasonsOf({ status, response }: JournalEntry): string[] {
	const { body } = response;
	if (status < 400 || !isObject(body)) return [];
	const { detail, errors } = body;
	const places = (Array.isArray(errors) ? errors : []).filter(isObject).map(
		(place) =>
			// The empty pointer means the whole body.
			`${place.pointer || place.parameter || "The body"} ${place.detail ?? ""}`,
	);
	if (places.length > 0) return places;
	return typeof detail === "string" ? [detail] : [];
}

/** What only some exchanges are: the value of `only` in the address, its label, and whether an exchange is so. */
export const KINDS: readonly (readonly [
	name: string,
	label: string,
	is: (entry: JournalEntry) => unknown,
])[] = [
	["unmatched", "without an operation", ({ matched }) => !matched],
	["violations", "with violations", ({ violations }) => violations?.length],
	["faults", "with faults", ({ fault }) => fault],
	["forwarded", "from the real service", ({ forwarded }) => forwarded],
];

/** Conditions, all of which have to hold. Comes from the query of the address. */
export type Filter = Readonly<Record<string, string | undefined>>;

/** Returns the ids of the assumptions that a response depends on. */
export const assumptionsOf = ({ response }: JournalEntry): readonly string[] =>
	response.headers["mock-assumptions"]?.split(", ") ?? [];

/**
 * Returns the items that match, newest first: those of the session, of the operation, whose status begins with the digit,
 * that are only of the kind, that depend on the assumption, and that have the text anywhere, in any case.
 */
export function selectItems(
	items: readonly Item[],
	{ session, operation, status, only, assumption, text = "" }: Filter,
): readonly Item[] {
	const [, , isKind = () => true] = KINDS.find(([name]) => name === only) ?? [];
	const wanted = text.trim().toLowerCase();
	// The journal has JSON without the white space that clients may send.
	const compact = wanted.replace(/([:,[{])\s+/g, "$1");
	return items
		.filter(
			(item) =>
				(!session || item.entry.session === session) &&
				(!operation || item.entry.operation === operation) &&
				(!status || `${item.entry.status}`.startsWith(status)) &&
				isKind(item.entry) &&
				(!assumption || assumptionsOf(item.entry).includes(assumption)) &&
				(item.text.includes(wanted) || item.text.includes(compact)),
		)
		.reverse();
}
