import { formatCurl } from "../../values/curl.ts";
import type { DifferenceExample } from "../report.ts";

/** Returns the text of a body, or the empty string if there is none. */
function readText(body: unknown): string {
	if (body === null) return "";
	return typeof body === "string" ? body : JSON.stringify(body);
}

/** Returns a shell command that sends the request of an example. */
export function formatExampleCommand(
	provider: string,
	{ method, path, headers, body, bodyCommand }: DifferenceExample["request"],
): string {
	const sent = Object.entries(headers).filter(
		([name]) => !/^(content-length|accept|user-agent)$/i.test(name),
	);
	return formatCurl({
		method,
		url: `${provider}${path}`,
		headers: Object.fromEntries(sent),
		body: readText(body) || undefined,
		bodyCommand,
	});
}

const MAX_RESPONSE = 600;

/** Returns the status, the content type and the beginning of the body. */
export function formatResponse({
	status,
	headers,
	body,
}: DifferenceExample["response"]): string {
	const text = readText(body);
	const shown =
		text.length > MAX_RESPONSE ? `${text.slice(0, MAX_RESPONSE)}…` : text;
	const lines = ["content-type", "allow"].flatMap((name) =>
		headers[name] === undefined ? [] : [`${name}: ${headers[name]}`],
	);
	return [
		`HTTP ${status}`,
		...lines,
		...(shown === "" ? [] : ["", shown]),
	].join("\n");
}
