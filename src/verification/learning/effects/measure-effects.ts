import { withValueAt } from "../../../values/json.ts";
import { isFormRejected } from "../rejections/read-trial.ts";
import type { MeasuredRule, Tried, Trier } from "../rules/create-trier.ts";
import {
	listLeaves,
	mayBeId,
	mayBeWord,
	type Values,
} from "../values/record-values.ts";
import {
	type Change,
	describeChanges,
	listChanges,
	readTexts,
} from "./describe-changes.ts";
import { findNaming, type Naming, replaceValue } from "./name-records.ts";
import type { RecordSource } from "./record-source.ts";

/** The words of a choice that a body takes, such as those of a command. */
export interface Choice {
	readonly name: string;
	readonly words: readonly string[];
}

/** The input for measuring what accepted bodies do to the records that they name. */
export interface Acting
	extends Pick<Trier, "at" | "build" | "create" | "tryRequest" | "rules"> {
	readonly source: RecordSource;
}

const MAX_WORDS = 5;
const MIN_RECORDS = 3;

/** What a word does to records. */
interface Effect {
	readonly changes: readonly Change[];
	/** The word that was sent for the same record before. */
	readonly after: string | undefined;
	readonly example: Tried;
}

const namesOf = (record: Values): Map<string, unknown> =>
	new Map(
		listLeaves(record).map(([path, leaf]) => [
			path.split(".").at(-1) ?? "",
			leaf,
		]),
	);

/** Whether a value may be that of a state, which is the same for all new records. */
const isState = (value: unknown): boolean =>
	typeof value === "boolean" ||
	value === 0 ||
	(mayBeWord(value) && mayBeId(value) && !/\d/.test(value));

/** Whether a record is in the state of a new one. */
function isLike(record: Values, newest: Values): boolean {
	const own = namesOf(record);
	return [...namesOf(newest)].every(
		([name, value]) =>
			!isState(value) || !own.has(name) || own.get(name) === value,
	);
}

/** Sends words for records, each of which no request has named before. */
class Actor {
	readonly #acting: Acting;
	readonly #name: string;
	readonly #naming: Naming;
	readonly #used = new Set<unknown>();
	#page: readonly Values[];

	constructor(
		acting: Acting,
		name: string,
		page: readonly Values[],
		naming: Naming,
	) {
		this.#acting = acting;
		this.#name = name;
		this.#page = page;
		this.#naming = naming;
		this.#used.add(naming.value);
	}

	/**
	 * Returns the id of a new record.
	 * @param isObserved whether it should be one of the page, which shows how it changes
	 */
	takeRecord(isObserved: boolean): unknown {
		const { source } = this.#acting;
		const { name, value, idOf } = this.#naming;
		const newest = source.newest();
		const findShown = () =>
			this.#page
				.filter((each) => !newest || isLike(each, newest))
				.map(idOf)
				.find((each) => !this.#used.has(each));
		const takeFresh = () => source.fresh(value, name);
		const id = isObserved
			? (findShown() ?? takeFresh())
			: (takeFresh() ?? findShown());
		this.#used.add(id);
		return id;
	}

	/**
	 * Sends a word for a record. Returns the properties of the record that have changed, if the page shows it.
	 * @param isObserved whether the page is read before and after it
	 */
	async act(
		word: string,
		id: unknown,
		isObserved: boolean,
	): Promise<(Tried & Pick<Effect, "changes">) | undefined> {
		const { at, build, create, tryRequest } = this.#acting;
		const body = create();
		const own = findNaming(body, this.#page, (value) =>
			this.#acting.source.isRecord(value),
		);
		if (!own) return undefined;
		const before = isObserved ? await this.#read() : [];
		const named = replaceValue(body, own.value, id);
		const tried = await tryRequest(
			build(withValueAt(named, [...at, this.#name], word)),
		);
		const isShown = isObserved && tried?.isTaken === true;
		const changes = isShown ? compare(before, await this.#read(), own, id) : [];
		return tried && { ...tried, changes };
	}

	async #read(): Promise<readonly Values[]> {
		this.#page = await this.#acting.source.readRecords();
		return this.#page;
	}
}

/** Returns what has changed in the record with an id, and in no other one. */
function compare(
	before: readonly Values[],
	after: readonly Values[],
	{ idOf }: Naming,
	id: unknown,
): Change[] {
	const changes = after.flatMap((record) => {
		const own = idOf(record);
		const old = before.find((each) => idOf(each) === own);
		return (old ? listChanges(old, record) : []).map(
			(change) => [own, change] as const,
		);
	});
	const others = changes.filter(([own]) => own !== id);
	return changes.flatMap(([own, change]) =>
		own === id && others.every(([, other]) => other.path !== change.path)
			? [change]
			: [],
	);
}
/** Tells what a word changes, in which state of the record. */
function createEffectRule(
	{ at }: Acting,
	name: string,
	word: string,
	{ changes, after, example }: Effect,
): MeasuredRule {
	const said = JSON.stringify(word);
	const when = after === undefined ? "" : `after ${JSON.stringify(after)}, `;
	return {
		...{ at: [...at, name], example },
		expected: `${said} changes no record`,
		actual: `${when}changes ${describeChanges(changes)}`,
	};
}

/** Tells after which words the service rejects a word that it takes for a new record. */
function createConflictRule(
	{ at }: Acting,
	name: string,
	word: string,
	conflicts: readonly (readonly [after: string, example: Tried])[],
): MeasuredRule[] {
	const [[, example] = []] = conflicts;
	if (!example) return [];
	const words = conflicts.map(([after]) => JSON.stringify(after));
	const { status } = example.response;
	const said = readTexts(example.response, example.request);
	return [
		{
			...{ at: [...at, name], example },
			expected: `takes ${JSON.stringify(word)} for each record`,
			actual: `rejects it with ${status} after ${words.join(", ")}${said === "" ? "" : ` (${said})`}`,
		},
	];
}

/**
 * Finds what the words of a choice do to the records that a body names, and which of them the service rejects after
 * another one.
 * @returns the words that change a new record
 */
export async function measureEffects(
	acting: Acting,
	{ name, words: all }: Choice,
): Promise<readonly string[]> {
	const { create, rules, source } = acting;
	const words = all.slice(0, MAX_WORDS);
	const page = await source.readRecords();
	const naming = findNaming(create(), page, (value) => source.isRecord(value));
	if (!naming || page.length < MIN_RECORDS) return [];
	const actor = new Actor(acting, name, page, naming);
	const effects = new Map<string, Effect>();
	const note = (
		word: string,
		after: string | undefined,
		example: Tried & Pick<Effect, "changes">,
	): void => {
		const { changes } = example;
		if (changes.length > 0 && !effects.has(word))
			effects.set(word, { changes, after, example });
	};
	const taken: string[] = [];
	for (const word of words) {
		const id = actor.takeRecord(true);
		const tried =
			id === undefined ? undefined : await actor.act(word, id, true);
		if (!tried?.isTaken) continue;
		taken.push(word);
		note(word, undefined, tried);
	}
	const changing = [...effects.keys()];
	// Records that the page shows are few.
	words.sort((a, b) => Number(effects.has(a)) - Number(effects.has(b)));
	const conflicts = new Map<string, [string, Tried][]>();
	for (const word of words)
		for (const before of taken) {
			const isObserved = !effects.has(word);
			const id = actor.takeRecord(isObserved);
			const first =
				id === undefined ? undefined : await actor.act(before, id, false);
			const tried = first?.isTaken
				? await actor.act(word, id, isObserved)
				: undefined;
			if (!tried) continue;
			if (tried.isTaken) note(word, before, tried);
			else if (taken.includes(word) && isFormRejected(tried.response))
				conflicts.set(word, [...(conflicts.get(word) ?? []), [before, tried]]);
		}
	for (const [word, effect] of effects)
		rules.push(createEffectRule(acting, name, word, effect));
	for (const [word, found] of conflicts)
		rules.push(...createConflictRule(acting, name, word, found));
	return changing;
}
