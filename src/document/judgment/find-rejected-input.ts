import { isObject, tryParseJson } from "../../values/json.ts";
import type { ReceivedResponse } from "../documented-behavior.ts";
import { readText, type SentRequest } from "../expect-status.ts";

function listStrings(value: unknown): string[] {
	if (typeof value === "string") return [value];
	return typeof value === "object" && value !== null
		? Object.values(value).flatMap(listStrings)
		: [];
}

/** Returns the name and value of each property of a body and each parameter of a query. */
export function listInput({
	path,
	body,
}: SentRequest): (readonly [name: string, value: unknown])[] {
	const sent = tryParseJson(readText(body));
	return [
		...new URLSearchParams(path.split("?")[1]),
		...(isObject(sent) ? Object.entries(sent) : []),
	];
}

const REASONS = [/detail|message|reason|description/i, /error|title/i];
const MAX_REASON = 60;

function findText(value: unknown): string | undefined {
	if (typeof value !== "object" || value === null) return undefined;
	const inner = Object.values(value).map(findText).find(Boolean);
	if (inner !== undefined) return inner;
	const entries = Object.entries(value);
	for (const pattern of REASONS)
		for (const [name, text] of entries)
			if (typeof text === "string" && text !== "" && pattern.test(name))
				return text;
	return undefined;
}

/** Finds the reason that the service gives for a rejection. Without values that differ in each request. */
export function findReason(
	request: SentRequest,
	{ status, body }: ReceivedResponse,
): string | undefined {
	if (status < 400 || status >= 500) return undefined;
	const text = findText(tryParseJson(readText(body)));
	const sent = listInput(request).flatMap(([, value]) => listStrings(value));
	const reason = sent
		.filter((each) => each.length > 2)
		.reduce((known, each) => known.replaceAll(each, "…"), text ?? "")
		.replaceAll(/[0-9a-f-]{16,}|[0-9]{4,}/gi, "…");
	return reason === "" ? undefined : [...reason].slice(0, MAX_REASON).join("");
}

/** Finds the property or parameter that the service rejects: its name or its JSON pointer is a string in the response. */
export function findRejectedInput(
	request: SentRequest,
	{ status, body }: ReceivedResponse,
): { readonly name: string; readonly value: unknown } | undefined {
	if (status < 400 || status >= 500) return undefined;
	const strings = listStrings(tryParseJson(readText(body)));
	const [found] = listInput(request).filter(([name]) =>
		strings.some((each) => each.replace(/^[/#$.]+/, "") === name),
	);
	return found && { name: found[0], value: found[1] };
}
