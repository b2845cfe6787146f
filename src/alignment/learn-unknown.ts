import { groupBy } from "../values/group-by.ts";
import type { ComparedObservation } from "../verification/observed.ts";
import { removeKeywords, setAt } from "./edit.ts";
import { createNameChanges } from "./example-changes.ts";
import { type Group, type Round, selectKind, type Taught } from "./lesson.ts";
import { findInput, findInvalidPlace, listUnknown } from "./request-inputs.ts";
import {
	type Element,
	findSplits,
	parentOf,
	whereOf,
} from "./schema-places.ts";

/** Groups the sightings of statuses by the request that shows them. */
export const groupRequests = (round: Round): Group[] =>
	groupBy(selectKind(round, "status"), ({ example, violation, actual }) => {
		const place = findInvalidPlace(violation);
		return JSON.stringify([example.target, example.status, place, actual]);
	});

/** Returns the references to an element for whose unknown properties other operations respond in such a way. */
const findOtherUses = (
	round: Round,
	target: string,
	element: Element,
	isSuch: (status: number) => boolean,
): string[] =>
	findSplits(round, element, (place) =>
		round.observations.exchanges.some(
			(each) =>
				each.target !== target &&
				each.target === place.target &&
				isSuch(each.response.status) &&
				listUnknown(round, each).some(
					({ pointer }) => pointer === element.pointer,
				),
		),
	);

/** Learns that unknown properties are accepted although the document forbids them. */
export function learnAdditional(
	round: Round,
	group: Group,
): Taught | undefined {
	const [{ example, violation }] = group;
	const { target, response } = example;
	const place = findInvalidPlace(violation);
	if (!place || !("pointer" in place) || response.status >= 300)
		return undefined;
	const where = parentOf(whereOf(place.pointer));
	const [element] = findInput(round, target, where);
	if (element?.node.additionalProperties !== false) return undefined;
	const { pointer } = element;
	return {
		...{ kind: "unknown properties", where: `request ${where}` },
		...{ from: "rejected", to: "accepted", isCertain: true },
		splits: findOtherUses(round, target, element, (status) => status >= 400),
		changes: [removeKeywords(pointer, "additionalProperties")],
	};
}

/** Learns that unknown properties are rejected at every place. */
export function learnUnknown(round: Round, group: Group): Taught | undefined {
	const [first] = group;
	const { target, status, response } = first.example;
	// Only checks send the same request with and without such properties.
	if (round.isRecorded || status >= 300 || response.status < 400)
		return undefined;
	const pointers = group.map(({ example }) =>
		listUnknown(round, example).map(({ pointer }) => pointer),
	);
	const [common = []] = pointers;
	const pointer = common.find((each) =>
		pointers.every((all) => all.includes(each)),
	);
	const element = listUnknown(round, first.example).find(
		(each) => each.pointer === pointer,
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
		splits: element ? findOtherUses(round, target, element, isAccepted) : [],
		...{ kind: "unknown properties", where: "request $" },
		...{ from: "accepted", to: "rejected" },
		...{ of: having.length, isCertain: having.length > 0 },
		changes: [
			setAt(pointer, false, "/additionalProperties"),
			...(names.size > 0 ? createNameChanges(round.document, body, names) : []),
		],
	};
}
