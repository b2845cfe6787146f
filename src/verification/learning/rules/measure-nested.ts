import { withValueAt } from "../../../values/json.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import type { ProviderResponse } from "../../contract.ts";
import { isFormRejected } from "../rejections/read-trial.ts";
import {
	applyRepairs,
	findObject,
	isSamePlace,
} from "../rejections/repairs.ts";
import {
	createTrierAt,
	listNested,
	type Measurement,
	placeOf,
	type Trier,
} from "./create-trier.ts";
import { listOffered, measureChoices } from "./measure-choices.ts";
import { measureLength } from "./measure-limits.ts";
import { measureUnknown, type RuleSearch } from "./measure-properties.ts";
import { measureRange } from "./measure-range.ts";
import { measureItems } from "./measure-sizes.ts";
import { renewIds, type Sources } from "./measure-words.ts";

/** The maximum number of words of a choice whose own properties are learnt. */
const MAX_VARIANTS = 4;

/** Lists the names at the place of a trier that repairs have added, by themselves or with the object around them. */
function listAdded({ at, own, repairs }: Trier): string[] {
	const place = placeOf(at);
	const added = repairs.flatMap((each) =>
		each.kind === "set" && each.documented === undefined
			? [[...each.at, each.name]]
			: [],
	);
	return Object.keys(own).filter((name) =>
		added.some((each) =>
			isSamePlace(each, [...place, name].slice(0, each.length)),
		),
	);
}

/** Measures the number of items in an array. */
async function measureArray(trier: Trier, name: string): Promise<void> {
	await measureItems(trier, name);
	const example = await trier.tryValue(name, []);
	if (example && !example.isTaken && isFormRejected(example.response))
		trier.rules.push({
			...{ at: [...trier.at, name], keywords: { minItems: 1 }, example },
			...{ expected: "any number of items", actual: "at least 1 item" },
		});
}

/** Measures the amounts of some properties, and those that only the response has. */
async function measureProperties(
	search: RuleSearch,
	inner: Trier,
	names: Iterable<string>,
	isStored: boolean,
): Promise<void> {
	const { isRecord } = search.sources;
	const { own, record, documented } = inner;
	for (const name of names) {
		const value = own[name];
		if (typeof value === "string") await measureLength(inner, name);
		if (Array.isArray(value)) await measureArray(inner, name);
		if (!isRecord(value, name))
			await measureRange(inner, name, value, isRecord);
	}
	const returned = Object.keys(record).filter(
		(each) => !(each in own) && !documented.includes(each),
	);
	for (const name of isStored ? returned : [])
		await measureUnknown({ ...search, trier: inner }, name);
}

/** Bodies with another word of a choice. */
interface Variant {
	readonly word: string;
	readonly trier: Trier;
	/** The names that the service requires with the word. */
	readonly names: readonly string[];
}

/** What it takes to learn what a word needs. */
interface Learning extends Required<Pick<Measurement, "learn">> {
	readonly sources: Sources;
	/** The rejection of a word that no service knows. */
	readonly rejection: ProviderResponse;
}

/** Lets only ids of records be renewed. Another value, such as a type, may need other properties. */
const selectSources = ({ sources }: RuleSearch): Sources => ({
	...sources,
	fresh: (id, text) =>
		sources.isRecord(id, text) ? sources.fresh(id, text) : undefined,
});

/** Learns what the service requires with another word of a choice, such as that of the type of an object. */
async function learnVariant(
	inner: Trier,
	name: string,
	word: string,
	{ learn, sources, rejection }: Learning,
): Promise<Variant | undefined> {
	const { at, rules, build, tryRequest } = inner;
	const createBody = () => withValueAt(inner.create(), [...at, name], word);
	const repairs = await learn(createBody, rejection);
	if (!repairs) return undefined;
	const create = () => applyRepairs(createBody(), repairs);
	// The word may have changed the record, as far as it needs one.
	const { body } = renewIds(inner, name, sources, create);
	const tried = await tryRequest(build(body));
	if (!tried?.isTaken) return undefined;
	const own = findObject(body, placeOf(at)) ?? {};
	const record = inner.readEcho(tried);
	const parts = { at, own, record, documentedAt: inner.documentedAt };
	const variant = createTrierAt({ ...inner, create }, parts);
	const known = inner.create();
	for (const each of repairs) {
		if (each.kind === "wrap") continue;
		const names = each.kind === "rename" ? [each.name, each.to] : [each.name];
		for (const own of names) {
			const value = findObject(body, each.at)?.[own];
			const [expected, actual] =
				value === undefined
					? ["accepted", "rejected"]
					: ["not required", "required"];
			const such = value ?? findObject(known, each.at)?.[own];
			rules.push({
				...{ at: [...each.at, own], expected, example: tried },
				actual: `${actual} with ${name} ${JSON.stringify(word)}, such as ${JSON.stringify(such)}`,
			});
		}
	}
	const names = listAdded({ ...variant, repairs: [...repairs] });
	return { word, trier: variant, names };
}

/** Learns what the service requires in the whole body with other words of a choice, such as the arguments of a command. */
export async function measureVariants(
	search: RuleSearch,
	{ learn }: Pick<Measurement, "learn">,
): Promise<void> {
	const { trier, choices } = search;
	const sources = selectSources(search);
	for (const { name, needing = [] } of choices) {
		const other =
			needing.length > 0 && (await trier.tryValue(name, uniqueWord()));
		if (!other || !learn) continue;
		const learning = { learn, sources, rejection: other.response };
		for (const word of needing.slice(0, MAX_VARIANTS))
			await learnVariant(trier, name, word, learning);
	}
}

/** Notes which added properties of an object the service requires only with some words of a choice. */
async function noteNeeds(
	{ at, own, repairs, build, tryRequest }: Trier,
	name: string,
	words: readonly string[],
	variants: readonly Variant[],
): Promise<void> {
	for (const [index, repair] of repairs.entries()) {
		if (repair.kind !== "set" || repair.name === name) continue;
		if (repair.only !== undefined || !(repair.name in own)) continue;
		if (!isSamePlace(repair.at, placeOf(at))) continue;
		const needing = [...words];
		for (const { trier, word } of variants) {
			const place = [...at, repair.name];
			const body = withValueAt(trier.create(), place, undefined);
			const tried = await tryRequest(build(body));
			if (tried?.isTaken === false) needing.push(word);
		}
		const isOptional = needing.length < words.length + variants.length;
		const listed = needing.map((each) => JSON.stringify(each)).join(", ");
		if (isOptional)
			repairs[index] = { ...repair, only: `with ${name} ${listed}` };
	}
}

/**
 * Measures the objects within a body: the words that their properties take, and what the service requires with each.
 * @param isStored whether the response is a record with what the body has
 */
export async function measureNested(
	search: RuleSearch,
	{ learn, isStored = false }: Pick<Measurement, "learn" | "isStored">,
): Promise<void> {
	const { trier } = search;
	const sources = selectSources(search);
	for (const name of listAdded(trier))
		if (Array.isArray(trier.own[name])) await measureArray(trier, name);
	const measured: (() => Promise<void>)[] = [];
	for (const inner of listNested(trier)) {
		const { own } = inner;
		const added = listAdded(inner);
		const free = new Set(added);
		const variants: Variant[] = [];
		for (const name of added) {
			if (typeof own[name] !== "string") continue;
			const word = uniqueWord();
			const tried = await inner.tryValue(name, word);
			if (!tried) continue;
			const told = listOffered(name, word, tried.response);
			// Without a list, what is said of a word is not about the words that are taken.
			if ([...told, ...sources.describedAs(name)].length < 2) continue;
			const { words, needing = [] } = await measureChoices(
				...([inner, name, sources] as const),
			);
			if (words.length > 0) free.delete(name);
			const found: Variant[] = [];
			for (const word of needing.slice(0, MAX_VARIANTS)) {
				const { response: rejection } = tried;
				const learning = learn && { learn, sources, rejection };
				const variant =
					learning && (await learnVariant(inner, name, word, learning));
				if (variant) found.push(variant);
			}
			await noteNeeds(inner, name, words, found);
			variants.push(...found);
		}
		measured.push(() => measureProperties(search, inner, free, isStored));
		for (const { trier: other, names } of variants)
			measured.push(() => measureProperties(search, other, names, isStored));
	}
	// What is learnt of any object comes before the amounts, which may need all other requests.
	for (const measure of measured) await measure();
}
