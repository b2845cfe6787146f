import type { OperationSpec, Scenario } from "../service.ts";

/** What a client prefers for one request (RFC 7240). */
export interface Preference {
	/** Answer with this status, as the document shows it, and do nothing. */
	readonly code?: number;
	/** Behave as in this scenario. */
	readonly scenario?: string;
	/** Wait so many milliseconds before answering. */
	readonly delayMs?: number;
	/** Each that the mock knows, for `Preference-Applied`. */
	readonly applied: readonly string[];
}

const MAX_DELAY_MS = 600_000;
const WHOLE_NUMBER = /^[0-9]{1,9}$/;

/** The parts between separators; one within quotes separates nothing (RFC 9110 section 5.6.4). */
function split(text: string, separator: string): string[] {
	const parts: string[] = [];
	let start = 0;
	let isQuoted = false;
	for (let index = 0; index < text.length; index++) {
		const character = text[index];
		if (isQuoted && character === "\\") index += 1;
		else if (character === '"') isQuoted = !isQuoted;
		else if (character === separator && !isQuoted) {
			parts.push(text.slice(start, index));
			start = index + 1;
		}
	}
	return [...parts, text.slice(start)];
}

/** What a quoted string stands for; any other text is itself. */
const unquote = (text: string): string =>
	/^".*"$/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, "$1") : text;

/** Name and value of each preference, without parameters; of several with one name the first counts (RFC 7240 section 2). */
function parse(header: string): Map<string, string> {
	const preferences = new Map<string, string>();
	for (const part of split(header, ",")) {
		const [pair = ""] = split(part, ";");
		const [name = "", ...values] = pair.split("=");
		const key = name.trim().toLowerCase();
		const text = unquote(values.join("=").trim());
		if (!preferences.has(key)) preferences.set(key, text);
	}
	return preferences;
}

/**
 * Reads the preferences that the mock knows; others are none of its business.
 * @returns in `invalid`, why one of them cannot be met
 */
export function readPreference(
	header: string,
	{ id, responses: answers }: Pick<OperationSpec, "id" | "responses">,
	scenarios: Readonly<Record<string, Scenario>>,
): Preference | { invalid: string } {
	const sent = parse(header);
	const [code, scenario, delay] = ["code", "scenario", "delay"].map((name) =>
		sent.get(name),
	);
	const applied: string[] = [];
	if (code !== undefined) {
		if (!WHOLE_NUMBER.test(code) || !Object.hasOwn(answers, code))
			return {
				invalid: `the code "${code}" is not one that the document lists for ${id}, which are ${Object.keys(answers).join(", ")}`,
			};
		applied.push(`code=${code}`);
	}
	if (scenario !== undefined) {
		if (!Object.hasOwn(scenarios, scenario))
			return {
				invalid: `there is no scenario "${scenario}"; use one of ${Object.keys(scenarios).join(", ")}`,
			};
		applied.push(`scenario=${scenario}`);
	}
	if (delay !== undefined) {
		if (!WHOLE_NUMBER.test(delay) || Number(delay) > MAX_DELAY_MS)
			return {
				invalid: `the delay "${delay}" is no whole number of milliseconds from 0 to ${MAX_DELAY_MS}`,
			};
		applied.push(`delay=${delay}`);
	}
	return {
		applied,
		...(code !== undefined && { code: Number(code) }),
		...(scenario !== undefined && { scenario }),
		...(delay !== undefined && { delayMs: Number(delay) }),
	};
}
