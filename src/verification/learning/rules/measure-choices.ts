import { tryParseJson, withValueAt } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import type { ProviderResponse } from "../../contract.ts";
import { listArrays } from "../bodies/lesson.ts";
import type { Choice } from "../effects/measure-effects.ts";
import {
	type RejectedExchange,
	readExchange,
} from "../rejections/describe-rejection.ts";
import {
	compactName,
	isFormRejected,
	maskValues,
	mayBeComplaintOf,
	withoutNumbers,
} from "../rejections/read-trial.ts";
import { listChoices } from "../values/guess-values.ts";
import type { Trier } from "./create-trier.ts";
import {
	findNeeds,
	type Other,
	renewIds,
	type Sources,
} from "./measure-words.ts";

const MAX_CHOICES = 12;
const MAX_OFFERED = 16;
const CONFLICT = 409;
/** The maximum number of complaints about a word that are told. */
const MAX_SAID = 3;
/** The maximum number of words that are made in the style of a known one. */
const MAX_MADE = 32;

/** Names that the sentence of a whole rejection may have. */
const OF_WHOLE = /^(msg|message|errors?|details?|title|reason)$/i;

/** Returns what the service says about a property, without these values, and the place of another property. */
export function readRejection(
	name: string,
	values: readonly string[],
	rejected: RejectedExchange,
): readonly string[] {
	const { complaints } = readExchange(rejected);
	const own = complaints.filter((each) => mayBeComplaintOf(each, name));
	return (own.length > 0 ? own : complaints).map(({ text, words, paths }) => {
		const masked = maskValues(text, values);
		const [path = []] = paths;
		const last = path.at(-1) ?? "";
		const isOther =
			compactName(last) !== compactName(name) && !OF_WHOLE.test(last);
		const isPlaced =
			words.length === 0 && isOther && !masked.includes(`${last}"`);
		return isPlaced ? `${path.join(".")}: ${masked}` : masked;
	});
}

/** Returns what a service says without numbers, such as the column of a mistake, which depends on the length of a word. */
const compact = (said: string): string =>
	withoutNumbers(said).replaceAll(/…+/g, "…");

/** A text that only lists quoted words. */
const LIST = /^\W*["'][^"']+["'](, ["'][^"']+["'])+\W*$/;

/** Lists the texts in a value. */
export const listTexts = (value: unknown): string[] =>
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
		.flatMap((text) => listChoices(text, name, MAX_OFFERED)),
	...readRejection(name, [word], { response }).flatMap((text) =>
		listChoices(text, name, MAX_OFFERED),
	),
];

/**
 * Finds which words a property takes if it takes only some, and which of them need more.
 * @returns the words that it takes, and those which need more
 */
export async function measureChoices(
	trier: Trier,
	name: string,
	sources: Sources,
): Promise<Omit<Choice, "name">> {
	const { describedAs, shown, alike } = sources;
	const { at, build, create, own, record, rules, tryRequest, tryValue } = trier;
	const word = uniqueWord();
	const rejected = await tryValue(name, word);
	if (!rejected || rejected.isTaken || !isFormRejected(rejected.response))
		return { words: [] };
	const { status: usual } = rejected.response;
	let unchanged: unknown;
	/** Tries a word with records that no other word has changed. */
	async function tryWord(choice: string) {
		unchanged ??= renewIds(trier, name, sources, create).body;
		const tried = await tryRequest(
			build(withValueAt(unchanged, [...at, name], choice)),
		);
		if (tried?.isTaken || tried?.response.status !== usual)
			unchanged = undefined;
		return tried;
	}
	const like = own[name] ?? record[name];
	const told = [
		...describedAs(name),
		...listOffered(name, word, rejected.response),
	];
	const seen = name in own ? shown(name) : [];
	const taken: string[] = [];
	const others: Other[] = [];
	const tryAll = async (
		choices: readonly unknown[],
		limit: number = MAX_CHOICES,
	): Promise<void> => {
		for (const choice of new Set(choices.slice(0, limit))) {
			if (typeof choice !== "string" || taken.includes(choice)) continue;
			if (choice === own[name]) {
				taken.push(choice);
				continue;
			}
			const tried = await tryWord(choice);
			if (!tried) return;
			if (tried.isTaken) taken.push(choice);
			else if (isFormRejected(tried.response)) {
				const ofWord = readRejection(name, [word, choice], rejected).map(
					compact,
				);
				const said = readRejection(name, [word, choice], tried);
				const { status } = tried.response;
				// The state of the record may not allow a word, without a reason in the rejection.
				const isConflict = status === CONFLICT && status !== usual;
				const why =
					said.slice(0, MAX_SAID).join(", ") || (isConflict ? `${status}` : "");
				if (why !== "" && !said.some((text) => ofWord.includes(compact(text))))
					others.push({ word: choice, why, status });
			}
		}
	};
	await tryAll([like, ...told, ...seen]);
	// A rejection without a list of the words has other ones, such as the type of the value.
	const isListed = told.some(
		(each) => taken.includes(each) || others.some(({ word }) => word === each),
	);
	// Without a list, the names of other properties may be words, such as that of what a kind of record needs.
	if (!isListed && taken.length > 0) await tryAll(Object.keys(record));
	const isMade = !isListed && taken.length === 1;
	if (isMade && typeof own[name] === "string")
		await tryAll(alike(own[name]), MAX_MADE);
	if (taken.length === 0) return { words: taken };
	if (name in own)
		await findNeeds(
			trier,
			name,
			sources,
			taken,
			others.map((each) => each.word),
			!isMade,
		);
	if (taken.length + others.length < 2) return { words: taken };
	const more = others.map(
		({ word, why }) => `${JSON.stringify(word)} (${why})`,
	);
	const isAll =
		(isListed && told.length >= 2) || (seen.length === 0 && !isMade);
	const words = taken.map((each) => JSON.stringify(each));
	rules.push({
		...{ at: [...at, name], expected: "any text", example: rejected },
		...(isAll && {
			keywords: { enum: [...taken, ...others.map((each) => each.word)] },
		}),
		actual: `only ${isAll ? "" : "some values, such as "}${words.join(", ")}${more.length > 0 ? `; not without more: ${more.join(", ")}` : ""}`,
	});
	const [first = ""] = taken;
	const lower = first.toLowerCase();
	const tried = await tryWord(lower === first ? first.toUpperCase() : lower);
	if (tried) {
		const [expected, actual] = tried.isTaken
			? ["regards the case of letters", "ignores the case of letters"]
			: ["ignores the case of letters", "regards the case of letters"];
		rules.push({ at: [...at, name], expected, actual, example: tried });
	}
	const spaced = await tryWord(` ${first} `);
	if (spaced?.isTaken)
		rules.push({
			...{ at: [...at, name], example: spaced },
			expected: "regards the white space around it",
			actual: "ignores the white space around it",
		});
	const ofState = others.filter(({ status }) => status === CONFLICT);
	const needing = others.filter(({ status }) => status !== CONFLICT);
	const said = others
		.map(({ why }) => why)
		.join(" ")
		.split(/[^\w-]+/);
	const bound = Object.keys(own).filter(
		(each) => each !== name && said.includes(each),
	);
	return {
		// Another word may lead to the state that a word needs.
		words: [...taken, ...ofState.map(({ word }) => word)],
		...{
			needing: needing.map(({ word }) => word),
			...(bound.length > 0 && { bound }),
		},
	};
}
