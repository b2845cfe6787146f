/** A form in which a credential may be repeated. */
export interface Form {
	readonly text: string;
	/** How many characters of it are redacted if the rest is cut. */
	readonly minLength: number;
}

/** A text with which one of the forms begins. */
export interface Prefix {
	readonly longer: Map<string, Prefix>;
	/** The longest prefix that this one ends with, itself excluded. */
	shorter: Prefix | undefined;
	/** The length of the longest form that this prefix ends with; 0 if there is none. */
	form: number;
	/** The length of the longest prefix that it ends with, and that is redacted if the rest is cut; 0 if there is none. */
	cut: number;
}

const createPrefix = (): Prefix => ({
	longer: new Map(),
	shorter: undefined,
	form: 0,
	cut: 0,
});

/** Returns the longest prefix that the text ends with, after a prefix and one more character. */
export function extend(
	prefix: Prefix,
	character: string,
	empty: Prefix,
): Prefix {
	let from: Prefix | undefined = prefix;
	while (from && !from.longer.has(character)) from = from.shorter;
	return from?.longer.get(character) ?? empty;
}

/** Creates the automaton of Aho and Corasick, which finds all forms in time that is linear in the text. */
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
