import {
	compareNames,
	MIN_SCORE,
} from "../../../document/judgment/compare-names.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import { isAccepted } from "../rejections/read-trial.ts";
import {
	applyRepairs,
	findObject,
	isSamePlace,
	type Repair,
} from "../rejections/repairs.ts";
import { listOffered } from "../rules/measure-choices.ts";
import type { Lesson } from "./lesson.ts";
import {
	isMoved,
	joinRenames,
	splitRenames,
	unwrap,
} from "./repair-variants.ts";

/** Whether a value is the id of a record that responses have shown. */
const isId = ({ knowledge }: Lesson, value: unknown): boolean =>
	(knowledge?.ids("").includes(value) || knowledge?.isId(value)) ?? false;

/**
 * Returns variants of the repairs. In each variant, a text of which the service requires one of a few takes the place
 * of the only documented text.
 */
async function replaceTexts(
	repairs: readonly Repair[],
	lesson: Lesson,
	isEnough: (some: readonly Repair[]) => Promise<boolean>,
): Promise<(readonly Repair[])[]> {
	const body = applyRepairs(lesson.createBody(), repairs);
	/** With the similarity of the names. */
	const free: { similarity: number; repairs: readonly Repair[] }[] = [];
	const chosen: (readonly Repair[])[] = [];
	let isChoiceFirst = false;
	for (const added of repairs) {
		if (added.kind !== "set" || added.documented !== undefined) continue;
		const { at, name: to, make } = added;
		const own = repairs.filter(
			(each) => each.kind !== "wrap" && isSamePlace(each.at, at),
		);
		const removed = own.flatMap((each) =>
			each.kind === "remove" ? [[each.name, each.documented] as const] : [],
		);
		const left = Object.entries(findObject(body, at) ?? {}).filter(([name]) =>
			own.every(
				(each) =>
					each.name !== name && !(each.kind === "rename" && each.to === name),
			),
		);
		const [[name = "", documented] = [], ...others] = [
			...removed,
			...left,
		].filter(([, value]) => typeof value === "string");
		const value = findObject(body, at)?.[to];
		if (name === "" || others.length > 0) continue;
		if (isMoved(repairs, at, name)) continue;
		if (typeof value !== "string" || isId(lesson, value)) continue;
		const varied = repairs.map((each) =>
			each === added ? { ...added, make: uniqueWord } : each,
		);
		const rest = repairs.filter(
			(each) =>
				each !== added &&
				!(own.includes(each) && each.kind === "remove" && each.name === name),
		);
		if (await isEnough(varied)) {
			const similarity = compareNames(to, name);
			free.push({
				similarity: similarity >= MIN_SCORE ? similarity : 0,
				repairs: [...rest, { kind: "rename", at, name, to }],
			});
			continue;
		}
		if (free.length === 0) isChoiceFirst = true;
		chosen.push([
			...rest,
			{ kind: "rename", at, name, to },
			{ kind: "set", at, name: to, make, documented },
		]);
	}
	// Of names that are not similar, the one that the service requires first is probably the main one.
	const similar = free.toSorted((a, b) => b.similarity - a.similarity);
	// Nothing tells whether it is the text, if the service requires the choice first.
	if (isChoiceFirst && similar[0]?.similarity === 0) return [];
	return [...similar.map((each) => each.repairs), ...chosen];
}

/**
 * Returns the repairs with another word and record, or with another record each time, if the service takes the same body
 * only once. It may take a command only in some state of a record, which the command changes.
 */
async function stabilize(
	repairs: readonly Repair[],
	lesson: Lesson,
	isEnough: (some: readonly Repair[]) => Promise<boolean>,
): Promise<readonly Repair[]> {
	if (await isEnough(repairs)) return repairs;
	const { createBody, knowledge, send } = lesson;
	const body = applyRepairs(createBody(), repairs);
	const sets = repairs.flatMap((each, index) =>
		each.kind === "set"
			? [{ each, index, value: findObject(body, each.at)?.[each.name] }]
			: [],
	);
	const isRecord = ({ each, value }: (typeof sets)[number]) =>
		typeof value === "string"
			? isId(lesson, value)
			: knowledge?.isRecord(value, each.name) === true;
	/** Returns the repairs with records that no request has named. */
	const renew = () =>
		sets
			.filter(isRecord)
			.reduce<readonly Repair[]>((some, { each, index, value }) => {
				const id = knowledge?.fresh(value, each.name) ?? value;
				return some.with(index, { ...each, make: () => id });
			}, repairs);
	for (const { each, index, value } of sets.filter((set) => !isRecord(set))) {
		const word = uniqueWord();
		const change = (some: readonly Repair[], to: string): readonly Repair[] =>
			some.with(index, { ...each, make: () => to });
		const rejected = await send(
			applyRepairs(createBody(), change(repairs, word)),
		);
		const offered = rejected ? listOffered(each.name, word, rejected) : [];
		const words = offered.filter((other) => other !== value);
		// A record that no command has changed. A rejected command leaves it as it is.
		let first: readonly Repair[] | undefined;
		// A new record is in the state that the word requires, or the first word puts it there.
		for (const isPrepared of [false, true])
			for (const to of words) {
				first ??= renew();
				if (isPrepared && !(await isEnough(first))) continue;
				const changed = change(first, to);
				const isTaken = await isEnough(changed);
				if (isTaken && (await isEnough(changed))) return changed;
				if (isPrepared || isTaken) first = undefined;
			}
	}
	const varied = sets
		.filter(isRecord)
		.reduce<readonly Repair[]>((some, { each, index, value }) => {
			const make = () => knowledge?.take(value, each.name) ?? value;
			return some.with(index, { ...each, make, varies: true });
		}, repairs);
	return (await isEnough(varied)) ? varied : repairs;
}

/** Removes repairs that the service does not require. */
export async function minimize(
	found: readonly Repair[],
	lesson: Lesson,
): Promise<readonly Repair[]> {
	const isEnough = async (some: readonly Repair[]): Promise<boolean> => {
		const response = await lesson.send(applyRepairs(lesson.createBody(), some));
		return response !== undefined && isAccepted(response);
	};
	const repairs = await stabilize(found, lesson, isEnough);
	let needed = repairs;
	for (const repair of repairs) {
		if (lesson.repairs.includes(repair)) continue;
		const index = needed.indexOf(repair);
		const simpler = [needed.toSpliced(index, 1)];
		// The service may ignore the new name, unless it complains about its value.
		if (repair.kind === "rename") {
			const { at, name, to } = repair;
			const isKnown = needed.some(
				(each) => each.kind === "set" && each.name === to,
			);
			if (!isKnown)
				simpler.push(needed.with(index, { kind: "remove", at, name }));
		}
		for (const each of simpler)
			if (needed.includes(repair) && (await isEnough(each))) needed = each;
	}
	const unwrapped = unwrap(needed, lesson.createBody());
	for (const split of [...unwrapped, ...splitRenames(needed)])
		if (await isEnough(split)) needed = split;
	const replaced = await replaceTexts(needed, lesson, isEnough);
	for (const joined of [...replaced, ...joinRenames(needed)])
		if (await isEnough(joined)) return joined;
	return needed;
}
