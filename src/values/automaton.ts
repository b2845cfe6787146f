/** A form in which a credential may be repeated. */
export interface Form {
	readonly text: string;
	/** If the text is cut off within the form, the part before the cut is redacted if it is at least this long. */
	readonly minLength: number;
}

/** A text that at least one form starts with: a node of the automaton. */
export interface Prefix {
	readonly longer: Map<string, Prefix>;
	/** The longest other prefix that this prefix ends with. */
	shorter: Prefix | undefined;
	/** The length of the longest complete form at the end of this prefix; 0 if no form ends here. */
	form: number;
	/**
	 * If the text is cut off here, the length of the longest beginning of a form to redact; 0 if all beginnings are
	 * shorter than their `minLength`.
	 */
	cut: number;
}

const createPrefix = (): Prefix => ({
	longer: new Map(),
	shorter: undefined,
	form: 0,
	cut: 0,
});

/** Reads one more character. Returns the longest prefix at the end of the text read so far. */
export function extend(
	prefix: Prefix,
	character: string,
	empty: Prefix,
): Prefix {
	let from: Prefix | undefined = prefix;
	while (from && !from.longer.has(character)) from = from.shorter;
	return from?.longer.get(character) ?? empty;
}

/** Creates an Aho-Corasick automaton, which finds all forms in time linear in the length of the text. */
export function createAutomaton(forms: readonly Form[]): Prefix {
	const empty = createPrefix();
	for (const { text, minLength } of forms) {
		let prefix = empty;
		for (const [index, character] of text.split("").entries()) {
			const length = index + 1;
			const longer = prefix.longer.get(character) ?? createPrefix();
			prefix.longer.set(character, longer);
			prefix = longer;
			if (length >= minLength) prefix.cut = length;
		}
		prefix.form = text.length;
	}
	const queue = [empty];
	for (const prefix of queue)
		for (const [character, longer] of prefix.longer) {
			const { shorter } = prefix;
			longer.shorter = shorter ? extend(shorter, character, empty) : empty;
			longer.form ||= longer.shorter.form;
			longer.cut ||= longer.shorter.cut;
			queue.push(longer);
		}
	return empty;
}
