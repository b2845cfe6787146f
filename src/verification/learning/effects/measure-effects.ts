import { withValueAt } from "../../../values/json.ts";
import { isFormRejected } from "../rejections/read-trial.ts";
import type { MeasuredRule, Tried } from "../rules/create-trier.ts";
import { type Change, describeChanges, readTexts } from "./describe-changes.ts";
import {
	createRejectionTraces,
	createSuccessTraces,
} from "./describe-traces.ts";
import { type Acting, RecordActor } from "./record-actor.ts";
import { type Trace, watchTrail } from "./watch-trail.ts";

/** The words of a choice that a body takes, such as those of a command. */
export interface Choice {
	readonly name: string;
	readonly words: readonly string[];
}

const MAX_WORDS = 5;

/** What a word does to records. */
interface Effect {
	readonly changes: readonly Change[];
	/** The word that was sent for the same record before. */
	readonly after: string | undefined;
	readonly example: Tried;
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

/** Sends the words of a choice for records. */
function createActions(acting: Acting, name: string, actor: RecordActor) {
	const { at, create } = acting;
	const effects = new Map<string, Effect>();
	const traces: Trace[] = [];
	/** Sends a word for a record, and notes what it changes. */
	async function act(word: string, id: unknown, after?: string) {
		const named = actor.nameRecord(create(), id);
		const body = withValueAt(named, [...at, name], word);
		const example = await actor.act(body, [id], !effects.has(word));
		const [changes = []] = example?.changes ?? [];
		if (example?.isTaken && changes.length > 0)
			effects.set(word, { changes, after, example });
		return example;
	}
	return {
		...{ effects, traces },
		/** Sends a word for a new record. */
		async start(word: string) {
			const id = actor.takeRecord(!effects.has(word));
			if (id === undefined) return undefined;
			const trace = await watchTrail(acting.source, () => act(word, id));
			if (trace?.tried.isTaken) traces.push(trace);
			return trace?.tried;
		},
		/** Sends a word for a record that has got another one. Returns undefined if that was rejected. */
		async follow(before: string, word: string) {
			const id = actor.takeRecord(!effects.has(word));
			const first = id === undefined ? undefined : await act(before, id);
			return first?.isTaken ? act(word, id, before) : undefined;
		},
		/** Does the same, and tells which records a rejection leaves. */
		async traceConflict(before: string, word: string): Promise<void> {
			const id = actor.takeRecord(false);
			const first = id === undefined ? undefined : await act(before, id);
			if (!first?.isTaken) return;
			const trace = await watchTrail(acting.source, () => act(word, id));
			acting.rules.push(...createRejectionTraces([...at, name], trace));
		},
	};
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
	const actor = await RecordActor.create(acting, acting.create());
	if (!actor) return [];
	const actions = createActions(acting, name, actor);
	const { effects, start, follow, traces } = actions;
	const words = all.slice(0, MAX_WORDS);
	const taken: string[] = [];
	for (const word of words) if ((await start(word))?.isTaken) taken.push(word);
	const changing = [...effects.keys()];
	// Records that the page shows are few.
	words.sort((a, b) => Number(effects.has(a)) - Number(effects.has(b)));
	const conflicts = new Map<string, [string, Tried][]>();
	for (const word of words)
		for (const before of taken) {
			const tried = await follow(before, word);
			if (!tried || !taken.includes(word) || !isFormRejected(tried.response))
				continue;
			conflicts.set(word, [...(conflicts.get(word) ?? []), [before, tried]]);
		}
	for (const [word, effect] of effects)
		acting.rules.push(createEffectRule(acting, name, word, effect));
	for (const [word, found] of conflicts)
		acting.rules.push(...createConflictRule(acting, name, word, found));
	acting.rules.push(
		...createSuccessTraces(acting, [...acting.at, name], traces),
	);
	for (const [word, [[before] = [""]]] of [...conflicts].slice(0, 1))
		await actions.traceConflict(before, word);
	return changing;
}
