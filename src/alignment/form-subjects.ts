import type { FormChange } from "../document/judgment/service-change.ts";
import type { Node } from "../document/node.ts";
import { groupBy } from "../values/group-by.ts";
import { tryParseJson } from "../values/json.ts";
import { findOwners, isOfProperty } from "./form-sightings.ts";
import { MIN_SHOWN } from "./infer-schema.ts";
import type { Round } from "./lesson.ts";
import {
	findElements,
	lastStep,
	type Place,
	parentOf,
} from "./schema-places.ts";

/** A schema that describes a place whose values have another form. */
export interface Subject {
	/** Where the schema of the value is used. */
	readonly at: string;
	/** Where the schema of the value is. */
	readonly pointer: string;
	/** The schema, without references. */
	readonly schema: Node;
	/** The pointer of the object schema that has it as a property. */
	readonly owner: string | undefined;
	readonly name: string;
	/** The values that were seen at all places that the schema describes. */
	readonly values: readonly unknown[];
	/** Those of the place itself. */
	readonly own: readonly unknown[];
	/**
	 * The values of properties that the document does not know, and that all objects beside the place have. For a service
	 * that drops unknown properties, the values of those that it returns.
	 */
	readonly extras: Readonly<Record<string, readonly unknown[]>>;
	/** Whether the value is that of an error. */
	readonly isError: boolean;
	/** Whether the exchanges show what never happens: a property that no object has, or a value that is never null. */
	readonly isExhaustive: boolean;
}

/** Whether no object has the property any more. */
export const isGone = ({ values, isExhaustive }: Subject): boolean =>
	values.length === 0 && isExhaustive;

/** Returns the values of the properties that the document does not know, and that all objects at these places have. */
function collectExtras(
	{ observations: { valuesAt, listAdditional } }: Round,
	places: readonly Place[],
): Subject["extras"] {
	const seen = places.filter((each) => valuesAt(each).length > 0);
	const inner = (place: Place, name: string): Place => ({
		...place,
		where: `${place.where}.${name}`,
	});
	const names = (seen[0] ? listAdditional(seen[0]) : []).filter((name) =>
		seen.every(
			(each) => valuesAt(inner(each, name)).length === valuesAt(each).length,
		),
	);
	return Object.fromEntries(
		names.map((name) => [
			name,
			seen.flatMap((each) => valuesAt(inner(each, name))),
		]),
	);
}

/** Returns the names of properties that requests have, or that the service was seen to take. */
function listTaken(
	{ observations: { exchanges, sightings } }: Round,
	operation: string,
): ReadonlySet<string> {
	const sent = exchanges
		.filter(({ target }) => target === operation)
		.flatMap(({ request }) =>
			Object.keys(Object(tryParseJson(`${request.body ?? ""}`))),
		);
	const taken = sightings
		.filter((each) => each.isOfRequest && each.operation === operation)
		.map(({ where }) => lastStep(where));
	return new Set([...sent, ...taken]);
}

/** Returns the values of the properties that the schema does not have, and that come back as requests name them. */
function collectReturned(
	round: Round,
	place: Place,
	{ properties }: Node,
): Subject["extras"] {
	const sent = listTaken(round, place.target);
	const { valuesAt } = round.observations;
	const returned = valuesAt(place).flatMap((each) =>
		Object.entries(Object(each)),
	);
	return Object.fromEntries(
		groupBy(
			returned.filter(
				([name]) => sent.has(name) && !(name in Object(properties)),
			),
			([name]) => name,
		).map((group) => [group[0][0], group.map(([, value]) => value)]),
	);
}

/** Whether recorded traffic has enough different objects around a place to show what they never have. */
const isShown = ({ observations }: Round, place: Place): boolean =>
	new Set(
		observations
			.valuesAt({ ...place, where: parentOf(place.where) })
			.map((each) => JSON.stringify(each)),
	).size >= MIN_SHOWN;

/** Returns the schemas that describe a place, with what the exchanges show of them. */
export function createSubjects(
	round: Round,
	place: Place,
	change: FormChange,
): Subject[] {
	const { observations, document, places } = round;
	const name = lastStep(place.where);
	const inner = findElements(document, place);
	/** The values at all places that the element describes. */
	const valuesOf = (pointer: string, below: string): readonly unknown[] =>
		(places.get(pointer) ?? []).flatMap((each) =>
			observations.valuesAt({ ...each, where: `${each.where}${below}` }),
		);
	const common = {
		...{ name, own: observations.valuesAt(place) },
		isError: typeof place.status === "number" && place.status >= 400,
		isExhaustive: !round.isRecorded || isShown(round, place),
	};
	if (!isOfProperty(change))
		return inner.map(({ at, pointer, node }) => ({
			...{ ...common, at, pointer, schema: node, owner: undefined },
			extras:
				change.kind === "dropped" ? collectReturned(round, place, node) : {},
			values: valuesOf(pointer, ""),
		}));
	return findOwners(round, place, change).map(({ pointer: owner }) => {
		const own = inner.find(({ at }) => at.startsWith(`${owner}/`));
		return {
			...{ ...common, owner, at: own?.at ?? "", pointer: own?.pointer ?? "" },
			schema: own?.node ?? {},
			values: valuesOf(owner, `.${name}`),
			extras:
				change.kind === "missing"
					? collectExtras(round, places.get(owner) ?? [])
					: {},
		};
	});
}
