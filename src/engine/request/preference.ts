import { describeUnknownName } from "../../values/describe-unknown-name.ts";
import { findByStatus, listStatuses } from "../../values/http.ts";
import type { OperationModel, Scenario } from "../model/service.ts";

/** The preferences of a request (RFC 7240) that the mock supports. */
export interface Preference {
	/** Respond with this status, without running the operation. */
	readonly code?: number | undefined;
	/** Run the operation in this scenario. */
	readonly scenario?: string | undefined;
	/** Milliseconds to wait before the response. */
	readonly delayMs?: number | undefined;
	/** The supported preferences of the request, for `Preference-Applied`. */
	readonly applied: readonly string[];
}

const MAX_DELAY_MS = 600_000;
const WHOLE_NUMBER = /^[0-9]{1,9}$/;
const SERVER_ERROR = /^5[0-9]{2}$/;

/** Splits a text at separators outside of quotes (RFC 9110 section 5.6.4). */
function split(text: string, separator: "," | ";"): string[] {
	const parts = [""];
	for (const [token] of text.matchAll(/"(\\.|[^"\\])*("|\\?$)|./gs)) {
		if (token === separator) parts.push("");
		else parts.push(`${parts.pop()}${token}`);
	}
	return parts;
}

/** Returns the content of a quoted string. Returns other text unchanged. */
const unquote = (text: string): string =>
	/^".*"$/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, "$1") : text;

/**
 * Returns preferences by name, without parameters. If a name is repeated, the first one counts (RFC 7240 section 2).
 */
function parsePrefer(header: string): Map<string, string> {
	const preferences = new Map<string, string>();
	for (const part of split(header, ",")) {
		const [pair = ""] = split(part, ";");
		const [name = "", ...values] = pair.split("=");
		const key = name.trim().toLowerCase();
		if (!preferences.has(key))
			preferences.set(key, unquote(values.join("=").trim()));
	}
	return preferences;
}

const OWN = /^\s*(code|scenario|delay)\s*(=|;|$)/i;

/**
 * Returns the other preferences as a `Prefer` header, which the mock does not apply itself; empty if there are none.
 */
export const listOtherPreferences = (header: string): string =>
	split(header, ",")
		.filter((part) => !OWN.test(part))
		.join(",")
		.trim();

/**
 * Reads the preferences that the mock supports. Ignores other preferences.
 * @returns in `invalid`, why a preference cannot be applied
 */
export function readPreference(
	header: string,
	{ id, responses }: Pick<OperationModel, "id" | "responses">,
	scenarios: Readonly<Record<string, Scenario>>,
): Preference | { invalid: string } {
	const sent = parsePrefer(header);
	const code = sent.get("code");
	const scenario = sent.get("scenario");
	const delay = sent.get("delay");
	const isListed =
		code !== undefined &&
		/^[2-5]\d\d$/.test(code) &&
		findByStatus(responses, Number(code)) !== undefined;

	function findError(): string | undefined {
		// A preference of the mock that was sent as a parameter of another preference.
		const misplaced = split(header, ",")
			.filter((part) => OWN.test(part))
			.flatMap((part) => split(part, ";").slice(1))
			.find((parameter) => OWN.test(parameter))
			?.trim();
		if (misplaced !== undefined)
			return `"${misplaced}" follows a semicolon. Separate preferences by commas: code=429, delay=20.`;
		if (code !== undefined && !isListed && !SERVER_ERROR.test(code))
			return `The OpenAPI document does not list code "${code}" for ${id}. Use one of ${listStatuses(responses)}, or a server error from 500 to 599.`;
		if (scenario !== undefined && !Object.hasOwn(scenarios, scenario))
			return describeUnknownName("scenario", scenario, Object.keys(scenarios));
		const isDelay =
			WHOLE_NUMBER.test(delay ?? "0") && Number(delay ?? 0) <= MAX_DELAY_MS;
		return isDelay
			? undefined
			: `Invalid delay "${delay}". Use a whole number of milliseconds from 0 to ${MAX_DELAY_MS}.`;
	}
	const invalid = findError();
	if (invalid !== undefined) return { invalid };
	// A separate preference, because RFC 7240 section 3 allows no parameters here.
	const applied = isListed ? code : code && `${code}, forced`;
	return {
		code: code === undefined ? undefined : Number(code),
		scenario,
		delayMs: delay === undefined ? undefined : Number(delay),
		applied: Object.entries({ code: applied, scenario, delay }).flatMap(
			([name, value]) => (value === undefined ? [] : `${name}=${value}`),
		),
	};
}
