export interface CurlRequest {
	readonly method: string;
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	/** Undefined if the request has no body. */
	readonly body?: string | undefined;
	/** A shell command that writes the body, instead of `body`. */
	readonly bodyCommand?: string | undefined;
}

/** Control characters. If they are pasted into a terminal, it may run the text after them, even between quotes. */
const CONTROL = /[\p{Cc}]/u;

const escapeControl = (character: string): string =>
	`\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;

/** Quotes a word for bash and zsh. A word without control characters is quoted for any POSIX shell. */
export function quoteWord(text: string): string {
	if (!CONTROL.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
	const escaped = text
		.replaceAll(/[\\']/g, "\\$&")
		.replaceAll(/\p{Cc}/gu, escapeControl);
	return `$'${escaped}'`;
}

/** Returns the option for the method. Without it, curl sends GET, or POST if there is a body. */
function listMethod(method: string, hasBody: boolean): string[] {
	if (method === "HEAD") return ["--head"];
	return method === (hasBody ? "POST" : "GET") ? [] : ["-X", method];
}

/** Returns a shell command that sends the request unchanged. */
export function formatCurl(request: CurlRequest): string {
	const { method, url, headers, body, bodyCommand } = request;
	const isPiped = bodyCommand !== undefined;
	const hasBody = isPiped || body !== undefined;
	const isTyped = Object.keys(headers).some(
		(name) => name.toLowerCase() === "content-type",
	);
	return [
		...(isPiped ? [bodyCommand, "|"] : []),
		"curl -i",
		// Without these, curl expands brackets and removes dot segments.
		...(/[[\]{}]/.test(url) ? ["--globoff"] : []),
		...(/\/\.\.?(\/|\?|$)/.test(url) ? ["--path-as-is"] : []),
		...listMethod(method, hasBody),
		quoteWord(url),
		...Object.entries(headers).flatMap(([name, value]) => [
			"-H",
			// curl leaves out a header without a value, unless it ends with a semicolon.
			quoteWord(value === "" ? `${name};` : `${name}: ${value}`),
		]),
		// Without this, curl declares a body as a form.
		...(hasBody && !isTyped ? ["-H 'content-type:'"] : []),
		...(isPiped ? ["--data-binary @-"] : []),
		// With -d, a body that starts with @ would be the name of a file.
		...(isPiped || body === undefined
			? []
			: [body.startsWith("@") ? "--data-raw" : "-d", quoteWord(body)]),
	].join(" ");
}
