import type { FormChange } from "../document/judgment/find-sources.ts";
import { isNode } from "../document/node.ts";
import { groupBy } from "../values/group-by.ts";
import { isObject, tryParseJson } from "../values/json.ts";
import type { Sighting } from "../verification/observed.ts";
import type { Change } from "./edit.ts";
import { createExampleChanges } from "./example-changes.ts";
import { createFormChanges, type Subject } from "./form-changes.ts";
import { findViolatedKeywords } from "./infer-schema.ts";
import {
	joinLessons,
	type Learnt,
	type Lesson,
	type Round,
	summarize,
	type Undecided,
} from "./lesson.ts";
import {
	type Element,
	findElements,
	keyOf,
	lastStep,
	listParts,
	type Place,
	parentOf,
} from "./schema-places.ts";

/** A sighting of a body that has another form. */
export interface FormSighting extends Sighting {
	readonly change: FormChange;
}

export const placeOf = ({ where, example }: Sighting): Place => ({
	target: example.target,
	status: example.status,
	where,
});

const isOfProperty = ({ kind }: FormChange): boolean =>
	["rename", "move", "flatten", "missing"].includes(kind);

/** Returns the object schemas that have the property of a place, or the schemas of the place itself. */
function findOwners(
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

function createSubjects(
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
	};
	if (!isOfProperty(change))
		return inner.map(({ at, pointer, node }) => ({
			...{ ...common, at, pointer, schema: node, owner: undefined },
			values: valuesOf(pointer, ""),
		}));
	return findOwners(round, place, change).map(({ pointer: owner }) => {
		const own = inner.find(({ at }) => at.startsWith(`${owner}/`));
		return {
			...{ ...common, owner, at: own?.at ?? "", pointer: own?.pointer ?? "" },
			schema: own?.node ?? {},
			values: valuesOf(owner, `.${name}`),
		};
	});
}

/** The keywords that say what a value is. A looser limit contradicts no value. */
const ESSENTIAL = ["type", "const", "pattern", "format"];

/** Whether values at another place that shares the schema contradict a change of it. */
function contradicts(
	{ observations }: Round,
	change: FormChange,
	{ node }: Element,
	place: Place,
	other: Place,
): boolean {
	const values = observations.valuesAt(other);
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
		.flatMap((each) => findViolatedKeywords(node, each));
	return values.length > 0 && violated.some((each) => ESSENTIAL.includes(each));
}

/** Returns where references stand that have to become copies, since values at other places contradict the change. */
function findSplits(
	round: Round,
	sightings: readonly FormSighting[],
): string[] {
	/** Returns the place whose form the sighting is about, by the kind of its change. */
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
			const isContradicted = (round.places.get(element.pointer) ?? []).some(
				(other) => {
					const inner = isOfProperty(change)
						? { ...other, where: `${other.where}.${name}` }
						: other;
					return (
						!shown.has(keyOfShown(change.kind, inner)) &&
						contradicts(round, change, element, place, other)
					);
				},
			);
			return isContradicted ? element.references.slice(0, 1) : [];
		});
	});
}

/** How many responses had the object or value in which the difference would show. */
function countChances(
	{ observations }: Round,
	place: Place,
	change: FormChange,
): number {
	const at = isOfProperty(change)
		? { ...place, where: parentOf(place.where) }
		: place;
	return observations.countAt(at);
}

/** Whether the response has a value where others have moved it, which is null or empty there. */
function isMovedToo(
	sighting: FormSighting,
	moved: readonly FormSighting[],
): boolean {
	const body = tryParseJson(`${sighting.example.response.body}`);
	return moved.some(({ change }) => {
		if (change.kind !== "move") return false;
		let at: unknown = body;
		for (const name of change.to) at = isObject(at) ? at[name] : undefined;
		return at !== undefined;
	});
}

/** Returns the sightings of a place that show one change; several ones contradict each other. */
function reconcile(
	group: readonly FormSighting[],
): (readonly FormSighting[])[] {
	const kinds = groupBy(group, ({ change }) => JSON.stringify(change));
	if (kinds.length < 2) return kinds;
	const others = kinds.filter(([{ change }]) => change.kind !== "missing");
	const missing = group.filter(({ change }) => change.kind === "missing");
	if (
		others.length === 1 &&
		missing.every((each) => isMovedToo(each, others[0] ?? []))
	)
		return [[...(others[0] ?? []), ...missing]];
	const isValue = kinds.every(([{ change }]) => change.kind === "value");
	return isValue ? [[...group]] : kinds;
}

function learnPlace(
	round: Round,
	group: readonly [FormSighting, ...FormSighting[]],
): Lesson | Undecided {
	const [first] = group;
	const { change, operation, where } = first;
	const place = placeOf(first);
	const edits: Change[] = createSubjects(round, place, change).flatMap(
		(subject, index) => [
			...createFormChanges(subject, change),
			...(index === 0
				? createExampleChanges(
						...([round.document, place, change, subject] as const),
						isOfProperty(change),
					)
				: []),
		],
	);
	const ask = (why: string, question: string): Undecided => ({
		...{ operation, where, why, question },
	});
	if (edits.length === 0)
		return ask(
			`The document has no schema of its own at ${where}.`,
			`Does ${operation} always respond with ${first.actual} instead of ${first.expected}?`,
		);
	if (change.kind === "rename" && change.rivals.length > 0)
		return ask(
			`${[change.to, ...change.rivals].join(" and ")} may both be ${first.expected}.`,
			`Which property of the response of ${operation} is ${first.expected}: ${[change.to, ...change.rivals].join(" or ")}?`,
		);
	const summary = summarize(group);
	const { observations } = round;
	const changes = new Set(group.map((each) => JSON.stringify(each.change)));
	const seen = Math.max(
		summary.seen,
		...[
			[...changes].reduce(
				(sum, each) => sum + observations.countChanged(place, JSON.parse(each)),
				0,
			),
		],
	);
	const of = Math.max(countChances(round, place, change), seen);
	const isPartial = seen < of;
	if (isPartial && (change.kind === "rename" || change.kind === "wrap"))
		return ask(
			`${seen} of ${of} responses show ${first.actual}, the others ${first.expected}.`,
			`When does ${operation} respond with ${first.actual}?`,
		);
	return {
		...{ ...summary, seen },
		...{ kind: change.kind === "value" ? "form" : change.kind, of },
		changes: edits,
		...{ from: first.expected, to: first.actual },
		isCertain: seen > 1,
	};
}

/** Returns the sighting with its change: also that of a value which checks have sent and no response shows. */
function readForm(round: Round, sighting: Sighting): FormSighting[] {
	const { change, where, actual, example } = sighting;
	if (change) return [{ ...sighting, change }];
	const isMissing = actual === "missing" && where.startsWith("$.");
	if (!isMissing || example.response.status >= 300) return [];
	const place = placeOf(sighting);
	if (round.observations.countAt(place) > 0) return [];
	const missing: FormChange = { kind: "missing" };
	if (findOwners(round, place, missing).length > 0)
		return [{ ...sighting, change: missing }];
	const outer = parentOf(where);
	return [{ ...sighting, where: outer, change: { kind: "dropped" } }];
}

/** Learns in which form bodies are. */
export function learnForms(round: Round): Learnt {
	const read = round.observations.sightings.map((each) => ({
		each,
		forms: readForm(round, each),
	}));
	const sightings = read.flatMap(({ forms }) => forms);
	const splits = findSplits(round, sightings);
	const found = groupBy(sightings, (each) => keyOf(placeOf(each)))
		.flatMap(reconcile)
		.flatMap(([first, ...others]) =>
			first ? [learnPlace(round, [first, ...others])] : [],
		);
	return {
		splits: [...new Set(splits)],
		lessons: joinLessons(found.filter((each) => "changes" in each)),
		undecided: found.filter((each) => "question" in each),
		explained: new Set(
			read.flatMap(({ each, forms }) => (forms.length > 0 ? [each] : [])),
		),
	};
}
