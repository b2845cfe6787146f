/** Quoted text in a sentence. */
const QUOTED = /[`'"“‘]([^`'"”’\s]+)[`'"”’]/g;
const IDENTIFIER = /[A-Za-z_][\w-]*(?:(?:\.|\[\d+\]\.?)[\w-]+)*/g;

export const listWords = (text: string): readonly string[] =>
	text.match(IDENTIFIER) ?? [];

/** Whether an identifier consists of joined parts, unlike the words of a language. */
const isJoined = (word: string): boolean => /[a-z][A-Z]|[_.[\]]/.test(word);

/** Returns the parts of a sentence that are probably names: a path at its start, quoted and joined words, words beside a colon. */
export function listNames(text: string): string[] {
	const quoted = Array.from(text.matchAll(QUOTED), ([, name = ""]) => name);
	const [, last = ""] = /:\s*([A-Za-z_][\w.[\]-]*)\W*$/.exec(text) ?? [];
	const before = Array.from(
		text.matchAll(/([A-Za-z_][\w.[\]-]*):/g),
		([, name = ""]) => name,
	);
	const [pointer = ""] = /^[\w.-]*(\/[\w.-]+)+(?=\s)/.exec(text) ?? [];
	return [
		...[pointer, ...quoted],
		...[...listWords(text).filter(isJoined), last, ...before],
	];
}
