import type { FormChange } from "../document/judgment/find-sources.ts";
import { groupBy } from "../values/group-by.ts";
import { isObject, tryParseJson } from "../values/json.ts";
import type { Sighting } from "../verification/observed.ts";
import type { Change } from "./edit.ts";
import { createExampleChanges } from "./example-changes.ts";
import { createFormChanges, type Subject } from "./form-changes.ts";
import {
	type FormSighting,
	findOwners,
	findSplits,
	isOfProperty,
	placeOf,
} from "./form-sightings.ts";
import {
	joinLessons,
	type Learnt,
	type Lesson,
	type Round,
	summarize,
	type Undecided,
} from "./lesson.ts";
import {
	findElements,
	keyOf,
	lastStep,
	type Place,
	parentOf,
} from "./schema-places.ts";

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
			extras: {},
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

/** Changes after which the value is another one, so that no response may have the documented form. */
const STRUCTURAL = ["rename", "wrap", "list", "bare list", "other object"];

/** Returns the sightings of a place that show one change; several ones contradict each other. */
function reconcile(
	group: readonly FormSighting[],
): (readonly FormSighting[])[] {
	const kinds = groupBy(group, ({ change }) => JSON.stringify(change));
	const others = kinds.filter(([{ change }]) => change.kind !== "missing");
	const missing = group.filter(({ change }) => change.kind === "missing");
	const [first = []] = others;
	if (others.length === 1 && missing.every((each) => isMovedToo(each, first)))
		return [[...first, ...missing]];
	// The next round shows which values are in the place then.
	const structural = others.filter(([{ change }]) => change.kind !== "value");
	if (structural.length === 1) return structural;
	const isValue = kinds.every(([{ change }]) => change.kind === "value");
	return isValue ? [[...group]] : kinds;
}

const nameKind = ({ change: { kind }, isOfRequest }: FormSighting): string => {
	if (kind === "missing" && isOfRequest) return "rejected";
	return kind === "value" ? "form" : kind;
};

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
	if (change.kind === "list" && first.example.status >= 400)
		return ask(
			`${change.to} may be the name of what is wrong.`,
			`Are the names in ${where} of errors of ${operation} always the same?`,
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
	const chances = countChances(round, place, change);
	const of = Math.max(chances, seen);
	const isConforming = observations.countChanged(place) < chances;
	if (isConforming && STRUCTURAL.includes(change.kind))
		return ask(
			`Some responses show ${first.actual}, others ${first.expected}.`,
			`When does ${operation} respond with ${first.actual}?`,
		);
	return {
		...{ ...summary, seen },
		...{ kind: nameKind(first), of },
		where: first.isOfRequest ? `request ${where}` : where,
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
