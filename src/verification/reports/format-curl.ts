import type { DifferenceExample } from "../report.ts";

const MAX_BODY = 1_000;

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns a shell command that sends the request. A long body is named by its length only. */
export function formatCurl(
	provider: string,
	{ method, path, headers, body }: DifferenceExample["request"],
): string {
	const text =
		typeof body === "string" || body === null ? body : JSON.stringify(body);
	const sent = Object.entries(headers).filter(
		([name]) => !/^(content-length|accept|user-agent)$/i.test(name),
	);
	return [
		"curl -i",
		...(method === "HEAD" ? ["--head"] : []),
		...(method === "GET" ||
		method === "HEAD" ||
		(method === "POST" && text !== null)
			? []
			: [`-X ${method}`]),
		quote(`${provider}${path}`),
		...sent.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
		...(text === null
			? []
			: [
					text.length > MAX_BODY
						? `-d @body.json # ${text.length} characters or more`
						: `-d ${quote(text)}`,
				]),
	].join(" ");
}

const MAX_RESPONSE = 600;

/** Returns the status, the content type and the beginning of the body. */
export function formatResponse({
	status,
	headers,
	body,
}: DifferenceExample["response"]): string {
	const text =
		typeof body === "string" ? body : body === null ? "" : JSON.stringify(body);
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
