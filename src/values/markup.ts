/** Parts of a page that readers do not see: comments, scripts, styles and declarations. */
const HIDDEN = /<!--.*?-->|<(script|style)\b.*?<\/\1>|<![^>]*>|<\?[^>]*>/gis;

const ENTITIES: Readonly<Record<string, string>> = {
	...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " },
};

/** The rest of a longer page is not read. */
const MAX_LENGTH = 8_000;

/** Returns the texts of a page or of XML, a line each; any other text as it is. */
export function withoutMarkup(text: string): string {
	if (!/^\s*<[!?a-z]/i.test(text)) return text;
	return text
		.slice(0, MAX_LENGTH)
		.replaceAll(HIDDEN, "\n")
		.replaceAll(/<\/?(a|b|code|em|i|span|strong)\b[^>]*>/gi, "")
		.replaceAll(/<[^>]*>/g, "\n")
		.replaceAll(/&#(\d{1,5});/g, (_, code) => String.fromCharCode(code))
		.replaceAll(/&(\w+);/g, (all, name) => ENTITIES[name] ?? all)
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line !== "")
		.join("\n");
}
