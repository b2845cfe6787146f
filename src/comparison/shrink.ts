import { isDeepStrictEqual } from "node:util";
import { isObject, valueAt } from "../values/json.ts";
import type { Side } from "./comparing.ts";
import type { Play, Shown } from "./play.ts";
import {
	changeText,
	isReference,
	listReferences,
	mapPlaceholders,
	type Step,
} from "./step.ts";
import { kindOf } from "./tally.ts";

/** Removes steps, and all steps that refer to them. */
function without(
	sequence: readonly Step[],
	removed: ReadonlySet<number>,
): Step[] {
	const gone = new Set(removed);
	return sequence.filter((step) => {
		const isGone =
			gone.has(step.id) ||
			listReferences(step).some(({ $step }) => gone.has($step));
		if (isGone) gone.add(step.id);
		return !isGone;
	});
}

/** Whether a text is a time. Both sides may have equal times by chance. */
const isTime = (text: string): boolean => /^\d{4}-\d\d/.test(text);

/** Returns the path to a value of the mock and one of the service in both of their responses; undefined without one. */
function findPath(
	mock: unknown,
	real: unknown,
	wanted: Readonly<Record<Side, unknown>>,
): string[] | undefined {
	if (mock === wanted.mock && real === wanted.real) return [];
	if (typeof mock !== "object") return undefined;
	for (const [name, each] of Object.entries(Object(mock))) {
		const path = findPath(each, valueAt(real, name), wanted);
		if (path) return [name, ...path];
	}
	return undefined;
}

/**
 * Replaces references by values that are equal on both sides, or else by references to the first step that shows the
 * values, so that fewer steps are required.
 * @param withTimes whether to replace references to times. A service may show a later time in another step
 */
function shortenReferences(
	{ sequence, played }: Shown,
	withTimes: boolean,
): Step[] {
	const seen = new Map(played.map((each) => [each.step.id, each.seen]));
	const findFirst = (wanted: Readonly<Record<Side, unknown>>) => {
		for (const [$step, { mock, real }] of seen) {
			const at = findPath(mock, real, wanted);
			if (at) return { $step, at };
		}
		return undefined;
	};
	return sequence.map((step) => {
		const map = (value: unknown) =>
			mapPlaceholders(value, (reference) => {
				if (!isReference(reference)) return reference;
				const { mock, real } = seen.get(reference.$step) ?? {};
				const found = {
					mock: valueAt(mock, ...reference.at),
					real: valueAt(real, ...reference.at),
				};
				if (typeof found.mock !== "string") return reference;
				if (isTime(found.mock) && !withTimes) return reference;
				if (found.mock === found.real && !isTime(found.mock))
					return changeText(found.mock, reference.change);
				return { ...reference, ...findFirst(found) };
			});
		return {
			...step,
			query: Object(map(step.query)),
			body: map(step.body),
		};
	});
}

/** Returns a value that is easier to read; undefined if there is none. */
function simplify(value: unknown): unknown {
	if (typeof value === "number" && value > 1) return 1;
	const { $word, ...form } = Object(value);
	const isFormed = $word !== undefined && Object.keys(form).length > 0;
	return isFormed ? { $word } : undefined;
}

type Change = (sequence: readonly Step[]) => readonly Step[];

/** Lists changes that remove a value of a step, or simplify it: in this step only, or else in all of its operation. */
const listChanges = ({ id, operation, ...step }: Step): Change[] =>
	(["headers", "query", "body"] as const).flatMap((part) => {
		/** Returns changes of one value; undefined removes it. */
		const set = (name: string, value: unknown): Change[] =>
			[true, false].map(
				(isAlone) => (all: readonly Step[]) =>
					all.map((each) => {
						const { [name]: known, ...others } = Object(each[part]);
						const isMeant = isAlone
							? each.id === id
							: each.operation === operation;
						if (!isMeant || known === undefined) return each;
						const added = value === undefined ? {} : { [name]: value };
						return { ...each, [part]: { ...others, ...added } };
					}),
			);
		const values: unknown = step[part];
		return Object.entries(isObject(values) ? values : {}).flatMap(
			([name, value]) => {
				const small = simplify(value);
				return [
					...set(name, undefined),
					...(small === undefined ? [] : set(name, small)),
				];
			},
		);
	});

/** The maximum number of plays for shortening a sequence. */
const MAX_TRIES = 200;

/**
 * Finds a short sequence that shows a kind of difference.
 * @param playOnce plays a sequence
 * @param hasTime whether there is time for another play
 * @returns undefined if the difference does not occur again, or if the result does not show it twice
 */
export async function shrink(
	first: readonly Step[],
	kind: string,
	playOnce: (sequence: readonly Step[]) => Promise<Play>,
	hasTime: () => boolean,
): Promise<Shown | undefined> {
	let tries = 0;
	async function show(sequence: readonly Step[]): Promise<Shown | undefined> {
		tries += 1;
		const { steps } = await playOnce(sequence);
		const index = steps.findIndex(({ differences }) =>
			differences.some((each) => kindOf(each) === kind),
		);
		if (index < 0) return undefined;
		const played = steps.slice(0, index + 1);
		return { sequence: played.map(({ step }) => step), played };
	}
	const found = await show(first);
	if (!found) return undefined;
	let best: Shown = found;
	async function attempt(sequence: readonly Step[]): Promise<boolean> {
		const isSame = isDeepStrictEqual(sequence, best.sequence);
		if (isSame || tries >= MAX_TRIES || !hasTime()) return false;
		const shown = await show(sequence);
		if (shown) best = shown;
		return shown !== undefined;
	}
	async function removeSteps(): Promise<void> {
		for (let size = best.sequence.length - 1; size >= 1; size = size >> 1)
			for (let end = best.sequence.length - 1; end > 0; ) {
				const start = Math.max(end - size, 0);
				const removed = new Set(
					best.sequence.slice(start, end).map(({ id }) => id),
				);
				const shorter = without(best.sequence, removed);
				const last = best.sequence.at(-1);
				if (last && shorter.includes(last)) await attempt(shorter);
				end = Math.min(start, best.sequence.length - 1);
			}
	}
	const shortenAll = async () =>
		(await attempt(shortenReferences(best, true))) ||
		(await attempt(shortenReferences(best, false)));
	await shortenAll();
	await removeSteps();
	for (const step of best.sequence.toReversed())
		for (const change of listChanges(step))
			await attempt(change(best.sequence));
	await shortenAll();
	if (best.sequence.length > 1) await removeSteps();
	// The difference was found once. It is unlikely that chance shows it two more times.
	for (let count = 0; count < 2; count++) {
		const again = await show(best.sequence);
		if (!again) return undefined;
		best = again;
	}
	return best;
}
