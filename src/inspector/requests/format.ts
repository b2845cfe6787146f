import type { JournalEntry, JournalMessage } from "../../journal/entry.ts";
import { isObject } from "../../values/json.ts";

/** The time of day in the user's time zone, with milliseconds. */
export const formatTime = (at: string): string => {
	const date = new Date(at);
	return `${date.toTimeString().slice(0, 8)}.${`${date.getMilliseconds()}`.padStart(3, "0")}`;
};

export const formatDuration = (ms: number): string =>
	ms < 1_000
		? `${ms.toFixed(ms < 10 ? 1 : 0)} ms`
		: `${(ms / 1_000).toFixed(2)} s`;

export const formatSize = (bytes: number): string =>
	bytes < 1_024 ? `${bytes} B` : `${(bytes / 1_024).toFixed(1)} KiB`;

/** The status of an exchange; a broken connection has none. */
export const formatStatus = ({ status }: JournalEntry): string =>
	status === 0 ? "broken" : `${status}`;

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
