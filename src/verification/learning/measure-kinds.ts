import { isDeepStrictEqual } from "node:util";
import { tryParseJson } from "../../values/json.ts";
import { uniqueWord } from "../../values/unique-word.ts";
import type { MeasuredRule, Trier } from "./create-trier.ts";

/** Values of each kind, to find out which kinds a property accepts. */
const KINDS: readonly (readonly [kind: string, create: () => unknown])[] = [
	["a text", uniqueWord],
	["an empty text", () => ""],
	["a number", () => 5],
	["a boolean", () => true],
	["null", () => null],
	["an object", () => ({ understudy: 1 })],
	["an array", () => [1]],
	["an array of texts", () => ["understudy"]],
];

/** Finds another name under which the service accepts an object that it drops under the documented name. */
export async function findRename(
	{ at, documented, record, repairs, readEcho, sentName, tryValue }: Trier,
	name: string,
	value: unknown,
): Promise<(MeasuredRule["example"] & { readonly body: unknown }) | undefined> {
	const kept = await tryValue(name, value);
	if (!kept?.isTaken || isDeepStrictEqual(readEcho(kept)[name], value))
		return undefined;
	for (const other of Object.keys(record)) {
		if (documented.map(sentName).includes(other)) continue;
		const tried = await tryValue(other, value);
		if (!tried?.isTaken || !isDeepStrictEqual(readEcho(tried)[other], value))
			continue;
		repairs.push({ kind: "rename", at, name, to: other });
		return { ...tried, body: tryParseJson(`${tried.request.body}`) };
	}
	return undefined;
}

/** Finds the accepted kinds of values for properties that the document lacks, or that allow any value. */
export async function measureKinds(
	{ at, rules, tryValue, readEcho }: Trier,
	name: string,
	like: unknown,
): Promise<void> {
	const taken: string[] = [];
	const changed: string[] = [];
	let changing: MeasuredRule["example"] | undefined;
	let rejecting: MeasuredRule["example"] | undefined;
	for (const [kind, createValue] of KINDS) {
		const value = createValue();
		const tried = await tryValue(name, value);
		if (!tried) return;
		if (tried.isTaken) taken.push(kind);
		else if (tried.response.status < 500) rejecting ??= tried;
		const echo = tried.isTaken ? readEcho(tried) : {};
		if (!(name in echo) || isDeepStrictEqual(echo[name], value)) continue;
		changed.push(`${kind} as ${JSON.stringify(echo[name])}`);
		changing ??= tried;
	}
	// A value that the service generates always differs.
	if (changing && changed.length < KINDS.length)
		rules.push({
			...{ at: [...at, name], expected: "comes back as sent" },
			...{ actual: changed.join(", "), example: changing },
		});
	if (!rejecting) return;
	const isChoice =
		typeof like === "string" && !taken.includes("a text") && like !== "";
	const same = isChoice ? await tryValue(name, like) : undefined;
	const some = same?.isTaken ? [`the text ${JSON.stringify(like)}`] : [];
	const others = taken.filter(
		(each) => each !== "an array of texts" || !taken.includes("an array"),
	);
	if (some.length + others.length === 0) return;
	rules.push({
		...{ at: [...at, name], expected: "any value", example: rejecting },
		actual: `only values like ${[...some, ...others].join(", ")}`,
	});
}
