import { groupBy } from "../values/group-by.ts";
import type { ComparedObservation } from "../verification/observed.ts";
import { removeKeywords, setAt } from "./edit.ts";
import { createNameChanges } from "./example-changes.ts";
import type { Group, Round, Taught } from "./lesson.ts";
import { findInput, listUnknown } from "./request-inputs.ts";
import { parentOf, whereOf } from "./schema-places.ts";

/** Groups the sightings of statuses by the request that shows them. */
export const groupRequests = ({ observations }: Round): Group[] =>
	groupBy(
		observations.sightings.filter(({ where }) => where === "status"),
		({ example, violation, actual }) => {
			const [place] =
				violation && "places" in violation ? violation.places : [];
			return JSON.stringify([example.target, example.status, place, actual]);
		},
	);

/** Whether other operations with the same element respond in the same way to requests with unknown properties. */
const isElsewhere = (
	round: Round,
	target: string,
	pointer: string,
	isSuch: (status: number) => boolean,
): boolean =>
	round.observations.exchanges.some(
		(each) =>
			each.target !== target &&
			isSuch(each.response.status) &&
			listUnknown(round, each).some((found) => found.pointer === pointer),
	);

type RequestLesson = Taught & {
	/**
	 * The pointers of references that must be replaced by copies first, because only some users of their targets differ.
	 */
	readonly splits: readonly string[];
};

/** Learns that unknown properties are accepted although the document forbids them. */
export function learnAdditional(
	round: Round,
	group: Group,
): RequestLesson | undefined {
	const [{ example, violation }] = group;
	const { target, response } = example;
	const [place] = violation && "places" in violation ? violation.places : [];
	if (!place || !("pointer" in place) || response.status >= 300)
		return undefined;
	const where = parentOf(whereOf(place.pointer));
	const [element] = findInput(round, target, where);
	if (element?.node.additionalProperties !== false) return undefined;
	const { pointer, references } = element;
	return {
		...{ kind: "unknown properties", where: `request ${where}` },
		...{ from: "rejected", to: "accepted", isCertain: true },
		splits: isElsewhere(round, target, pointer, (status) => status >= 400)
			? references.slice(-1)
			: [],
		changes: [removeKeywords(pointer, "additionalProperties")],
	};
}

/** Learns that unknown properties are rejected at every place. */
export function learnUnknown(
	round: Round,
	group: Group,
): RequestLesson | undefined {
	const [first] = group;
	const { target, status, response } = first.example;
	// Only checks send the same request with and without such properties.
	if (round.isRecorded || status >= 300 || response.status < 400)
		return undefined;
	const pointers = group.map(({ example }) =>
		listUnknown(round, example).map(({ pointer }) => pointer),
	);
	const [common = []] = pointers;
	const element = listUnknown(round, first.example)[0];
	const pointer = common.find((each) =>
		pointers.every((all) => all.includes(each)),
	);
	if (pointer === undefined || common.length > 1) return undefined;
	const requests = round.observations.exchanges.filter(
		(each) => each.target === target && each.status < 300,
	);
	const having = requests.filter((each) =>
		listUnknown(round, each).some((found) => found.pointer === pointer),
	);
	const body = { target, status: "request" } as const;
	const names = new Set(
		findInput(round, target, "$")
			.filter((each) => each.pointer === pointer)
			.flatMap(({ node }) => Object.keys(Object(node.properties))),
	);
	const isRejected = ({ response: { status } }: ComparedObservation) =>
		status >= 400;
	if (!having.every(isRejected) || requests.every(isRejected)) return undefined;
	const isAccepted = (status: number): boolean => status < 300;
	return {
		splits: isElsewhere(round, target, pointer, isAccepted)
			? (element?.references.slice(0, 1) ?? [])
			: [],
		...{ kind: "unknown properties", where: "request $" },
		...{ from: "accepted", to: "rejected" },
		...{ of: having.length, isCertain: having.length > 0 },
		changes: [
			setAt(pointer, false, "/additionalProperties"),
			...(names.size > 0 ? createNameChanges(round.document, body, names) : []),
		],
	};
}

/**
 * Returns the pointers of references that must be replaced by copies, because other requests may have unknown
 * properties there.
 */
export const findRequestSplits = (round: Round): readonly string[] =>
	groupRequests(round).flatMap(
		(group) =>
			(learnAdditional(round, group) ?? learnUnknown(round, group))?.splits ??
			[],
	);
