import { readFile } from "node:fs/promises";
import { join } from "node:path";

export const ROOT: string = join(import.meta.dirname, "../../..");

export const readPage = (path: string): Promise<string> =>
	readFile(join(ROOT, path), "utf8");

export interface CodeBlock {
	readonly language: string;
	readonly text: string;
}

/** Returns the blocks of code of a page in these languages. */
export const findBlocks = (
	page: string,
	...languages: readonly string[]
): CodeBlock[] =>
	[...page.matchAll(/^```(\w+)\n(.*?)^```/gms)]
		.map(([, language = "", text = ""]) => ({ language, text }))
		.filter(({ language }) => languages.includes(language));

/** Returns the commands of a transcript, each with the lines that it prints. */
export const readTranscript = (
	text: string,
): { readonly command: string; readonly printed: readonly string[] }[] =>
	text
		.split(/^\$ /m)
		.slice(1)
		.map((each) => {
			const [command = "", ...printed] = each.trim().split("\n");
			return { command, printed };
		});

/** Points the URLs of the documentation at another server. */
export const pointAt = (text: string, url: string): string =>
	text.replaceAll(/http:\/\/(127\.0\.0\.1|mock\.internal):4010/g, url);

/** Replaces what differs from run to run: ids, times, durations with the spaces that align them, and the messages of curl. */
export const hideVarying = (text: string): string =>
	text
		.replace(/(?<=zap_|aud_)[0-9A-Z]{26}/g, "<ulid>")
		.replace(/\d{4}-\d\d-\d\dT[0-9:.]+Z/g, "<time>")
		.replace(/\d\d:\d\d:\d\d/g, "<time>")
		.replace(/(?<=\b[24]0[04] +)\d+\.\d+ */g, "<ms> ")
		.replace(/^(TIME.*) MS +/gm, "$1 MS ")
		.replace(/^curl: \((\d+)\).*$/gm, "curl: ($1)");
