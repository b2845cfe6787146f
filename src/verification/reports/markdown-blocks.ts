import { plain, plainLines } from "../../values/plain.ts";

/** Returns text as code on one line. */
export const code = (text: string): string =>
	`\`${plain(text.replaceAll("`", "'"))}\``;

/** Escapes text for one line of Markdown. The text of a response may contain any character. */
export const cell = (text: string): string =>
	plain(text.replaceAll(/\s+/g, " ")).replaceAll(/[\\`*_[\]<>|~]/g, "\\$&");

/** Returns a block of code. The text cannot end the block. */
export function fence(language: string, text: string): string[] {
	const longest = Math.max(
		0,
		...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length),
	);
	const marks = "`".repeat(Math.max(longest + 1, 3));
	return [`${marks}${language}`, plainLines(text), marks, ""];
}

/** Returns the lines of a list. */
export const list = (items: readonly string[]): string[] =>
	items.map((item) => `- ${item}`);

/** Returns folded lines with a title. Markdown in the title has no effect. */
export function fold(title: string, lines: readonly string[]): string[] {
	const text = plain(title.replaceAll(/\s+/g, " ")).replaceAll(
		/[&<>]/g,
		(found) => `&#${found.charCodeAt(0)};`,
	);
	return [
		`<details><summary>${text}</summary>`,
		...["", ...lines],
		...(lines.at(-1) === "" ? [] : [""]),
		...["</details>", ""],
	];
}
