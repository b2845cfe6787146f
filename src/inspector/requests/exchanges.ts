import type { JournalEntry, JournalMessage } from "../../journal/entry.ts";
import { isObject } from "../../values/json.ts";
import type { Item } from "../model/journal.ts";

export const formatDuration = (ms: number): string =>
	ms < 1_000
		? `${ms.toFixed(ms < 10 ? 1 : 0)} ms`
		: `${(ms / 1_000).toFixed(2)} s`;

export const formatSize = (bytes: number): string =>
	bytes < 1_024 ? `${bytes} B` : `${(bytes / 1_024).toFixed(1)} KiB`;

/** The status of an exchange, or a text for a broken connection. */
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

/** Returns the text of a body. Formats it if this loses nothing. Returns the empty string if there is no body. */
export const bodyText = ({ body, text }: JournalMessage): string => {
	if (text !== undefined) return text;
	if (body === null) return "";
	return typeof body === "string" ? body : JSON.stringify(body, null, 2);
};

/**
 * Returns why the mock or the service rejected a request: the invalid places, or else the `detail` of the problem.
 */
export function reasonsOf(entry: JournalEntry): string[] {
	const { status, reason, response } = entry;
	if (reason !== undefined) return [reason];
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

/**
 * The kinds of exchanges: the value of `only` in the address, the label, and a function that tells whether an
 * exchange is of this kind.
 */
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

/** The conditions from the query of the address. All of them must be met. */
export type Filter = Readonly<Record<string, string | undefined>>;

/** Returns the ids of the assumptions that a response depends on. */
export const assumptionsOf = ({ response }: JournalEntry): readonly string[] =>
	response.headers["mock-assumptions"]?.split(", ") ?? [];

/**
 * Returns the items that match all conditions, the newest first. The conditions are the session, the operation, the
 * first digit of the status, the kind, an assumption, and a text that may occur anywhere in any case.
 */
export function selectItems(
	items: readonly Item[],
	{ session, operation, status, only, assumption, text = "" }: Filter,
): readonly Item[] {
	const [, , isKind = () => true] = KINDS.find(([name]) => name === only) ?? [];
	const wanted = text.trim().toLowerCase();
	// The journal contains JSON without the white space of the client.
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
