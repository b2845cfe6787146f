import { isObject } from "../../values/is-object.ts";
import { tryParseJson } from "../../values/try-parse-json.ts";
import type { OutgoingRequest, ProviderResponse } from "../contract.ts";

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
}: OutgoingRequest): (readonly [name: string, value: unknown])[] {
	const sent = tryParseJson(String(body ?? ""));
	return [
		...new URLSearchParams(path.split("?")[1]),
		...(isObject(sent) ? Object.entries(sent) : []),
	];
}

/** Finds the property or parameter that the service rejects: its name or its JSON pointer is a string in the response. */
export function findRejectedInput(
	request: OutgoingRequest,
	{ status, body }: ProviderResponse,
): { readonly name: string; readonly value: unknown } | undefined {
	if (status < 400 || status >= 500) return undefined;
	const strings = listStrings(tryParseJson(body.toString("utf8")));
	const [found] = listInput(request).filter(([name]) =>
		strings.some((each) => each.replace(/^[/#$.]+/, "") === name),
	);
	return found && { name: found[0], value: found[1] };
}
