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
import type { Sources } from "./measure-words.ts";

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

/** Learns what the service requires with another word of a choice, such as that of the type of an object. */
async function learnVariant(
	inner: Trier,
	name: string,
	word: string,
	learn: NonNullable<Measurement["learn"]>,
	rejection: ProviderResponse,
): Promise<Variant | undefined> {
	const { at, rules, build, tryRequest } = inner;
	const createBody = () => withValueAt(inner.create(), [...at, name], word);
	const repairs = await learn(createBody, rejection);
	if (!repairs) return undefined;
	const create = () => applyRepairs(createBody(), repairs);
	const body = create();
	const tried = await tryRequest(build(body));
	if (!tried?.isTaken) return undefined;
	const own = findObject(body, placeOf(at)) ?? {};
	const record = inner.readEcho(tried);
	const parts = { at, own, record, documentedAt: inner.documentedAt };
	const variant = createTrierAt({ ...inner, create }, parts);
	const added = listAdded({ ...variant, repairs: [...repairs] });
	for (const each of added)
		rules.push({
			...{ at: [...at, each], expected: "not required", example: tried },
			actual: `required with ${name} ${JSON.stringify(word)}, such as ${JSON.stringify(own[each])}`,
		});
	return { word, trier: variant, names: added };
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
	const { isRecord, fresh } = search.sources;
	const sources: Sources = {
		...search.sources,
		// Another record may have another type, which needs other properties.
		fresh: (id, text) => (isRecord(id, text) ? fresh(id, text) : undefined),
	};
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
				const variant =
					learn &&
					(await learnVariant(inner, name, word, learn, tried.response));
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
