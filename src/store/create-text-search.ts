/**
 * Folds the case of a text. Lower case alone is not enough: a sigma at the end of a word has another lower case
 * (Unicode SpecialCasing, Final_Sigma).
 */
const fold = (text: string): string => text.toLowerCase().toUpperCase();

/** The maximum length of a text that is searched with `includes`. Longer texts are rare. */
const MAX_INCLUDED = 256;

/**
 * Creates a Knuth-Morris-Pratt search, which takes linear time. `includes` takes quadratic time for some texts: half
 * a minute for 400 KB in 800 KB.
 */
function createLinearSearch(sought: string): (text: string) => boolean {
	/** By the length of a prefix: the length of the longest shorter prefix at its end. */
	const shorter = new Int32Array(sought.length + 1);
	/** Returns the length of the longest prefix at the end of the text after one more character. */
	function extend(prefix: number, code: number): number {
		let length = prefix;
		while (length > 0 && sought.charCodeAt(length) !== code)
			length = shorter[length] ?? 0;
		return sought.charCodeAt(length) === code ? length + 1 : 0;
	}
	for (let index = 1; index < sought.length; index++)
		shorter[index + 1] = extend(shorter[index] ?? 0, sought.charCodeAt(index));
	return (text) => {
		let prefix = 0;
		for (let index = 0; index < text.length && prefix < sought.length; index++)
			prefix = extend(prefix, text.charCodeAt(index));
		return prefix === sought.length;
	};
}

/** Returns a function that tells whether other texts contain the text, by default ignoring case. */
export function createTextSearch(
	text: string,
	isCaseSensitive = false,
): (other: string) => boolean {
	const convert = isCaseSensitive ? String : fold;
	const sought = convert(text);
	if (sought.length <= MAX_INCLUDED)
		return (other) => convert(other).includes(sought);
	let search: ReturnType<typeof createLinearSearch> | undefined;
	return (other) => {
		const searched = convert(other);
		if (searched.length < sought.length) return false;
		search ??= createLinearSearch(sought);
		return search(searched);
	};
}
