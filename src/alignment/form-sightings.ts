import type { FormChange } from "../document/judgment/form-change.ts";
import { isNode, type Node } from "../document/node.ts";
import { groupBy } from "../values/group-by.ts";
import { tryParseJson } from "../values/json.ts";
import type { Sighting } from "../verification/observed.ts";
import { findViolatedKeywords, MIN_SHOWN } from "./infer-schema.ts";
import type { Round } from "./lesson.ts";
import {
	type Element,
	findElements,
	findSplit,
	keyOf,
	lastStep,
	listParts,
	type Place,
	parentOf,
	stepsOf,
} from "./schema-places.ts";

const KEPT = ["x-assumption", "x-role", "description"];

/** Returns the keywords of a schema that stay if its values get another form. */
export const keepKeywords = (schema: Node): Node =>
	Object.fromEntries(
		Object.entries(schema).filter(([name]) => KEPT.includes(name)),
	);

/** A sighting of a body in another form. */
export interface FormSighting extends Sighting {
	readonly change: FormChange;
}

export const placeOf = ({ where, example, isOfRequest }: Sighting): Place => ({
	target: example.target,
	status: isOfRequest ? "request" : example.status,
	where,
});

export const isOfProperty = ({ kind }: FormChange): boolean =>
	["rename", "position", "move", "flatten", "missing"].includes(kind);

/** Returns the object schemas with the property of a place, or the schemas of the place itself. */
export function findOwners(
	{ document }: Round,
	place: Place,
	change: FormChange,
): Element[] {
	if (!isOfProperty(change)) return findElements(document, place);
	const name = lastStep(place.where);
	const outer = { ...place, where: parentOf(place.where) };
	return findElements(document, outer)
		.flatMap((each) => listParts(document.root, each))
		.filter(
			({ node: { properties } }) => isNode(properties) && name in properties,
		);
}

/** The keywords that describe the kind of a value. A looser limit contradicts no value. */
const ESSENTIAL = ["type", "const", "pattern", "format"];

/** Returns the values at the end of a path in a value. */
const listAt = (
	value: unknown,
	[step, ...steps]: readonly string[],
): unknown[] => {
	if (step === undefined) return value === undefined ? [] : [value];
	if (step !== "[*]") return listAt(Object(value)[step], steps);
	return Array.isArray(value)
		? value.flatMap((each) => listAt(each, steps))
		: [];
};

/** Whether a request with a value at a place was accepted. */
const isSent = ({ observations }: Round, { target, where }: Place): boolean =>
	observations.exchanges.some(
		(each) =>
			each.target === target &&
			each.response.status < 300 &&
			listAt(tryParseJson(`${each.request.body ?? ""}`), stepsOf(where))
				.length > 0,
	);

/** Whether values at another place with the same schema contradict a change of the schema. */
function contradicts(
	round: Round,
	change: FormChange,
	{ node }: Element,
	place: Place,
	other: Place,
): boolean {
	const { observations } = round;
	const values = observations.valuesAt(other);
	const isNamed = change.kind === "rename" || change.kind === "position";
	if (isNamed && other.status === "request")
		return isSent(round, {
			...other,
			where: `${other.where}.${lastStep(place.where)}`,
		});
	if (change.kind === "missing" || isOfProperty(change)) {
		const name = lastStep(place.where);
		const isOptional =
			change.kind === "missing" && observations.valuesAt(place).length > 0;
		const inner = { ...other, where: `${other.where}.${name}` };
		return !isOptional && observations.countAt(inner) > 0;
	}
	if (change.kind === "dropped") {
		const known = Object.keys(Object(node.properties));
		return values.some((each) =>
			Object.keys(Object(each)).some((name) => !known.includes(name)),
		);
	}
	if (change.kind === "other object") return values.length > 0;
	if (change.kind !== "value") return false;
	const violated = observations
		.valuesAt(place)
		// A value that may be null may have another type, too.
		.filter((each) => each !== null)
		.flatMap((each) => findViolatedKeywords(node, each));
	return values.length > 0 && violated.some((each) => ESSENTIAL.includes(each));
}

/**
 * Returns the pointers of references that must be replaced by copies, because values at other places contradict the
 * change.
 */
export function findSplits(
	round: Round,
	sightings: readonly FormSighting[],
): string[] {
	/** Returns a key for the place and the kind of a change. */
	const keyOfShown = (kind: string, place: Place): string =>
		`${kind} ${keyOf(place)}`;
	const shown = new Set(
		sightings.map((each) => keyOfShown(each.change.kind, placeOf(each))),
	);
	const unique = groupBy(
		sightings,
		(each) => keyOf(placeOf(each)) + JSON.stringify(each.change),
	);
	return unique.flatMap(([sighting]) => {
		const { change } = sighting;
		const place = placeOf(sighting);
		const name = lastStep(place.where);
		return findOwners(round, place, change).flatMap((element) => {
			const others = (round.places.get(element.pointer) ?? []).flatMap(
				(other) => {
					const inner = isOfProperty(change)
						? { ...other, where: `${other.where}.${name}` }
						: other;
					return !shown.has(keyOfShown(change.kind, inner)) &&
						contradicts(round, change, element, place, other)
						? findOwners(round, inner, change)
						: [];
				},
			);
			return findSplit(element, others);
		});
	});
}

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
		.flatMap(({ where, change }) => [
			lastStep(where),
			...(change?.kind === "required" ? [change.name] : []),
		]);
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
