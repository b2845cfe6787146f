/** A part of a text. */
export interface Range {
	readonly start: number;
	readonly end: number;
}

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/y;

/**
 * Returns where the value at a JSON pointer is in the text of valid JSON. If there is none, returns the start of the
 * innermost value that contains its place.
 */
export function findPointer(text: string, pointer: string): Range {
	const wanted = pointer
		.split("/")
		.slice(1)
		.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
	let position = 0;
	let found = { start: 0, end: 0, depth: -1 };

	function read(): string {
		TOKEN.lastIndex = position;
		const token = TOKEN.exec(text)?.[1] ?? "";
		position = TOKEN.lastIndex;
		return token;
	}
	/** @param depth how many parts of the pointer lead to the value; -1 if it is elsewhere */
	function readValue(depth: number, first = read()): void {
		const start = position - first.length;
		if (first === "{" || first === "[") readItems(depth, first);
		if (depth > found.depth) found = { start, end: position, depth };
	}
	function readItems(depth: number, bracket: "{" | "["): void {
		for (let index = 0, token = read(); !/^[}\]]?$/.test(token); index += 1) {
			let name = `${index}`;
			if (bracket === "{") {
				name = JSON.parse(token);
				read();
				token = read();
			}
			const isOnPath = depth >= 0 && name === wanted[depth];
			readValue(isOnPath ? depth + 1 : -1, token);
			token = read();
			if (token === ",") token = read();
		}
	}
	readValue(0);
	const { start, end, depth } = found;
	return depth === wanted.length ? { start, end } : { start, end: start + 1 };
}
