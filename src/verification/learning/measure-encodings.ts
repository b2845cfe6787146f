import { withValueAt } from "../../values/json.ts";
import { uniqueWord } from "../../values/unique-word.ts";
import type { Tried, Trier } from "./create-trier.ts";

const JSON_TYPE = "application/json";

const toForm = (text: string): string =>
	`${new URLSearchParams(
		Object.entries(JSON.parse(text)).map(([name, value]) => [name, `${value}`]),
	)}`;

/** Forms of a body of which services take different ones, each with a function that writes JSON with this word in it. */
const ENCODINGS: readonly (readonly [
	form: string,
	type: string,
	write: (text: string, word: string) => string | Buffer,
])[] = [
	[
		"a media type that ends with +json",
		"application/vnd.understudy+json",
		String,
	],
	["JSON declared as text/plain", "text/plain", String],
	["a form", "application/x-www-form-urlencoded", toForm],
	["JSON in a JSON text", JSON_TYPE, (text) => JSON.stringify(text)],
	[
		"bytes that are not UTF-8",
		JSON_TYPE,
		(text, word) => Buffer.from(text.replace(word, `${word}\xff`), "latin1"),
	],
	[
		"lone surrogates",
		JSON_TYPE,
		(text, word) => text.replace(word, `${word}\\ud800`),
	],
	[
		"numbers beyond the range of a double",
		JSON_TYPE,
		(text) => text.replace("{", '{"understudy":1e400,'),
	],
];

/**
 * Finds which forms of a body the service takes, although the document does not.
 * @param name a property that takes any text
 */
export async function measureEncodings(
	{ at, build, create, isDocumented, rules, sentName, tryRequest }: Trier,
	name: string,
): Promise<void> {
	const forms: string[] = [];
	let example: Tried | undefined;
	for (const [form, type, write] of ENCODINGS) {
		const word = uniqueWord();
		const { body, headers, ...request } = build(
			withValueAt(create(), [...at, sentName(name)], word),
		);
		const sent = {
			...{ ...request, headers: { ...headers, "content-type": type } },
			body: write(`${body}`, word),
		};
		const tried = await tryRequest(sent);
		if (!tried?.isTaken || isDocumented(sent)) continue;
		forms.push(form);
		example ??= tried;
	}
	const all = forms.join(", ");
	if (example)
		rules.push({
			...{ at: [], example },
			...{ expected: `rejects ${all}`, actual: `takes ${all}` },
		});
}
