import { withValueAt } from "../../../values/json.ts";
import { isFormRejected } from "../rejections/read-trial.ts";
import type { MeasuredRule, Tried } from "../rules/create-trier.ts";
import {
	compareOutcomes,
	isFailure,
	type Outcome,
	readResult,
} from "./compare-items.ts";
import {
	ACCEPTED,
	type Change,
	describeChanges,
	REMOVED,
	readTexts,
	replaceIn,
} from "./describe-changes.ts";
import { createSuccessTraces } from "./describe-traces.ts";
import { type Acting, RecordActor } from "./record-actor.ts";
import { type Trace, watchTrail } from "./record-source.ts";

/** The words of a choice that a body takes, such as those of a command. */
export interface Choice {
	readonly name: string;
	readonly words: readonly string[];
	/** The words that the service takes only beside another property, such as the id of a record. */
	readonly needing?: readonly string[];
	/** The properties beside it that take other values with other words. */
	readonly bound?: readonly string[];
}

/** What the words of a choice do. */
export interface Words {
	/** Those which change a new record. */
	readonly changing: readonly string[];
	/** A word that fails for a record after another word. */
	readonly failing?: readonly [before: string, word: string] | undefined;
}

const MAX_WORDS = 5;
const MAX_TAKEN = 3;

/** What a word does to records. */
interface Effect {
	readonly changes: readonly Change[];
	/** The word that was sent for the same record before. */
	readonly after: string | undefined;
	readonly example: Tried;
}

/**
 * Tells what a word changes, in which state of the record.
 * @param isRepeated whether the service takes the word again for the same record
 */
function createEffectRule(
	{ at }: Acting,
	name: string,
	word: string,
	{ changes, after, example }: Effect,
	isRepeated: boolean,
): MeasuredRule {
	const said = JSON.stringify(word);
	const when = after === undefined ? "" : `after ${JSON.stringify(after)}, `;
	const again =
		isRepeated && when === "" ? "; succeeds again for the same record" : "";
	return {
		...{ at: [...at, name], example },
		expected: `${said} changes no record`,
		actual: `${when}${describeChanges(changes, example.response)}${again}`,
	};
}

/** Another result of a word for a record that has got other words before. */
interface Conflict {
	readonly word: string;
	readonly befores: string[];
	readonly example: Tried;
	/** What differs in the response, if the service takes the word all the same. */
	readonly outcomes: readonly Outcome[];
}

const isNotFound = ({ example }: Conflict): boolean =>
	example.response.status === 404;

/** Tells after which words the service rejects a word that it takes for a new record, or responds with another result. */
function createConflictRules(
	{ at }: Acting,
	name: string,
	{ word, befores, example, outcomes }: Conflict,
): MeasuredRule[] {
	const words = befores.map((each) => JSON.stringify(each)).join(", ");
	const place = { at: [...at, name], example };
	if (example.isTaken)
		return outcomes.map(({ where, expected, actual }) => ({
			...{ ...place, where, expected },
			actual: `${actual} after ${words}`,
		}));
	const { status } = example.response;
	const said = readTexts(example.response, example.request);
	return [
		{
			...place,
			expected: `takes ${JSON.stringify(word)} for each record`,
			actual: `rejects it with ${status} after ${words}${said === "" ? "" : ` (${said})`}`,
		},
	];
}

/** Sends the words of a choice for records. */
function createActions(acting: Acting, name: string, actor: RecordActor) {
	const { at, create } = acting;
	const effects = new Map<string, Effect[]>();
	const started = new Map<string, Trace & { readonly id: unknown }>();
	const repeated = new Set<string>();
	/** Lists what a word changes in a new record, or in any. */
	const changedBy = (word: string, isOfNew = false): Change[] =>
		(effects.get(word) ?? [])
			.filter(({ after }) => !isOfNew || after === undefined)
			.flatMap(({ changes }) => changes);
	/** Whether a word has not changed all of these properties. */
	const isFurther = (changes: readonly Change[], word: string): boolean => {
		const known = changedBy(word).map(({ path }) => path);
		return changes.some(({ path }) => !known.includes(path));
	};
	/** Sends a word for a record, and notes what it changes that it has not changed before. */
	async function act(
		word: string,
		id: unknown,
		isObserved: boolean = !effects.has(word),
		after?: string,
	) {
		const named = actor.nameRecord(create(), id);
		const body = withValueAt(named, [...at, name], word);
		const example = await actor.act(body, [id], isObserved);
		const [changes = []] = example?.changes ?? [];
		if (example?.isTaken && isFurther(changes, word))
			effects.set(word, [
				...(effects.get(word) ?? []),
				{ changes, after, example },
			]);
		return example;
	}
	/** Sends a word for a new record. Returns its id, unless the word is rejected. */
	async function prepare(before: string, isObserved: boolean) {
		// Records that are older may be in another state.
		for (let left = MAX_TAKEN; left > 0; left--) {
			const id = actor.takeRecord(isObserved);
			const first = id === undefined ? undefined : await act(before, id);
			if (!first || first.isTaken) return first && id;
		}
		return undefined;
	}
	return {
		...{ effects, started, repeated },
		/** Sends a word for a new record. */
		async start(word: string): Promise<void> {
			const id = actor.takeRecord(!effects.has(word));
			if (id === undefined) return;
			const trace = await watchTrail(acting.source, () => act(word, id));
			if (trace?.tried.isTaken) started.set(word, { ...trace, id });
		},
		/** Sends a word for a record that has got another one, and compares the results. */
		async follow(before: string, word: string): Promise<Conflict | undefined> {
			const changed = changedBy(before, true);
			const isObserved = !effects.has(word) || isFurther(changed, word);
			const id = await prepare(before, isObserved);
			if (id === undefined) return undefined;
			const example = await act(word, id, isObserved, before);
			const usual = started.get(word);
			if (!usual || !example) return undefined;
			const outcomes = compareOutcomes(
				readResult(usual.tried, usual.id),
				readResult(example, id),
				`for ${JSON.stringify(word)}`,
			).map((each) => ({ ...each, actual: replaceIn(each.actual, id) }));
			const isDone = example.isTaken && example.response.status !== ACCEPTED;
			if (before === word && isDone && !outcomes.some(isFailure))
				repeated.add(word);
			const isConflict = example.isTaken
				? outcomes.length > 0
				: isFormRejected(example.response);
			return isConflict
				? { word, befores: [before], example, outcomes }
				: undefined;
		},
	};
}

/**
 * Finds what the words of a choice do to the records that a body names, and which of them fail after another one.
 * Returns undefined if a body names no record.
 */
export async function measureEffects(
	acting: Acting,
	{ name, words: all }: Choice,
): Promise<Words | undefined> {
	const actor = await RecordActor.create(acting, acting.create());
	if (!actor) return undefined;
	const { effects, started, repeated, start, follow } = createActions(
		...([acting, name, actor] as const),
	);
	const words = all.slice(0, MAX_WORDS);
	for (const word of words) await start(word);
	const changing = [...effects].flatMap(([word, [first]]) =>
		first?.changes.includes(REMOVED) ? [] : [word],
	);
	// Records that the page shows are few.
	words.sort((a, b) => Number(effects.has(a)) - Number(effects.has(b)));
	const conflicts = new Map<string, Conflict>();
	for (const word of words)
		for (const before of started.keys()) {
			const found = await follow(before, word);
			if (!found) continue;
			const { example, outcomes } = found;
			const { isTaken, response } = example;
			const key = JSON.stringify([word, isTaken ? outcomes : response.status]);
			const known = conflicts.get(key);
			if (known) known.befores.push(before);
			else conflicts.set(key, found);
		}
	for (const [word, own] of effects)
		for (const effect of own)
			acting.rules.push(
				createEffectRule(acting, name, word, effect, repeated.has(word)),
			);
	for (const conflict of conflicts.values())
		acting.rules.push(...createConflictRules(acting, name, conflict));
	acting.rules.push(
		...createSuccessTraces(acting, [...acting.at, name], [...started.values()]),
	);
	// A record that a word has removed is like one that never was.
	const failing = [...conflicts.values()]
		.filter(
			({ example, outcomes }) => !example.isTaken || outcomes.some(isFailure),
		)
		.toSorted((a, b) => Number(isNotFound(a)) - Number(isNotFound(b)))[0];
	if (!failing) return { changing };
	const [before = ""] = failing.befores;
	return { changing, failing: [before, failing.word] };
}
