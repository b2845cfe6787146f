import { uniqueWord } from "../../../values/unique-word.ts";
import type { Complaint } from "../rejections/complaints.ts";
import { withoutGenerated } from "../rejections/generated.ts";
import {
	isAccepted,
	isComplaintOf,
	isFormRejected,
	keyOf,
	mayBeComplaintOf,
	signatureOf,
	type Trial,
	withoutNumbers,
} from "../rejections/read-trial.ts";
import { findObject, type Repair } from "../rejections/repairs.ts";
import {
	isSubjectOf,
	keyOfSubject,
	locateAll,
	nameOf,
	type Subject,
} from "./body-subjects.ts";
import { createMake } from "./fresh-texts.ts";

/** How much a value improves a body, the most first. */
export type Rank = "accepted" | "solved" | "other" | "changed" | "same";

/** Returns the text of the rejection. */
export const textOf = ({ response }: Pick<Trial, "response">): string =>
	response.body.toString("utf8", 0, 16_384);

/** Whether the service says something else of two bodies. */
export const isOther = (one: Trial, other: Trial): boolean =>
	signatureOf(one) !== signatureOf(other) &&
	withoutGenerated(textOf(one)) !== withoutGenerated(textOf(other));

/** Returns the complaints about a property. */
export const listComplaints = (
	{ complaints }: Trial,
	subject: Subject,
): readonly Complaint[] =>
	complaints.filter((each) => mayBeComplaintOf(each, nameOf(subject)));

/** Whether a complaint is about a property of the subject, which therefore must be an object. */
export const isInside = ({ complaints }: Trial, subject: Subject): boolean =>
	complaints.some(({ paths }) =>
		paths.some((path) => path.slice(0, -1).includes(nameOf(subject))),
	);

/** Returns the complaints that the service did not have before. */
export function listFresh(before: Trial, after: Trial): readonly Complaint[] {
	const known = new Set(before.complaints.map(keyOf));
	return after.complaints.filter((each) => !known.has(keyOf(each)));
}

/**
 * Returns the complaints about a property after a change. If the service complained of properties with this name at
 * several places before, only those about its place count.
 */
function listOwn(
	before: Trial,
	after: Trial,
	subject: Subject,
): readonly Complaint[] {
	const placesOf = (trial: Trial, each: Complaint): string[] =>
		each.words.length === 0 ? locateAll(each, trial) : [];
	const places = new Set(
		listComplaints(before, subject).flatMap((each) => placesOf(before, each)),
	);
	const place = keyOfSubject(subject);
	const all = listComplaints(after, subject);
	return places.size > 1 && places.has(place)
		? all.filter((each) => placesOf(after, each).includes(place))
		: all;
}

/** Whether a complaint names the object of the property, and no property in it: "action: unknown variant". */
function isOfObject({ paths }: Complaint, { at, inner }: Subject): boolean {
	const object = at.findLast((each) => each !== "*");
	if (object === undefined || inner.length > 0) return false;
	return (
		paths.some((path) => path.at(-1) === object) &&
		!paths.some((path) => path.slice(0, -1).includes(object))
	);
}

/** Compares the rejections before and after a property has another value. */
export function rank(
	before: Trial,
	after: Trial,
	subject: Subject,
	value: unknown,
): Rank {
	if (isAccepted(after.response)) return "accepted";
	if (!isFormRejected(after.response)) return "same";
	if (!isOther(before, after)) return "same";
	const fresh = listFresh(before, after);
	const own = listOwn(before, after, subject);
	if (own.some(({ isOfName }) => isOfName)) return "same";
	const repeats =
		typeof value === "string" &&
		value.length > 2 &&
		textOf(after).includes(value);
	// A complaint with the place of another property repeats the value as the reason.
	const isElsewhere = fresh.some(({ words }) => words.length === 0);
	// A rejection of other properties may repeat the whole body.
	const isRepeated =
		repeats &&
		fresh.length > 0 &&
		!isElsewhere &&
		!textOf(before).includes(value);
	if (own.length > 0 || isRepeated) return "changed";
	const placed = fresh.filter(({ paths }) => paths.length > 0);
	if (placed.length > 0 && placed.every((each) => isOfObject(each, subject)))
		return "changed";
	// A rejection that names nothing may come from a service that cannot read the body at all any more.
	const isSilent =
		after.complaints.length === 0 && before.complaints.length > 0;
	if (isSilent) return "other";
	return fresh.every(
		(each) =>
			listNext(before, each, subject).length > 0 &&
			!isMissed(before, after, each, subject),
	)
		? "solved"
		: "other";
}

/** The names and numbers after the first name of a path at the start of a sentence, as in `body/steps/0 must have`. */
const INNER_PLACE = /(?<=^[^\s/]*)\/\S*(?=\s)/;

/** A service may name one missing property at a time. Lists the properties that it now names in the same sentence. */
function listNext(
	before: Trial,
	{ paths, text }: Complaint,
	subject: Subject,
): Complaint["paths"] {
	/** Returns what is said without both names, which other words may contain, and without the place before it. */
	const mask = (said: string, other: string): string =>
		withoutNumbers(said.replaceAll(nameOf(subject), "…").replaceAll(other, "…"))
			.replace(/^.*: (?=.)/, "")
			.replace(INNER_PLACE, "");
	return paths.filter((path) => {
		const [name = ""] = path.slice(-1);
		return (
			name !== "" &&
			!path.slice(0, -1).includes(nameOf(subject)) &&
			listComplaints(before, subject).some(
				(each) => mask(each.text, name) === mask(text, name),
			)
		);
	});
}

/** Whether the service now names a property that the change has removed. Then it needs both. */
const isMissed = (
	before: Trial,
	after: Trial,
	complaint: Complaint,
	subject: Subject,
): boolean =>
	listNext(before, complaint, subject).some((path) => {
		const [had, has] = [before, after].map(
			({ body }) => `${path.at(-1)}` in (findObject(body, subject.at) ?? {}),
		);
		return had && !has;
	});

/** Sends a body with these repairs. Returns undefined if the maximum number of requests is reached. */
export type Send = (repairs: readonly Repair[]) => Promise<Trial | undefined>;

/** Sends the body with another value of a property. */
export const setValue = (
	send: Send,
	{ repairs, body }: Trial,
	subject: Subject,
	value: unknown,
): Promise<Trial | undefined> => {
	const { at, name, inner } = subject;
	const nested = inner.reduceRight<unknown>(
		(within, each) => ({ [each]: within }),
		value,
	);
	const isNew = repairs.some(
		(each) =>
			isSubjectOf(each, subject) &&
			each.kind === "set" &&
			each.documented === undefined,
	);
	const documented = isNew ? undefined : findObject(body, at)?.[name];
	return send([
		...repairs.filter((each) => !isSubjectOf(each, subject)),
		{
			...{ kind: "set", at, name },
			make: at.includes("*") ? createMake(nested) : () => nested,
			...(documented !== undefined && { documented }),
		},
	]);
};

/** Whether a repair has given the property a text of which the service does not complain. */
const isMadeText = (current: Trial, subject: Subject): boolean =>
	typeof findObject(current.body, subject.at)?.[subject.name] === "string" &&
	current.repairs.some((each) => isSubjectOf(each, subject)) &&
	listComplaints(current, subject).length === 0;

/** Whether a rejection has the place of another property that the body lacks, so that the service needs both. */
const needsBeside = ({ complaints, body }: Trial, name: string): boolean =>
	complaints.some(({ isOfName, isPlaced, paths: [path = []] }) => {
		const [other] = path;
		if (isOfName || !isPlaced || path.length !== 1) return false;
		return other !== name && !(`${other}` in Object(body));
	});

/** Puts the whole body in a property. */
export async function wrap(
	send: Send,
	current: Trial,
	subject: Subject,
): Promise<Trial | undefined> {
	const { at, name } = subject;
	if (at.length + subject.inner.length > 0) return undefined;
	if (needsBeside(current, name)) return undefined;
	// The service takes a text there.
	if (isMadeText(current, subject)) return undefined;
	// Inside the wrapper, the service may know properties that it rejects outside of it.
	const inner = current.repairs.filter(({ kind }) => kind !== "remove");
	const wrapIn = (wrapper: string) =>
		send([...inner, { kind: "wrap", name: wrapper }]);
	const next = await wrapIn(name);
	if (!next) return undefined;
	if (isAccepted(next.response)) {
		// A service that ignores what it does not know takes a body in any property.
		const other = await wrapIn(uniqueWord());
		return other && isAccepted(other.response) ? undefined : next;
	}
	const isWrong = next.complaints.some(
		(each) =>
			isComplaintOf(each, name) || isMissed(current, next, each, subject),
	);
	return isFormRejected(next.response) && isOther(current, next) && !isWrong
		? next
		: undefined;
}

/** Sends the body without a property, which the document or a repair has added. */
export function leaveOut(
	send: Send,
	{ repairs, body }: Trial,
	{ at, name }: Subject,
): Promise<Trial | undefined> {
	const isOf = (each: Repair) => isSubjectOf(each, { at, name });
	const made = repairs.find(isOf);
	const documented =
		made?.kind === "set" ? made.documented : findObject(body, at)?.[name];
	const others = repairs.filter((each) => !isOf(each));
	return send(
		documented === undefined
			? others
			: [...others, { kind: "remove", at, name, documented }],
	);
}

/** Removes a property that the service rejects. */
export async function remove(
	send: Send,
	current: Trial,
	subject: Subject,
): Promise<Trial | undefined> {
	const next = await leaveOut(send, current, subject);
	if (!next || isAccepted(next.response)) return next;
	return isFormRejected(next.response) &&
		!next.complaints.some((each) => isComplaintOf(each, subject.name))
		? next
		: undefined;
}
