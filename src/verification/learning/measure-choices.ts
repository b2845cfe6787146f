import { tryParseJson, withValueAt } from "../../values/json.ts";
import { uniqueWord } from "../../values/unique-word.ts";
import type { ProviderResponse } from "../contract.ts";
import type { Measurement, Tried, Trier } from "./create-trier.ts";
import { listChoices, listKinds } from "./guess-values.ts";
import { listArrays } from "./knowledge.ts";
import { isComplaintOf, isFormRejected, readTrial } from "./read-trial.ts";
import { isSamePlace } from "./repairs.ts";

const MAX_CHOICES = 12;

/** Returns what the service says about a property, without these values, and the place of another property. */
export function readRejection(
	name: string,
	values: readonly string[],
	{ response }: Pick<Parameters<Trier["readEcho"]>[0], "response">,
): readonly string[] {
	const { complaints } = readTrial([], {}, response);
	const own = complaints.filter((each) => isComplaintOf(each, name));
	return (own.length > 0 ? own : complaints).map(({ text, words, paths }) => {
		const masked = values.reduce(
			(left, each) => left.replaceAll(each, "…"),
			text,
		);
		const [path = []] = paths;
		const isPlaced = words.length === 0 && path.at(-1) !== name;
		return isPlaced ? `${path.join(".")}: ${masked}` : masked;
	});
}

/** A text that only lists quoted words. */
const LIST = /^\W*["'][^"']+["'](, ["'][^"']+["'])+\W*$/;

const listTexts = (value: unknown): string[] =>
	typeof value === "object" && value !== null
		? Object.values(value).flatMap(listTexts)
		: typeof value === "string"
			? [value]
			: [];

/** Lists the words that a service offers in place of another one, which it rejects. */
export const listOffered = (
	name: string,
	word: string,
	response: ProviderResponse,
): string[] => [
	...listArrays(tryParseJson(`${response.body}`)),
	...listTexts(tryParseJson(`${response.body}`))
		.filter((text) => LIST.test(text))
		.flatMap((text) => listChoices(text, name)),
	...readRejection(name, [word], { response }).flatMap((text) =>
		listChoices(text, name),
	),
];

const MAX_STEPS = 4;

/**
 * Adds what the service says that a body lacks, one property after another.
 * @returns what the service says of each body
 */
async function followComplaints(
	{ at, build, tryRequest }: Pick<Trier, "at" | "build" | "tryRequest">,
	first: Tried,
): Promise<string[]> {
	const said: string[] = [];
	const places: string[] = [];
	let body = tryParseJson(`${first.request.body}`);
	let tried: Tried | undefined = first;
	while (tried && !tried.isTaken && said.length < MAX_STEPS) {
		const { complaints } = readTrial([], body, tried.response);
		const [
			{
				text,
				paths: [path = []],
			} = { text: "", paths: [] },
		] = complaints;
		const { status } = tried.response;
		said.push(
			`${text}${status === first.response.status ? "" : `, ${status}`}`,
		);
		if (path.length === 0 || !isFormRejected(tried.response)) break;
		const isInner = path.length > 1 || places.includes(path.join("."));
		const [make = () => (isInner ? uniqueWord() : {})] = listKinds(text);
		places.push(path.join("."));
		body = withValueAt(body, [...at, ...path], make(undefined));
		tried = await tryRequest(build(body));
	}
	return said.filter((text) => text !== "");
}

/** Finds which words a property takes if it takes only some, and which of them need more. */
export async function measureChoices(
	{ at, build, create, own, record, rules, tryRequest, tryValue }: Trier,
	name: string,
	{
		alternatives,
		describedAs,
		fresh,
		shown,
	}: Required<
		Pick<Measurement, "alternatives" | "describedAs" | "fresh" | "shown">
	>,
): Promise<void> {
	/** Tries a word with records that no other word has changed. */
	async function tryWord(choice: string) {
		const others = Object.entries(own).flatMap(([each, value]) => {
			const id = each === name ? undefined : fresh(value);
			return id === undefined ? [] : [[each, id] as const];
		});
		return tryRequest(
			build(
				[...others, [name, choice] as const].reduce<unknown>(
					(body, [each, value]) => withValueAt(body, [...at, each], value),
					create(),
				),
			),
		);
	}
	const word = uniqueWord();
	const rejected = await tryValue(name, word);
	if (!rejected || rejected.isTaken || !isFormRejected(rejected.response))
		return;
	const like = own[name] ?? record[name];
	const told = [
		...describedAs(name),
		...listOffered(name, word, rejected.response),
	];
	const seen = name in own ? shown(name) : [];
	const alternative = alternatives.filter(
		(each) => each.name === name && isSamePlace(each.at, at),
	);
	const known = [
		...(name in own ? [own[name]] : []),
		...alternative.map(({ value }) => value),
	];
	const taken: string[] = [];
	const others: string[] = [];
	const tryAll = async (choices: readonly unknown[]): Promise<void> => {
		for (const choice of new Set(choices.slice(0, MAX_CHOICES))) {
			if (typeof choice !== "string") continue;
			if (known.includes(choice)) {
				taken.push(JSON.stringify(choice));
				continue;
			}
			const tried = await tryWord(choice);
			if (!tried) return;
			if (tried.isTaken) taken.push(JSON.stringify(choice));
			else if (isFormRejected(tried.response)) {
				const ofWord = readRejection(name, [word, choice], rejected);
				const [why = "", ...more] = readRejection(name, [word, choice], tried);
				if ([why, ...more].some((text) => ofWord.includes(text)) || why === "")
					continue;
				const said = await followComplaints({ at, build, tryRequest }, tried);
				const all = [why, ...said.slice(1)].filter(
					(text, index, texts) =>
						texts.findIndex((each) => each.includes(text)) === index,
				);
				others.push(`${JSON.stringify(choice)} (${all.join("; ")})`);
			}
		}
	};
	await tryAll([like, ...told, ...seen, ...known]);
	// Without a list, the names of other properties may be words, such as that of what a kind of record needs.
	if (told.length === 0 && taken.length > 0) await tryAll(Object.keys(record));
	if (taken.length === 0 || taken.length + others.length < 2) return;
	const more =
		others.length > 0 ? `; not without more: ${others.join(", ")}` : "";
	const conflicts = alternative.flatMap(({ value, conflict }) =>
		conflict ? [`${JSON.stringify(value)} (${conflict})`] : [],
	);
	const inStates =
		conflicts.length > 0
			? `; 409 for some records: ${conflicts.join(", ")}`
			: "";
	const some =
		told.length < 2 && seen.length + alternatives.length > 0
			? "some values, such as "
			: "";
	rules.push({
		...{ at: [...at, name], expected: "any text", example: rejected },
		actual: `only ${some}${taken.join(", ")}${more}${inStates}`,
	});
}
