const HEADER = /^\s*([^:]+?)\s*:\s*(.*?)\s*$/;

/** Reads headers, one `Name: value` per line. Returns the first line that is not one as `invalid`. */
export function readHeaderLines(
	text: string,
):
	| { readonly headers: Readonly<Record<string, string>> }
	| { readonly invalid: string } {
	const lines = text.split("\n").filter((line) => line.trim() !== "");
	const pairs: [string, string][] = [];
	for (const line of lines) {
		const [, name, value] = HEADER.exec(line) ?? [];
		if (name === undefined || value === undefined)
			return { invalid: line.trim() };
		pairs.push([name, value]);
	}
	return { headers: Object.fromEntries(pairs) };
}
