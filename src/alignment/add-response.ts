import type { Sighting } from "../verification/observed.ts";
import {
	type Change,
	elementAt,
	joinPointer,
	setAt,
	splitPointer,
} from "./edit.ts";
import type { Round } from "./lesson.ts";
import type { Element } from "./schema-places.ts";

/**
 * Adds a response with another status. All operations with the same response share the new one, too. It is a copy if its
 * bodies have another form.
 */
export function addResponse(
	{ original, observations }: Round,
	{ at }: Element,
	{ example: { target, status, response } }: Sighting,
): Change[] {
	const actual = `${response.status}`;
	const value = elementAt(original, at);
	const add = (added: unknown): Change =>
		setAt(splitPointer(at)[0], added, joinPointer(actual));
	const isOtherForm = observations.sightings.some(
		({ where, example }) =>
			where.startsWith("$") &&
			example.target === target &&
			example.status === status &&
			example.response.status === response.status,
	);
	const { $ref } = Object(value);
	const [, shared] = /^#(\/components\/responses\/[^/]+)$/.exec($ref) ?? [];
	const copied = `${shared}${actual}`;
	if (!isOtherForm || !shared || elementAt(original, copied))
		return [add(value)];
	const [responses, name] = splitPointer(copied);
	return [
		setAt(responses, elementAt(original, shared), joinPointer(name)),
		add({ $ref: `#${copied}` }),
	];
}
