import { isObject } from "../../values/json.ts";
import type { Conversation } from "./conversation.ts";
import type { Lesson } from "./lesson.ts";
import type { Seen } from "./property-repairs.ts";
import { listRepairs } from "./propose-repairs.ts";
import type { Complaint } from "./read-complaints.ts";
import {
	isAccepted,
	isComplaintOf,
	isFormRejected,
	keyOf,
	signatureOf,
	type Trial,
} from "./read-trial.ts";
import {
	addRepair,
	findObject,
	isSameSet,
	listNames,
	type Repair,
} from "./repairs.ts";
import { isChoice, isRepeated, listReplacements } from "./repeated-values.ts";

const MAX_DEPTH = 12;
/** The maximum number of requests that try one repair after another. */
export const MAX_EXPLORED = 80;

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

/** Postpones further values of a property that one did not change, as long as there are other places to try. */
function createPostponement() {
	const unmoved: Repair[] = [];
	const postponed = new Set<Repair>();
	return {
		add(repair: Repair): void {
			unmoved.push(repair);
		},
		/** Moves the repair to the end of the list if it is postponed. */
		skips(repair: Repair, untried: Repair[]): boolean {
			const isElsewhere = (each: Repair): boolean =>
				each.kind === "set" &&
				each.name === repair.name &&
				!isSameSet(each, repair);
			const isLater =
				!postponed.has(repair) &&
				unmoved.some((each) => isSameSet(each, repair)) &&
				untried.some(isElsewhere);
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

/** Whether the service says that it does not know the name that a repair has added. */
const isUnknown = (repair: Repair, { complaints }: Trial): boolean =>
	complaints.some(
		(each) =>
			each.isOfName &&
			isComplaintOf(each, repair.kind === "rename" ? repair.to : repair.name),
	);

/**
 * Tries the repairs that rejections suggest, one after another. Keeps a repair if the service then complains of something
 * else.
 */
export class BodyExplorer {
	/** The rejected body with the most repairs that were right so far. */
	nearest: Trial | undefined;
	readonly #conversation: Conversation;
	readonly #first: Trial;
	readonly #seen: Seen;
	/** The rejections so far. */
	#known = new Set<string>();
	/** Whether the last body was rejected for the state of its record only. */
	#isInConflict = false;

	/** @param first the rejection of the documented body */
	constructor(lesson: Lesson, conversation: Conversation, first: Trial) {
		this.#conversation = conversation;
		this.#first = first;
		this.#seen = {
			values: lesson.seen,
			idsOf: lesson.knowledge?.idsOf ?? (() => []),
		};
		this.isNew(first);
	}

	/** Whether no body was rejected in this way before. */
	isNew(trial: Trial): boolean {
		const { size } = this.#known;
		return this.#known.add(stateOf(trial)).size > size;
	}

	/** Returns an accepted body that follows from the rejections of this one; undefined if none is found. */
	async explore(current: Trial): Promise<Trial | undefined> {
		if (isAccepted(current.response)) return current;
		if (!isFormRejected(current.response) || current.repairs.length > MAX_DEPTH)
			return undefined;
		this.#isInConflict = isOfState(current, this.#first);
		if (this.#isInConflict) return undefined;
		for (const complaint of current.complaints) {
			const found = await this.#answer(complaint, current);
			if (found === "stop") return undefined;
			if (found) return found;
		}
		return undefined;
	}

	/** Tries the repairs that a complaint suggests. Returns "stop" if the other complaints lead nowhere, either. */
	async #answer(
		complaint: Complaint,
		current: Trial,
	): Promise<Trial | "stop" | undefined> {
		let untried = listRepairs(complaint, current, this.#seen);
		/** The bodies with a value that the next rejection repeats. It may be about another property all the same. */
		const repeated: Trial[] = [];
		const postponement = createPostponement();
		for (let repair = untried.shift(); repair; repair = untried.shift()) {
			if (postponement.skips(repair, untried)) continue;
			const next =
				this.#conversation.sent < MAX_EXPLORED
					? await this.#conversation.send(addRepair(current.repairs, repair))
					: undefined;
			if (!next) return "stop";
			if (isAccepted(next.response)) return next;
			if (stateOf(next) === stateOf(current)) postponement.add(repair);
			if (isUnknown(repair, next)) {
				untried = untried.filter((each) => !isSameSet(each, repair));
				continue;
			}
			if (!(await this.#isProgress(complaint, repair, current, next))) continue;
			if (isRepeated(repair, current, next)) {
				if (repeated.length === 0)
					untried.unshift(...listReplacements(repair, current, next));
				repeated.push(next);
				continue;
			}
			const known = new Set(this.#known);
			const found = await this.#follow(next);
			if (found) return found;
			if (!this.#isInConflict) continue;
			if (!isChoice(repair, complaint, next)) return "stop";
			// Another choice may be possible in this state, with the same rejections on the way.
			this.#isInConflict = false;
			known.delete(stateOf(next));
			this.#known = known;
		}
		for (const next of repeated) {
			const found = await this.#follow(next);
			if (found) return found;
		}
		return undefined;
	}

	#follow(next: Trial): Promise<Trial | undefined> {
		if (next.repairs.length > (this.nearest?.repairs.length ?? 0))
			this.nearest = next;
		return this.explore(next);
	}

	/** Whether the service no longer complains about this property, nor about the repair itself. */
	async #isProgress(
		complaint: Complaint,
		repair: Repair,
		current: Trial,
		next: Trial,
	): Promise<boolean> {
		const state = stateOf(next);
		if (this.#known.has(state) || !isFormRejected(next.response)) return false;
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
		this.#known.add(state);
		return (
			repair.kind !== "wrap" ||
			!(await this.#conversation.isOfNothing(next, current))
		);
	}
}
