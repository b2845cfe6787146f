import { gzipSync } from "node:zlib";
import { withValueAt } from "../../values/json.ts";
import { uniqueWord } from "../../values/unique-word.ts";
import type { Tried, Trier } from "./create-trier.ts";

const JSON_TYPE = "application/json";
const TEXT = "text/plain";

const toForm = (text: string): string =>
	`${new URLSearchParams(
		Object.entries(JSON.parse(text)).map(([name, value]) => [name, `${value}`]),
	)}`;

const LARGE = 2 ** 20 + 1;

/**
 * Forms of a body of which services take different ones. Each has a media type, a function that writes JSON with this
 * word in it, and perhaps an encoding.
 */
const FORMS: readonly (readonly [
	form: string,
	type: string | undefined,
	encode: (text: string, word: string) => string | Buffer,
	encoding?: string,
])[] = [
	[
		"a media type that ends with +json",
		"application/vnd.understudy+json",
		String,
	],
	["JSON declared as text/plain", TEXT, String],
	["JSON without a media type", undefined, String],
	["a form", "application/x-www-form-urlencoded", toForm],
	["a compressed body", JSON_TYPE, (text) => gzipSync(text), "gzip"],
	[
		"a body over 1 MiB that is declared as text/plain",
		TEXT,
		(text) => text.padEnd(LARGE),
	],
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
 * Finds which forms of a body the service takes, although the document does not, and which it rejects with another
 * status than the document.
 * @param name a property that takes any text
 */
export async function measureEncodings(
	{
		at,
		build,
		create,
		operation,
		rules,
		sentName,
		statusOf,
		tryRequest,
	}: Trier,
	name: string,
): Promise<void> {
	const { invalid, malformed = invalid } = operation.problems;
	const write = (word: string) =>
		build(withValueAt(create(), [...at, sentName(name)], word));
	// A property that does not take any text would be the reason for each rejection.
	if (!(await tryRequest(write(uniqueWord())))?.isTaken) return;
	const groups = new Map<string, { forms: string[]; example: Tried }>();
	for (const [form, type, encode, encoding] of FORMS) {
		const word = uniqueWord();
		const { body, headers, ...request } = write(word);
		const { "content-type": _, ...others } = headers ?? {};
		const sent = {
			...request,
			headers: {
				...others,
				...(type !== undefined && { "content-type": type }),
				...(encoding !== undefined && { "content-encoding": encoding }),
			},
			body: encode(`${body}`, word),
		};
		const example = await tryRequest(sent);
		const documented = statusOf(sent);
		if (!example || documented === operation.success) continue;
		const { status } = example.response;
		// Other statuses for invalid JSON are those for every invalid body.
		const isSame = status === documented || documented === malformed;
		if (!example.isTaken && isSame) continue;
		const key = example.isTaken ? "takes" : `${documented} ${status}`;
		const group = groups.get(key) ?? { forms: [], example };
		group.forms.push(form);
		groups.set(key, group);
	}
	for (const [key, { forms, example }] of groups) {
		const all = forms.join(", ");
		const [documented, status] = key.split(" ");
		rules.push({
			...{ at: [], example },
			...(status === undefined
				? { expected: `rejects ${all}`, actual: `takes ${all}` }
				: { expected: `${documented} to ${all}`, actual: status }),
		});
	}
}
