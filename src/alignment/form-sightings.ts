import type { FormChange } from "../document/judgment/service-change.ts";
import { isNode, type Node } from "../document/node.ts";
import { tryParseJson } from "../values/json.ts";
import { listValues } from "../verification/differences/additional-parts.ts";
import type { Sighting } from "../verification/observed.ts";
import { findViolatedKeywords } from "./infer-schema.ts";
import type { Round } from "./lesson.ts";
import {
	type Element,
	findElements,
	findSplits,
	keyOf,
	lastStep,
	listParts,
	type Place,
	parentOf,
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
	where: where.replace("request ", ""),
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

/** Whether a request with a value at a place was accepted. */
const isSent = ({ observations }: Round, { target, where }: Place): boolean =>
	observations.exchanges.some(
		(each) =>
			each.target === target &&
			each.response.status < 300 &&
			listValues(tryParseJson(`${each.request.body ?? ""}`), where).length > 0,
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
	// Other parts of a service may write the errors with other statuses, which recorded traffic does not show.
	const isOtherError =
		Number(other.status) >= 400 && other.status !== place.status;
	if (change.kind === "missing" && round.isRecorded && isOtherError)
		return values.length === 0;
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

/** Returns a key for the place and the kind of a change. */
export const keyOfChange = (place: Place, { kind }: FormChange): string =>
	`${kind} ${keyOf(place)}`;

/**
 * Returns the pointers of references that must be replaced by copies, because values at other places contradict the
 * change.
 * @param shown the keys of all changes that were seen
 */
export function findFormSplits(
	round: Round,
	place: Place,
	change: FormChange,
	shown: ReadonlySet<string>,
): string[] {
	const below = isOfProperty(change) ? `.${lastStep(place.where)}` : "";
	const isShown = (other: Place): boolean =>
		shown.has(
			keyOfChange({ ...other, where: `${other.where}${below}` }, change),
		);
	return findOwners(round, place, change).flatMap((element) =>
		findSplits(
			round,
			element,
			(other) =>
				!isShown(other) && contradicts(round, change, element, place, other),
			isShown,
		),
	);
}
