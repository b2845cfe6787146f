import { isSubjectOf, type Subject } from "./body-subjects.ts";
import { isOther } from "./rank-trial.ts";
import {
	isAccepted,
	isComplaintOf,
	isFormRejected,
	type Trial,
} from "./read-trial.ts";
import { findObject, type Repair } from "./repairs.ts";

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
			...{ kind: "set", at, name, make: () => nested },
			...(documented !== undefined && { documented }),
		},
	]);
};

/** Puts the whole body in a property. */
export async function wrap(
	send: Send,
	current: Trial,
	{ at, name, inner }: Subject,
): Promise<Trial | undefined> {
	if (at.length + inner.length > 0) return undefined;
	const next = await send([...current.repairs, { kind: "wrap", name }]);
	if (!next || isAccepted(next.response)) return next;
	const isNamed = next.complaints.some((each) => isComplaintOf(each, name));
	return isFormRejected(next.response) && isOther(current, next) && !isNamed
		? next
		: undefined;
}

/** Removes a property that the service rejects. */
export async function remove(
	send: Send,
	{ repairs, body }: Trial,
	{ at, name }: Subject,
): Promise<Trial | undefined> {
	const documented = findObject(body, at)?.[name];
	const repair: Repair = { kind: "remove", at, name, documented };
	const next = await send([...repairs, repair]);
	if (!next || isAccepted(next.response)) return next;
	return isFormRejected(next.response) &&
		!next.complaints.some((each) => isComplaintOf(each, name))
		? next
		: undefined;
}
