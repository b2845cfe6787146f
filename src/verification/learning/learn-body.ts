import { isObject } from "../../values/json.ts";
import { uniqueWord } from "../../values/unique-word.ts";
import { keepCertain } from "./certain-repairs.ts";
import { fillBody } from "./fill-body.ts";
import type { Lesson } from "./lesson.ts";
import { minimize } from "./minimize-repairs.ts";
import {
	isChoice,
	isRepeated,
	listOffered,
	listRepairs,
} from "./propose-repairs.ts";
import { textOf } from "./rank-trial.ts";
import type { Complaint } from "./read-complaints.ts";
import {
	isAccepted,
	isComplaintOf,
	isFormRejected,
	keyOf,
	readTrial,
	signatureOf,
	type Trial,
} from "./read-trial.ts";
import {
	addRepair,
	applyRepairs,
	findObject,
	isSamePlace,
	isSameSet,
	listNames,
	type Repair,
} from "./repairs.ts";
import { listVariants } from "./vary-body.ts";

const MAX_DEPTH = 12;
/** The maximum number of requests that try one repair after another. Further requests fill the body. */
const MAX_EXPLORED = 80;
/** The maximum number of requests before what is certain of a rejected body is found out. */
const MAX_FILLED = 160;

/** Whether a property with a new name is an object or an array, of which the service knows the form if it knows the name. */
const isStructured = (
	{ body }: Trial,
	{ at, to }: Repair & { kind: "rename" },
): boolean => typeof findObject(body, at)?.[to] === "object";

/** Returns a key of a rejection. A service may say the same of the properties of several objects, which repairs have added. */
const stateOf = (trial: Trial): string =>
	JSON.stringify([
		trial.repairs.flatMap((each) =>
			each.kind === "set" &&
			isObject(findObject(trial.body, each.at)?.[each.name])
				? [[...each.at, each.name]]
				: [],
		),
		signatureOf(trial),
	]);

/** Postpones further values of a name at a place where one changed nothing, as long as there are other places to try. */
function createPostponement() {
	const unmoved: Repair[] = [];
	const postponed = new Set<Repair>();
	const isAt = (one: Repair, other: Repair, isSame: boolean): boolean =>
		one.kind === "set" &&
		other.kind === "set" &&
		one.name === other.name &&
		isSamePlace(one.at, other.at) === isSame;
	return {
		add(repair: Repair): void {
			unmoved.push(repair);
		},
		/** Moves the repair to the end of the list if it is postponed. */
		skips(repair: Repair, untried: Repair[]): boolean {
			const isLater =
				!postponed.has(repair) &&
				unmoved.some((each) => isAt(each, repair, true)) &&
				untried.some((each) => isAt(each, repair, false));
			if (isLater) {
				postponed.add(repair);
				untried.push(repair);
			}
			return isLater;
		},
	};
}

/** Whether a rejection is about the state of a record, and not about the form of the body. */
function isOfState({ response, complaints, body }: Trial, first: Trial) {
	const names = new Set(listNames(body));
	return (
		response.status === 409 &&
		first.response.status !== 409 &&
		!complaints.some(({ paths }) =>
			paths.some((path) => names.has(path.at(-1) ?? "")),
		)
	);
}

const listTexts = (value: unknown): string[] => {
	if (typeof value === "string") return [value];
	return typeof value === "object" && value !== null
		? Object.values(value).flatMap(listTexts)
		: [];
};

/** What a documented body needs. */
export interface LearntRepairs {
	readonly repairs: readonly Repair[];
	/** Whether the service accepts a body with these repairs. If not, each is required all the same. */
	readonly isAccepted: boolean;
}

/** Orders rejected bodies by how much their repairs tell. A wrapper tells more than any property. */
const weigh = ({ repairs }: Trial): number =>
	repairs.length +
	(repairs.some(({ kind }) => kind === "wrap") ? MAX_EXPLORED : 0);

/**
 * Learns from rejections which body a service accepts. Tries each repair that a rejection suggests, and keeps it if
 * the next complaint is a different one.
 * @returns undefined if nothing was learnt
 */
export async function learnBody(
	lesson: Lesson,
): Promise<LearntRepairs | undefined> {
	const known = new Set<string>();
	const seen = {
		values: lesson.seen,
		idsOf: lesson.knowledge?.idsOf ?? (() => []),
	};
	/** The texts of bodies, and whether a rejection contained them before a body did. */
	const texts = new Map<string, boolean>();
	const rejections: string[] = [];
	let sent = 0;
	let ofUnknown: readonly string[] = [];
	let nothing: Trial | undefined;
	/** Whether the last body was rejected for the state of its record only. */
	let isInConflict = false;
	/** The rejected body with the most repairs that were right so far. */
	let nearest: Trial | undefined;
	/** Returns the rejection of an empty body. */
	async function findNothing(): Promise<Trial | undefined> {
		if (nothing === undefined) {
			const empty = await lesson.send({});
			nothing = empty && readTrial([], {}, empty, lesson);
		}
		return nothing;
	}
	/** Whether the service now complains of what an empty body lacks, too. Then it sees no property of the body. */
	async function isOfNothing(trial: Trial, before: Trial): Promise<boolean> {
		const lacking = new Set((await findNothing())?.complaints.map(keyOf));
		const known = new Set(before.complaints.map(keyOf));
		const isLacking = (each: Complaint): boolean => lacking.has(keyOf(each));
		return (
			nothing?.response.status === trial.response.status &&
			!isAccepted(trial.response) &&
			(trial.complaints.every(isLacking) ||
				trial.complaints.some(
					(each) => !known.has(keyOf(each)) && isLacking(each),
				))
		);
	}
	const send = async (
		repairs: readonly Repair[],
	): Promise<Trial | undefined> => {
		const body = applyRepairs(lesson.createBody(), repairs);
		for (const text of listTexts(body))
			if (!texts.has(text))
				texts.set(
					text,
					rejections.some((each) => each.includes(text)),
				);
		const said = new Set([...texts.keys()].filter((each) => texts.get(each)));
		sent += 1;
		const response = await lesson.send(body);
		if (!response) return undefined;
		const trial = readTrial(repairs, body, response, {
			...{ ...lesson, said, ofUnknown },
		});
		rejections.push(textOf(trial));
		return trial;
	};
	const name = uniqueWord();
	/** Finds what the service says of a name that no service knows. */
	async function findOfUnknown(): Promise<string[]> {
		const body = { ...Object(lesson.createBody()), [name]: true };
		const response = await lesson.send(body);
		const { complaints = [] } = response ? readTrial([], body, response) : {};
		const masked = complaints
			.map(({ text }) => text.replaceAll(name, "…"))
			.filter((text, index) => text !== complaints[index]?.text);
		const placed = complaints.filter(({ paths }) =>
			paths.some((path) => path.at(-1) === name),
		);
		if (masked.length > 0 || placed.length === 0) return masked;
		// What it says of a missing property, too, does not tell which names it knows.
		const ofMissing = (await findNothing())?.complaints ?? [];
		return placed
			.map(({ text }) => text)
			.filter((text) => ofMissing.every((each) => each.text !== text));
	}

	/** Returns a trial with repairs that the service accepts; undefined if none is found. */
	async function explore(current: Trial): Promise<Trial | undefined> {
		if (isAccepted(current.response)) return current;
		if (!isFormRejected(current.response) || current.repairs.length > MAX_DEPTH)
			return undefined;
		isInConflict = isOfState(current, first);
		if (isInConflict) return undefined;
		for (const complaint of current.complaints) {
			let untried = listRepairs(complaint, current, seen);
			/** The bodies with a value that the next rejection repeats. It may be about another property all the same. */
			const repeated: Trial[] = [];
			const postpone = createPostponement();
			for (let repair = untried.shift(); repair; repair = untried.shift()) {
				if (postpone.skips(repair, untried)) continue;
				const next =
					sent < MAX_EXPLORED
						? await send(addRepair(current.repairs, repair))
						: undefined;
				if (!next) return undefined;
				if (isAccepted(next.response)) return next;
				if (stateOf(next) === stateOf(current)) postpone.add(repair);
				const added = repair.kind === "rename" ? repair.to : repair.name;
				if (
					next.complaints.some(
						(each) => each.isOfName && isComplaintOf(each, added),
					)
				) {
					untried = untried.filter((each) => !isSameSet(each, repair));
					continue;
				}
				if (!isProgress(complaint, repair, current, next)) continue;
				if (repair.kind === "wrap" && (await isOfNothing(next, current)))
					continue;
				if (isRepeated(repair, current, next)) {
					if (repeated.length === 0)
						untried.unshift(...listOffered(repair, current, next));
					repeated.push(next);
					continue;
				}
				const before = [...known];
				const found = await exploreNext(next);
				if (found) return found;
				if (!isInConflict) continue;
				// Only another choice may be possible in this state, with the same rejections on the way.
				if (!isChoice(repair, complaint, next)) return undefined;
				isInConflict = false;
				known.clear();
				for (const each of before) known.add(each);
				known.delete(stateOf(next));
			}
			for (const next of repeated) {
				const found = await exploreNext(next);
				if (found) return found;
			}
		}
		return undefined;
	}

	function exploreNext(next: Trial): Promise<Trial | undefined> {
		if (next.repairs.length > (nearest?.repairs.length ?? 0)) nearest = next;
		return explore(next);
	}

	/** Whether the service no longer complains about this property, nor about the repair itself. */
	function isProgress(
		complaint: Complaint,
		repair: Repair,
		current: Trial,
		next: Trial,
	): boolean {
		const state = stateOf(next);
		if (known.has(state) || !isFormRejected(next.response)) return false;
		const before = new Set(current.complaints.map(keyOf));
		const isLeft = next.complaints.some(
			(each) => keyOf(each) === keyOf(complaint),
		);
		const isLost =
			repair.kind !== "set" &&
			next.complaints.some(
				(each) => !before.has(keyOf(each)) && isComplaintOf(each, repair.name),
			);
		// The complaint about the new name is the same as about the old one.
		const isSame =
			repair.kind === "rename" &&
			next.complaints.some(
				(each) =>
					(each.text === complaint.text || isStructured(next, repair)) &&
					isComplaintOf(each, repair.to),
			);
		if (isLeft || isLost || isSame) return false;
		known.add(state);
		return true;
	}

	const shown = await send(lesson.repairs);
	if (!shown) return undefined;
	if (isAccepted(shown.response))
		return { repairs: shown.repairs, isAccepted: true };
	ofUnknown = await findOfUnknown();
	const first = readTrial(shown.repairs, shown.body, shown.response, {
		...{ ...lesson, ofUnknown },
	});
	known.add(stateOf(first));
	const { knowledge, wrappers } = lesson;
	const fill = async (trial: Trial): Promise<Trial> =>
		knowledge
			? fillBody({
					...{ knowledge, wrappers, first: trial, isOfNothing },
					send: async (repairs) =>
						sent < MAX_FILLED ? send(repairs) : undefined,
				})
			: trial;
	let found = await explore(first);
	const variants =
		found || lesson.repairs.length > 0
			? []
			: listVariants(first.body, wrappers);
	const others: Trial[] = [first];
	for (const variant of variants) {
		const next = await send(variant);
		if (!next) break;
		const isNew = !known.has(stateOf(next));
		known.add(stateOf(next));
		if (isNew) {
			others.push(next);
			found = await explore(next);
		}
		if (found) break;
	}
	const filled: Trial[] = [];
	for (const trial of [...others, ...(nearest ? [nearest] : [])]) {
		if (found) break;
		const next = await fill(trial);
		if (isAccepted(next.response)) found = next;
		filled.push(next);
	}
	if (found)
		return { repairs: await minimize(found.repairs, lesson), isAccepted: true };
	for (const each of filled.sort((a, b) => weigh(b) - weigh(a))) {
		const certain = await keepCertain(each, send);
		if (certain) return { repairs: certain.repairs, isAccepted: false };
	}
	return undefined;
}
