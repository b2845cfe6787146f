import { uniqueWord } from "../../../values/unique-word.ts";
import { isComplaintOf, type Trial } from "../rejections/read-trial.ts";
import { findObject, type Repair } from "../rejections/repairs.ts";
import {
	keyOfSubject,
	listMade,
	listSubjects,
	listWords,
	respell,
	type Subject,
} from "./body-subjects.ts";
import { isOther } from "./change-body.ts";
import { findOwn } from "./locate-properties.ts";
import type { Filling } from "./solve-property.ts";

const BEFORE = /(^|[^\w-]|\\[nrt])$/;
const AFTER = /^($|[^\w-])/;

/** Returns how often a rejection has a name, apart from what it repeats of the body. */
function countOf({ text }: Trial, name: string): number {
	const parts = text.split(name);
	return parts.filter(
		(each, index) => BEFORE.test(each) && AFTER.test(parts[index + 1] ?? "x"),
	).length;
}

/**
 * Returns those of several names that the service may know, if they change something. Sends an unknown name with them: if
 * the service names it in an unfamiliar way, it names the unknown ones of the others more often than before, too.
 */
async function testNames(
	{ send, unknown }: Filling,
	current: Trial,
	subjects: readonly Subject[],
	values: readonly unknown[] = [uniqueWord()],
): Promise<readonly Subject[] | undefined> {
	const other = { at: subjects[0]?.at ?? [], name: uniqueWord() };
	for (const value of values) {
		const next = await send([
			...current.repairs,
			...[...subjects, other].map(
				({ at, name }): Repair => ({
					...{ kind: "set", at, name, make: () => value },
				}),
			),
		]);
		if (!next) return undefined;
		if (!isOther(current, next)) continue;
		const told = next.complaints.filter(({ isOfName }) => isOfName);
		const isNamed =
			countOf(next, other.name) > 0 &&
			!told.some((each) => isComplaintOf(each, other.name));
		const isUnknown = ({ name }: Subject): boolean =>
			told.some((each) => isComplaintOf(each, name)) ||
			(isNamed && countOf(next, name) > countOf(current, name));
		for (const each of subjects)
			if (isUnknown(each)) unknown.add(keyOfSubject(each));
		const known = subjects.filter((each) => !isUnknown(each));
		return known.length > 0 ? known : undefined;
	}
	return undefined;
}

/** Returns those of several names that the service may know. Tries them all at once. */
async function selectNames(
	filling: Filling,
	current: Trial,
	subjects: readonly Subject[],
): Promise<readonly Subject[]> {
	if (subjects.length < 2) return subjects;
	const [id = uniqueWord()] = filling.knowledge.ids("");
	const values = [uniqueWord(), id];
	return (await testNames(filling, current, subjects, values)) ?? [];
}

const MAX_OPTIONAL = 3;

/** Lists the properties that a rejection may want in a documented object, which the body may lack. */
export function listInOptional(
	{ optionalObjects }: Pick<Filling, "optionalObjects">,
	{ body }: Trial,
	subjects: readonly Subject[],
): Subject[] {
	const names = [...new Set(subjects.map(({ name }) => name))]
		.filter((name) => !(name in Object(body)))
		.slice(0, MAX_OPTIONAL)
		.map((name) => name.charAt(0).toLowerCase() + name.slice(1));
	return optionalObjects.flatMap((each) =>
		names.map((name) =>
			findObject(body, [each])
				? { at: [each], name, inner: [] }
				: { at: [], name: each, inner: [name] },
		),
	);
}

/** Lists the properties that a rejection may be about: other spellings, those with a place, words, and those with values that were made up. */
export async function* listPossible(
	filling: Filling,
	current: Trial,
): AsyncGenerator<Subject> {
	const subjects = listSubjects(current, filling.rejectsUnknown());
	// A service may ignore the case of names.
	const isOwnName = ({ at, name }: Subject): boolean => {
		const own = findOwn(findObject(current.body, at) ?? {}, name);
		return own === undefined || own === name;
	};
	const names = listWords(current, filling.wrappers).filter(isOwnName);
	const placed = current.complaints.flatMap(
		({ isPlaced, paths: [path = []] }) => (isPlaced ? path.slice(-1) : []),
	);
	const isOwn = ({ at, name }: Subject): boolean =>
		findOwn(findObject(current.body, at) ?? {}, name) !== undefined;
	const isPlaced = ({ name }: Subject): boolean => placed.includes(name);
	// Such a name is probably not spelled in another way: no sentence has it by itself, or the service rejects others.
	yield* subjects.filter(
		(each) =>
			filling.rejectsUnknown() ||
			isPlaced(each) ||
			/^[a-z]+[A-Z]/.test(each.name),
	);
	yield* await selectNames(
		filling,
		current,
		respell([...subjects, ...names], filling.knowledge.names()).filter(
			isOwnName,
		),
	);
	yield* subjects.filter(
		(each) =>
			!filling.unknown.has(keyOfSubject(each)) || isOwn(each) || isPlaced(each),
	);
	const own = new Set(subjects.map(keyOfSubject));
	const words = names.filter(
		(each) =>
			!own.has(keyOfSubject(each)) && !filling.unknown.has(keyOfSubject(each)),
	);
	yield* await selectNames(filling, current, words);
	yield* listInOptional(filling, current, [...subjects, ...names]);
	yield* listMade(current);
}
