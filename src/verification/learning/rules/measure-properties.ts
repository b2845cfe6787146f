import { isDeepStrictEqual } from "node:util";
import type { Choice } from "../effects/measure-effects.ts";
import type { Repair } from "../rejections/repairs.ts";
import type { Measurement, Tried, Trier, Values } from "./create-trier.ts";
import {
	dropIgnored,
	dropUnknown,
	findHidden,
	isHiddenReference,
} from "./find-hidden.ts";
import { measureChoices } from "./measure-choices.ts";
import { type Kinds, measureKinds } from "./measure-kinds.ts";
import { measureLength } from "./measure-limits.ts";
import { measureRange } from "./measure-range.ts";
import { measureItems, measureMap, measureTexts } from "./measure-sizes.ts";
import type { Sources } from "./measure-words.ts";
import { OBJECT_OF_TEXTS } from "./try-kinds.ts";

/** A number that most properties for numbers take. */
const USUAL_NUMBER = 5;

/** Measures which values a property takes that the document lacks, and its default if no body needs it. */
async function measureValues(
	trier: Trier,
	name: string,
	{ taken, isList }: Kinds,
	like: unknown,
	isRecord: Sources["isRecord"],
): Promise<void> {
	const { at, own, record, rules, build, create, readEcho, tryRequest } = trier;
	if (isList) await measureTexts(trier, name);
	if (taken.includes(OBJECT_OF_TEXTS)) await measureMap(trier, name);
	if (name in own) return;
	if (taken.includes("a number") && !taken.includes("a text"))
		await measureRange(trier, name, like, isRecord);
	const without =
		name in record ? await tryRequest(build(create())) : undefined;
	const value = record[name];
	if (without?.isTaken && isDeepStrictEqual(readEcho(without)[name], value))
		rules.push({
			...{ at: [...at, name], expected: "no default", example: without },
			actual: `${JSON.stringify(value)} if it is left out`,
			keywords: { default: value },
		});
}

const TIME_OR_ID =
	/^\d{4}-\d{2}-\d{2}T|^[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{16,}$/i;

/** The maximum number of undocumented properties that are measured. */
const MAX_PROPERTIES = 10;

/** What an operation is measured by, and what was found so far. */
export interface RuleSearch {
	readonly trier: Trier;
	readonly sources: Sources &
		Required<Pick<Measurement, "idFor" | "references">>;
	/** The optional documented properties with an object, and its example. */
	readonly optional: readonly (readonly [name: string, value: Values])[];
	/** The names in responses of the service. */
	readonly shown: readonly string[];
	/** Whether a response has the property by the document. */
	isReturned(name: string): boolean;
	readonly choices: Choice[];
	readonly references: Repair[];
}

const isText = (value: unknown): boolean =>
	typeof value === "string" || value === null;

const isBlamed = ({ usual }: Trier, name: string): boolean =>
	usual?.blames(name) ?? false;

/** Lists the names that the document lacks, and those of optional objects. */
export async function listUnknown({
	trier,
	sources: { idFor, references },
	optional,
}: RuleSearch): Promise<string[]> {
	const { own, record, documented, sentName } = trier;
	const known = documented.map((each) => sentName(each).toLowerCase());
	const isGenerated = (name: string): boolean =>
		/^_*id$/i.test(name) || TIME_OR_ID.test(`${record[name]}`);
	const names = Object.keys({ ...own, ...record })
		.filter(
			(name) =>
				!known.includes(name.toLowerCase()) && !documented.includes(name),
		)
		.filter((name) => name in own || !isGenerated(name));
	const hidden: string[] = [];
	for (const name of references.filter(
		(each) => !(each in record) && !(each in own),
	))
		if (await isHiddenReference(trier, name, idFor(name))) hidden.push(name);
	const sent = names.filter((name) => name in own);
	const returned = names.filter((name) => !(name in own));
	const left = await dropUnknown(trier, returned);
	const others = [...sent, ...(await dropIgnored(trier, left))];
	// A service may ignore the case of names.
	return [
		...hidden,
		...new Map(
			[...optional.map(([name]) => sentName(name)), ...others.toReversed()].map(
				(name) => [name.toLowerCase(), name],
			),
		).values(),
	].slice(0, MAX_PROPERTIES);
}

/** Measures which words a property takes. */
export async function measureChoice(
	{ trier, sources, choices }: RuleSearch,
	name: string,
): Promise<void> {
	const { own, record } = trier;
	// The id of a record is no word, although most texts are rejected.
	if (sources.isRecord(own[name] ?? record[name], name)) return;
	const found = await measureChoices(trier, name, sources);
	if (found.words.length > 0 && name in own) choices.push({ name, ...found });
}

/** Measures which values a property takes that the document lacks. */
export async function measureUnknown(
	search: RuleSearch,
	name: string,
): Promise<void> {
	const { trier, sources, shown, references } = search;
	const { own, record, at } = trier;
	const { isRecord, idFor } = sources;
	if (isBlamed(trier, name)) return;
	const like = own[name] ?? record[name] ?? idFor(name);
	const kinds = await measureKinds(
		...([trier, name, like] as const),
		{ isReturned: search.isReturned(name), isShown: shown.includes(name) },
		isRecord,
	);
	if (kinds.isReference && !(name in own)) {
		references.push({ kind: "set", at, name, make: () => like });
		return;
	}
	if (kinds.isChoice) await measureChoice(search, name);
	if (!kinds.isKnown) return;
	await measureValues(trier, name, kinds, like, isRecord);
}

/** Lists the documented properties for which the service takes another text than the documented one. */
export const listChosen = (trier: Trier): string[] =>
	trier.documented.map(trier.sentName).filter(
		(name) =>
			!isBlamed(trier, name) &&
			trier.repairs.some(
				(each) =>
					each.kind === "set" &&
					each.name === name &&
					typeof trier.own[name] === "string" &&
					// Other repairs change the spelling of a text.
					each.make("one") === each.make("other"),
			),
	);

/** Finds which values that are no texts come back as texts from a documented property for texts. */
async function measureConversion(
	{ at, rules, readEcho, tryValue }: Trier,
	name: string,
): Promise<void> {
	// Another record may have a usual number.
	const number = Math.ceil(Math.random() * 1e6);
	const changed: string[] = [];
	const sent = new Map<string, unknown>();
	let example: Tried | undefined;
	for (const [kind, value] of Object.entries({ number, boolean: true })) {
		const tried = await tryValue(name, value);
		if (!tried?.isTaken || readEcho(tried)[name] !== `${value}`) continue;
		changed.push(`a ${kind} as "${value}"`);
		sent.set(`a ${kind}`, value);
		example = tried;
	}
	const told = { expected: "comes back as sent", actual: changed.join(", ") };
	if (example) rules.push({ at: [...at, name], ...told, example, sent });
}

/** Measures the lengths of texts, the ranges of numbers and the numbers of items. */
export async function measureAmounts(
	{ trier, sources: { isRecord } }: RuleSearch,
	unknown: readonly string[],
): Promise<void> {
	const { own, record, documented, sentName } = trier;
	const written: Values = Object(trier.createBody());
	const texts = [
		...documented.filter((name) => isText(written[name])),
		...unknown.filter((name) => isText(own[name] ?? record[name])),
	].filter((name) => !isBlamed(trier, sentName(name)));
	for (const name of texts) await measureLength(trier, name);
	for (const name of texts.filter((each) => documented.includes(each)))
		await measureConversion(trier, sentName(name));
	// Of the ids of records, others are no larger or smaller ones.
	for (const name of Object.keys(own)) {
		if (isBlamed(trier, name)) continue;
		if (!isRecord(own[name], name))
			await measureRange(trier, name, own[name], isRecord);
	}
	for (const name of documented)
		if (!trier.usual && Array.isArray(written[name]))
			await measureItems(trier, name);
}

/** Measures the properties that no response shows. */
export async function measureHidden({
	trier,
	sources: { isRecord },
	shown,
}: RuleSearch): Promise<void> {
	for (const name of await findHidden(trier, shown)) {
		const kinds = await measureKinds(
			...([trier, name, undefined] as const),
			{ isReturned: false, isShown: shown.includes(name) },
			isRecord,
		);
		await measureLength(trier, name);
		if (!kinds.isKnown) continue;
		await measureValues(trier, name, kinds, USUAL_NUMBER, isRecord);
	}
}
