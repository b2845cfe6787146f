import { nameOf, type Subject } from "./body-subjects.ts";
import type { Complaint } from "./read-complaints.ts";
import {
	isAccepted,
	isComplaintOf,
	isFormRejected,
	keyOf,
	signatureOf,
	type Trial,
	withoutGenerated,
} from "./read-trial.ts";

/** How much a value improves a body, the most first. */
export type Rank = "accepted" | "solved" | "other" | "changed" | "same";

/** Returns the text of the rejection. */
export const textOf = ({ response }: Trial): string =>
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
	complaints.filter((each) => isComplaintOf(each, nameOf(subject)));

/** Whether a complaint is about a property of the subject, which therefore must be an object. */
export const isInside = ({ complaints }: Trial, subject: Subject): boolean =>
	complaints.some(({ paths }) =>
		paths.some((path) => path.slice(0, -1).includes(nameOf(subject))),
	);

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
	const known = new Set(before.complaints.map(keyOf));
	const fresh = after.complaints.filter((each) => !known.has(keyOf(each)));
	const own = listComplaints(after, subject);
	if (own.some(({ isOfName }) => isOfName)) return "same";
	const repeats =
		typeof value === "string" &&
		value.length > 2 &&
		textOf(after).includes(value);
	// A complaint with the place of another property repeats the value as the reason.
	const isElsewhere = fresh.some(({ words }) => words.length === 0);
	const isRepeated = repeats && !isElsewhere && !textOf(before).includes(value);
	if (own.length > 0 || isRepeated) return "changed";
	return fresh.length === 0 ? "solved" : "other";
}
