import { isNode } from "../document/node.ts";
import type {
	ComparedObservation,
	Sighting,
} from "../verification/observed.ts";
import { type Change, joinPointer } from "./edit.ts";
import type { Lesson, Round } from "./lesson.ts";

export type Group = readonly [Sighting, ...Sighting[]];

/** Learns from a group of sightings. Returns undefined if they are of another kind. */
export type Learn = (
	round: Round,
	group: Group,
) => Partial<Lesson> | string | undefined;

export const statusOf = (sighting: Sighting): number =>
	sighting.example.response.status;

/** Returns the exchanges in which the documented response was expected, without HEAD requests. */
export const listExpected = (
	{ observations }: Round,
	{ example: { target, status } }: Sighting,
): ComparedObservation[] =>
	observations.exchanges.filter(
		(each) =>
			each.target === target &&
			each.status === status &&
			each.request.method !== "HEAD",
	);

export const isEmpty = ({
	response,
}: {
	response: Sighting["example"]["response"];
}): boolean => response.body.length === 0;

/** Returns the media type without the charset, which does not affect the form. */
export const mediaTypeOf = (contentType: string): string =>
	contentType
		.split(";")
		.map((each) => each.trim())
		.filter((each) => !/^charset=/i.test(each))
		.join("; ");

export const removeAt = (pointer: string): Change => ({
	pointer,
	edit: () => [{ pointer: "", remove: true }],
});

/** Removes a name from a map. Removes the map itself if it becomes empty. */
export const removeFrom = (
	owner: string,
	map: string,
	name: string,
): Change => ({
	pointer: owner,
	edit(before) {
		const names = isNode(before) && isNode(before[map]) ? before[map] : {};
		if (!(name in names)) return [];
		return Object.keys(names).length === 1
			? [{ pointer: joinPointer(map), remove: true }]
			: [{ pointer: joinPointer(map, name), remove: true }];
	},
});
