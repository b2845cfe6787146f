import type { Mutation, MutationKind } from "./mutation.ts";

/** Statuses that speak of the caller's rights and not of the service; a verification says so, and not that it failed. */
const GUARDED = new Set([401, 403, 429]);

/** By class: what services answer when they mean the class and not the status. */
const COMMON = new Map([
	[2, [200, 201, 202]],
	[4, [400, 404, 409, 422]],
	[5, [500, 503]],
]);

const classOf = (status: number): number => Math.floor(status / 100);

const swapping = (kind: string, from: number, to: number): Mutation => ({
	kind,
	name: `${kind}: ${from} to ${to}`,
	where: "status",
	mutate: ({ answer }) => ({ ...answer, status: to }),
});

export const swapWithinClass: MutationKind = (
	{ target, answer },
	{ documented: described },
) => {
	const { status } = answer;
	const others = [
		...described.listStatuses(target),
		...(COMMON.get(classOf(status)) ?? []),
	].filter(
		(other) =>
			other !== status &&
			classOf(other) === classOf(status) &&
			!GUARDED.has(other),
	);
	return [...new Set(others)].map((other) =>
		swapping("swap the status within its class", status, other),
	);
};

/** To the success of the operation too, where it has one. */
export const swapAcrossClasses: MutationKind = (
	{ target, answer },
	{ documented: described, operations },
) => {
	const { status } = answer;
	const success = operations.find(({ id }) => id === target)?.success ?? 200;
	const listed = described.listStatuses(target);
	return [...new Set([success, 400, 500, ...listed])]
		.filter(
			(other) => classOf(other) !== classOf(status) && !GUARDED.has(other),
		)
		.map((other) => swapping("swap the status across classes", status, other));
};
