import { uniqueWord } from "../../../values/unique-word.ts";
import {
	compactName,
	isAccepted,
	isComplaintOf,
	isFormRejected,
	keyOf,
	mayBeComplaintOf,
	signatureOf,
	type Trial,
} from "../rejections/read-trial.ts";
import { findObject, type Repair } from "../rejections/repairs.ts";
import {
	isSubjectOf,
	keyOfSubject,
	listMade,
	listSubjects,
	listWords,
	respell,
	type Subject,
} from "./body-subjects.ts";
import {
	isOther,
	listComplaints,
	remove,
	type Send,
	setValue,
	wrap,
} from "./change-body.ts";
import { Conversation } from "./conversation.ts";
import { renewAdded } from "./fresh-texts.ts";
import type { Lesson } from "./lesson.ts";
import { findOwn } from "./locate-properties.ts";
import { minimize } from "./minimize-repairs.ts";
import { preferWords } from "./prefer-words.ts";
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
	const rejectsUnknown = filling.rejectsUnknown();
	const subjects = listSubjects(current, rejectsUnknown);
	// A service may ignore the case of names.
	const isOwnName = ({ at, name }: Subject): boolean => {
		const own = findOwn(findObject(current.body, at) ?? {}, name);
		return own === undefined || own === name;
	};
	const names = listWords(current, filling.wrappers).filter(isOwnName);
	const placed = current.complaints.flatMap(
		({ isPlaced, paths: [path = []] }) => (isPlaced ? path.slice(-1) : []),
	);
	// Such a name is probably not spelled in another way: no sentence has it by itself, or the service rejects others.
	yield* subjects.filter(
		({ name }) =>
			rejectsUnknown || placed.includes(name) || /^[a-z]+[A-Z]/.test(name),
	);
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
async function fillBody(filling: Filling): Promise<Trial> {
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
			const isUnknown = listComplaints(current, subject).some(
				({ isOfName }) => isOfName,
			);
			const found =
				(isOwn && subject.inner.length === 0
					? ((isUnknown
							? undefined
							: await solveBySpelling(filling, current, subject)) ??
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

const nameOf = (repair: Repair): string =>
	repair.kind === "rename" ? repair.to : repair.name;

/** Returns the repairs without one of them, so that its effect shows. */
function leaveOut(repairs: readonly Repair[], repair: Repair): Repair[] {
	// Without the wrapper, the places of other repairs would be wrong.
	return repair.kind === "wrap"
		? repairs.with(repairs.indexOf(repair), {
				...{ kind: "wrap", name: uniqueWord() },
			})
		: repairs.filter((each) => each !== repair);
}

/** Whether the rejection without the repair shows that the service requires it. */
const isShown = (repair: Repair, rejected: Trial, without: Trial): boolean =>
	isFormRejected(without.response) &&
	isOther(rejected, without) &&
	(repair.kind === "wrap" ||
		without.complaints.some((each) => mayBeComplaintOf(each, repair.name)));

/** Adds a word for each missing property that the rejection names, if the service then says something else. */
async function addNamed(rejected: Trial, send: Send): Promise<Trial> {
	let current = rejected;
	const subjects = listSubjects(rejected);
	// A rejection may spell a name as its code does, and the service may ignore the case of names.
	for (const subject of [...respell(subjects, []), ...subjects]) {
		const own = Object.keys(findObject(current.body, subject.at) ?? {});
		const name = compactName(subject.name);
		if (own.some((each) => compactName(each) === name)) continue;
		const next = await setValue(send, current, subject, uniqueWord());
		const said = listComplaints(current, subject).map(({ text }) => text);
		const isSaidAgain = next?.complaints.some(({ text }) =>
			said.includes(text),
		);
		if (!next || isSaidAgain || !isFormRejected(next.response)) continue;
		if (isOther(current, next)) current = next;
	}
	return current;
}

/**
 * Finds which repairs of a rejected body are right all the same, because the service says something else without them.
 * @returns a body with these repairs only; undefined if there are none
 */
async function keepCertain(
	nearest: Trial,
	send: Send,
): Promise<Trial | undefined> {
	const named = await addNamed(nearest, send);
	// Only the last value of a property is sent, and only an accepted body shows that a name replaces another one.
	const last = new Map(
		named.repairs.map((each) => [
			each.kind === "wrap" ? each : [...each.at, nameOf(each)].join("/"),
			each.kind === "rename"
				? ({
						kind: "set",
						at: each.at,
						name: each.to,
						make: uniqueWord,
					} as const)
				: each,
		]),
	);
	const rejected = await send([...last.values()]);
	if (!rejected) return undefined;
	const certain: Repair[] = [];
	const base = rejected.repairs.filter(({ kind }) => kind === "wrap");
	const none = await send(base);
	for (const repair of rejected.repairs) {
		const without = await send(leaveOut(rejected.repairs, repair));
		let isCertain = without && isShown(repair, rejected, without);
		// What the service says of another property may hide what it says of this one.
		if (!isCertain && none && !base.includes(repair)) {
			const alone = await send([...base, repair]);
			isCertain = alone && isShown(repair, alone, none);
		}
		if (isCertain) certain.push(repair);
	}
	// What was at a place inside a wrapper that is not certain has no place any more.
	if (certain.length === 0 || !base.every((each) => certain.includes(each)))
		return undefined;
	return certain.length === rejected.repairs.length ? rejected : send(certain);
}

/** The maximum number of requests before what is certain of a rejected body is found out. */
const MAX_FILLED = 160;

/** What a documented body needs. */
export interface LearntRepairs {
	readonly repairs: readonly Repair[];
	/** Whether the service accepts the form of a body with these repairs. If not, each is required all the same. */
	readonly isAccepted: boolean;
}

/** Returns the trial, or that of the documented body if the service complains of less there than with the repairs. */
async function chooseStart(
	conversation: Conversation,
	repaired: Trial,
): Promise<Trial> {
	if (repaired.repairs.length === 0 || isAccepted(repaired.response))
		return repaired;
	const plain = await conversation.send([]);
	if (!plain || isAccepted(plain.response)) return plain ?? repaired;
	const few = new Set(plain.complaints.map(keyOf));
	const many = new Set(repaired.complaints.map(keyOf));
	const isLess =
		few.size > 0 &&
		few.size < many.size &&
		[...few].every((each) => many.has(each));
	return isLess ? plain : repaired;
}

/**
 * Learns from rejections which body a service accepts: fills in what the service requires, and then leaves out what it
 * does not require.
 * @returns undefined if nothing was learnt
 */
export async function learnBody(
	lesson: Lesson,
): Promise<LearntRepairs | undefined> {
	const { knowledge, wrappers, innerWrappers = [] } = lesson;
	const conversation = new Conversation(lesson);
	const repaired = await conversation.send(lesson.repairs);
	if (!repaired) return undefined;
	const shown = await chooseStart(conversation, repaired);
	if (isAccepted(shown.response))
		return { repairs: shown.repairs, isAccepted: true };
	const found = await fillBody({
		...{ knowledge, wrappers, innerWrappers },
		first: await conversation.meetUnknown(shown),
		send: async (repairs) =>
			conversation.sent < MAX_FILLED ? conversation.send(repairs) : undefined,
		isOfNothing: (...trials) => conversation.isOfNothing(...trials),
		rejectsUnknown: () => conversation.rejectsUnknown,
	});
	if (isAccepted(found.response)) {
		const { repairs } = await preferWords(found, (some) =>
			conversation.send(some),
		);
		return {
			repairs: await minimize(
				repairs.map((each) =>
					lesson.repairs.includes(each) ? each : renewAdded(each),
				),
				lesson,
			),
			isAccepted: true,
		};
	}
	const certain = await keepCertain(found, (repairs) =>
		conversation.send(repairs),
	);
	// The last exchange shows the form.
	const last = certain && (await conversation.send(certain.repairs));
	// Such a service accepts the form of a body that names a record which does not exist.
	const isOfUnknown = ({ response }: Trial) => response.status === 404;
	const isForm = last && isOfUnknown(last) && !isOfUnknown(shown);
	return certain && { repairs: certain.repairs, isAccepted: isForm === true };
}
