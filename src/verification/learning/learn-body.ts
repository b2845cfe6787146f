import { compareNames } from "../../document/judgment/compare-names.ts";
import { uniqueWord } from "../../values/unique-word.ts";
import type { ProviderResponse } from "../contract.ts";
import { type FindSeen, listRepairs } from "./propose-repairs.ts";
import type { Complaint } from "./read-complaints.ts";
import {
	type Habits,
	isAccepted,
	isComplaintOf,
	isFormRejected,
	keyOf,
	readTrial,
	signatureOf,
	type Trial,
} from "./read-trial.ts";
import {
	applyRepairs,
	findObject,
	isSamePlace,
	type Repair,
} from "./repairs.ts";
import { listVariants } from "./vary-body.ts";

/** What a service must be asked to learn about one operation. */
export interface Lesson extends Pick<Habits, "path" | "codes"> {
	/** Returns a new body that is valid by the document. */
	readonly createBody: () => unknown;
	/** Sends a body. Returns undefined if there is no response, or if the maximum number of requests is reached. */
	readonly send: (body: unknown) => Promise<ProviderResponse | undefined>;
	/** Common names of envelopes, such as the resource. */
	readonly wrappers: readonly string[];
	readonly seen: FindSeen;
	/** The repairs of other bodies of the operation. */
	readonly repairs: readonly Repair[];
}

const MAX_DEPTH = 12;

/** Whether a property with a new name is an object or an array, of which the service knows the form if it knows the name. */
const isStructured = (
	{ body }: Trial,
	{ at, to }: Repair & { kind: "rename" },
): boolean => typeof findObject(body, at)?.[to] === "object";

/**
 * Returns variants of the repairs. In each variant, one rename replaces two repairs: removing a documented property,
 * and adding an undocumented one at the same place.
 */
function joinRenames(repairs: readonly Repair[]): (readonly Repair[])[] {
	return repairs.flatMap((removal, index) => {
		if (removal.kind !== "remove") return [];
		const { at, name } = removal;
		return repairs
			.filter(
				(each) =>
					each.kind === "set" &&
					each.documented === undefined &&
					isSamePlace(each.at, at),
			)
			.sort((a, b) => compareNames(b.name, name) - compareNames(a.name, name))
			.map((added) =>
				repairs
					.with(index, { kind: "rename", at, name, to: added.name })
					.filter((each) => each !== added),
			);
	});
}

/** Removes repairs that the service does not require. */
async function minimize(
	repairs: readonly Repair[],
	lesson: Lesson,
): Promise<readonly Repair[]> {
	const isEnough = async (some: readonly Repair[]): Promise<boolean> => {
		const response = await lesson.send(applyRepairs(lesson.createBody(), some));
		return response !== undefined && isAccepted(response);
	};
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
	for (const joined of joinRenames(needed))
		if (await isEnough(joined)) return joined;
	return needed;
}

/**
 * Learns from rejections which body a service accepts. Tries each repair that a rejection suggests, and keeps it if
 * the next complaint is a different one.
 * @returns all repairs that a documented body needs; undefined if they were not found
 */
export async function learnBody(
	lesson: Lesson,
): Promise<readonly Repair[] | undefined> {
	const known = new Set<string>();
	let ofUnknown: readonly string[] = [];
	let nothing: string | undefined;
	/** Whether the rejection is the same as for an empty body. Then the service sees no property of the body. */
	async function isOfNothing(trial: Trial): Promise<boolean> {
		if (nothing === undefined) {
			const empty = await lesson.send({});
			nothing = empty ? signatureOf(readTrial([], {}, empty, lesson)) : "";
		}
		return signatureOf(trial) === nothing;
	}
	const send = async (
		repairs: readonly Repair[],
	): Promise<Trial | undefined> => {
		const body = applyRepairs(lesson.createBody(), repairs);
		const response = await lesson.send(body);
		return (
			response && readTrial(repairs, body, response, { ...lesson, ofUnknown })
		);
	};
	const name = uniqueWord();
	/** Finds what the service says of a name that no service knows. */
	async function findOfUnknown(): Promise<string[]> {
		const body = { ...Object(lesson.createBody()), [name]: true };
		const response = await lesson.send(body);
		const { complaints = [] } = response ? readTrial([], body, response) : {};
		return complaints
			.map(({ text }) => text.replaceAll(name, "…"))
			.filter((text, index) => text !== complaints[index]?.text);
	}

	/** Returns a trial with repairs that the service accepts; undefined if none is found. */
	async function explore(current: Trial): Promise<Trial | undefined> {
		if (isAccepted(current.response)) return current;
		if (!isFormRejected(current.response) || current.repairs.length > MAX_DEPTH)
			return undefined;
		for (const complaint of current.complaints)
			for (const repair of listRepairs(complaint, current, lesson.seen)) {
				const next = await send([...current.repairs, repair]);
				if (!next) return undefined;
				if (isAccepted(next.response)) return next;
				if (!isProgress(complaint, repair, current, next)) continue;
				if (repair.kind === "wrap" && (await isOfNothing(next))) continue;
				const found = await explore(next);
				if (found) return found;
			}
		return undefined;
	}

	/** Whether the service no longer complains about this property, nor about the repair itself. */
	function isProgress(
		complaint: Complaint,
		repair: Repair,
		current: Trial,
		next: Trial,
	): boolean {
		const signature = signatureOf(next);
		if (known.has(signature) || !isFormRejected(next.response)) return false;
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
		known.add(signature);
		return true;
	}

	const shown = await send(lesson.repairs);
	if (!shown || isAccepted(shown.response)) return shown?.repairs;
	ofUnknown = await findOfUnknown();
	const first = readTrial(shown.repairs, shown.body, shown.response, {
		...{ ...lesson, ofUnknown },
	});
	known.add(signatureOf(first));
	let found = await explore(first);
	const variants =
		found || lesson.repairs.length > 0
			? []
			: listVariants(first.body, lesson.wrappers);
	for (const variant of variants) {
		const next = await send(variant);
		if (!next) break;
		const isNew = !known.has(signatureOf(next));
		known.add(signatureOf(next));
		if (isNew) found = await explore(next);
		if (found) break;
	}
	return found && minimize(found.repairs, lesson);
}
