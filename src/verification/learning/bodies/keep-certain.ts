import { uniqueWord } from "../../../values/unique-word.ts";
import {
	compactName,
	isFormRejected,
	mayBeComplaintOf,
	type Trial,
} from "../rejections/read-trial.ts";
import { findObject, type Repair } from "../rejections/repairs.ts";
import { listSubjects, respell } from "./body-subjects.ts";
import { isOther, listComplaints, type Send, setValue } from "./change-body.ts";

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
export async function keepCertain(
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
