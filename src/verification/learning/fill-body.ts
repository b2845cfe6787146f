import { uniqueWord } from "../../values/unique-word.ts";
import {
	isSubjectOf,
	keyOfSubject,
	listMade,
	listSubjects,
	listWords,
	respell,
	type Subject,
} from "./body-subjects.ts";
import { remove, wrap } from "./change-body.ts";
import { findOwn } from "./locate-properties.ts";
import { isOther, listComplaints } from "./rank-trial.ts";
import {
	isAccepted,
	isComplaintOf,
	keyOf,
	signatureOf,
	type Trial,
} from "./read-trial.ts";
import { findObject, type Repair } from "./repairs.ts";
import { type Filling, solve, solveBySpelling } from "./solve-property.ts";

const MAX_STEPS = 24;

/** Returns those of several names that the service may know. Tries them all at once. */
async function selectNames(
	{ knowledge, send }: Filling,
	current: Trial,
	subjects: readonly Subject[],
): Promise<readonly Subject[]> {
	if (subjects.length < 2) return subjects;
	const [id = uniqueWord()] = knowledge.ids("");
	for (const value of [uniqueWord(), id]) {
		const next = await send([
			...current.repairs,
			...subjects.map(
				({ at, name }): Repair => ({
					...{ kind: "set", at, name, make: () => value },
				}),
			),
		]);
		if (!next) return [];
		if (!isOther(current, next)) continue;
		const unknown = next.complaints.filter(({ isOfName }) => isOfName);
		return subjects.filter(
			({ name }) => !unknown.some((each) => isComplaintOf(each, name)),
		);
	}
	return [];
}

/** Lists the properties that a rejection may be about: other spellings, those with a place, words, and those with values that were made up. */
async function* listAll(
	filling: Filling,
	current: Trial,
): AsyncGenerator<Subject> {
	const subjects = listSubjects(current);
	// A service may ignore the case of names.
	const isOwnName = ({ at, name }: Subject): boolean => {
		const own = findOwn(findObject(current.body, at) ?? {}, name);
		return own === undefined || own === name;
	};
	const names = listWords(current, filling.wrappers).filter(isOwnName);
	// No sentence has such a name by itself, so it is probably not spelled in another way.
	yield* subjects.filter(({ name }) => /^[a-z]+[A-Z]/.test(name));
	yield* await selectNames(
		filling,
		current,
		respell([...subjects, ...names], filling.knowledge.names()).filter(
			isOwnName,
		),
	);
	yield* subjects;
	const own = new Set(subjects.map(keyOfSubject));
	const words = names.filter((each) => !own.has(keyOfSubject(each)));
	yield* await selectNames(filling, current, words);
	yield* listMade(current);
}

/**
 * Fills the properties that a service requires, one by one, with what makes its complaints about them end.
 * @returns the accepted body, or the one that came nearest
 */
export async function fillBody(filling: Filling): Promise<Trial> {
	const { first, send } = filling;
	/** The properties that were tried in vain, with what the service says about them. */
	const idle = new Set<string>();
	const known = new Set([signatureOf(first)]);
	async function improve(current: Trial): Promise<Trial | undefined> {
		for await (const subject of listAll(filling, current)) {
			const about = listComplaints(current, subject).map(keyOf);
			const key = [keyOfSubject(subject), ...about].join("\n");
			if (idle.has(key)) continue;
			const isOwn =
				findObject(current.body, subject.at)?.[subject.name] !== undefined &&
				!current.repairs.some((each) => isSubjectOf(each, subject));
			const found =
				(isOwn && subject.inner.length === 0
					? ((await solveBySpelling(filling, current, subject)) ??
						(await remove(send, current, subject)))
					: undefined) ?? (await solve(filling, current, subject));
			const isNew = found && !known.has(signatureOf(found));
			if (found && (isAccepted(found.response) || isNew)) return found;
			idle.add(key);
		}
		if (current.repairs.some(({ kind }) => kind === "wrap")) return undefined;
		// A service may name no property until it finds the body in the usual envelope.
		for (const name of filling.wrappers) {
			const next = await wrap(send, current, { at: [], name, inner: [] });
			const isNew = next && !known.has(signatureOf(next));
			if (next && isAccepted(next.response)) return next;
			if (isNew && !(await filling.isOfNothing(next, current))) return next;
		}
		return undefined;
	}
	let current = first;
	for (let step = 0; step < MAX_STEPS; step++) {
		const next = await improve(current);
		if (!next) break;
		current = next;
		if (isAccepted(current.response)) break;
		known.add(signatureOf(current));
	}
	return current;
}
