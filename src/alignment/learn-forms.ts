import type { FormChange } from "../document/judgment/service-change.ts";
import { groupBy } from "../values/group-by.ts";
import { type Change, removeAt } from "./edit.ts";
import { createExampleChanges, listExamples } from "./example-changes.ts";
import { createFormChanges } from "./form-changes.ts";
import {
	type FormSighting,
	findFormSplits,
	isOfProperty,
	keyOfChange,
	placeOf,
} from "./form-sightings.ts";
import { createSubjects, type Subject } from "./form-subjects.ts";
import { isErrorMap, learnErrorMap } from "./learn-error-maps.ts";
import {
	countSeen,
	type Group,
	type Learnt,
	learnGroups,
	type Round,
	type Taught,
	type Undecided,
} from "./lesson.ts";
import { isBare } from "./observations.ts";
import { readForm, readForms } from "./read-forms.ts";
import { keyOf, lastStep, type Place, parentOf } from "./schema-places.ts";

/** Returns the number of responses that contain the object or value in which the difference would be visible. */
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

/** Returns the number of responses without any property, which may leave out a property whatever its name is. */
const countBare = (
	{ observations }: Round,
	place: Place,
	change: FormChange,
): number =>
	isOfProperty(change) && parentOf(place.where) === "$"
		? observations
				.valuesAt({ ...place, where: "$" })
				.filter((each) => isBare(each)).length
		: 0;

/** Changes that replace the value itself, so that no response may have the documented form. */
const STRUCTURAL = ["rename", "wrap", "list", "bare list", "other object"];

/** Returns the sightings of a place that show one change. Sightings of different changes contradict each other. */
function reconcile(
	group: readonly FormSighting[],
): (readonly FormSighting[])[] {
	const kinds = groupBy(group, ({ change }) => JSON.stringify(change));
	const others = kinds.filter(([{ change }]) => change.kind !== "missing");
	if (kinds.length === 1) return kinds;
	// The next round shows the values at this place.
	const structural = others.filter(([{ change }]) => change.kind !== "value");
	if (structural.length === 1) return structural;
	const isValue = kinds.every(([{ change }]) => change.kind === "value");
	return isValue ? [[...group]] : kinds;
}

const nameKind = ({ change: { kind }, isOfRequest }: FormSighting): string => {
	if (kind === "missing" && isOfRequest) return "rejected";
	return kind === "value" ? "form" : kind;
};

/**
 * Returns why a change of form is too uncertain to be proposed, with a question. Returns undefined if it is certain
 * enough.
 */
function findDoubt(
	{ change, operation, where, actual, expected, example }: FormSighting,
	isConforming: boolean,
): Pick<Undecided, "why" | "question"> | undefined {
	if (change.kind === "rename" && change.rivals.length > 0) {
		const names = [change.to, ...change.rivals];
		return {
			why: `${names.join(" and ")} may both be ${expected}.`,
			question: `Which property of the response of ${operation} is ${expected}: ${names.join(" or ")}?`,
		};
	}
	if (change.kind === "list" && example.status >= 400)
		return {
			why: `${change.to} may be the name of what is wrong.`,
			question: `Are the names in ${where} of errors of ${operation} always the same?`,
		};
	return isConforming && STRUCTURAL.includes(change.kind)
		? {
				why: `Some responses show ${actual}, others ${expected}.`,
				question: `When does ${operation} respond with ${actual}?`,
			}
		: undefined;
}

/** Returns the places whose examples follow the schema of a subject: those of all users of the property's owner. */
function listExamplePlaces(
	{ places }: Round,
	place: Place,
	{ owner, name }: Subject,
): readonly Place[] {
	const others = owner === undefined ? [] : (places.get(owner) ?? []);
	return [
		place,
		...others
			.map((each) => ({ ...each, where: `${each.where}.${name}` }))
			.filter((each) => keyOf(each) !== keyOf(place)),
	];
}

/** Returns the bodies with the schema of a body that no exchange shows. */
const listUnseen = (
	{ places, observations }: Round,
	{ where }: Place,
	subjects: readonly Subject[],
): Place[] =>
	(where === "$" ? subjects : [])
		.flatMap(({ pointer }) => places.get(pointer) ?? [])
		.filter(
			(each) => each.where === "$" && observations.valuesAt(each).length === 0,
		);

/**
 * Returns the changes of bodies that no exchange shows. If their schema is replaced, the values of their examples are
 * unknown. Errors are in the same envelope, which recorded traffic does not prove.
 */
function changeUnseen(
	round: Round,
	place: Place,
	change: FormChange,
	subjects: readonly Subject[],
): Change[] {
	const unseen = listUnseen(round, place, subjects);
	if (change.kind === "other object")
		return unseen
			.flatMap((each) => listExamples(round.document, each))
			.filter((each) => each.endsWith("/example"))
			.map(removeAt);
	if (change.kind !== "wrap" || round.isRecorded) return [];
	return unseen
		.filter(({ status }) => typeof status === "number" && status >= 400)
		.flatMap((each) =>
			createSubjects(round, each, change).flatMap((subject) => [
				...createFormChanges(subject, change),
				...createExampleChanges(round.document, each, change, subject),
			]),
		);
}

/** @param shown the keys of all changes that were seen */
const learnPlace = (
	round: Round,
	group: Group<FormSighting>,
	shown: ReadonlySet<string>,
): Taught => {
	const { document, observations } = round;
	const [first] = group;
	const { change, operation, where } = first;
	const place = placeOf(first);
	const subjects = createSubjects(round, place, change);
	const changes = [
		...subjects.flatMap((subject) => createFormChanges(subject, change)),
		...changeUnseen(round, place, change, subjects),
		...subjects
			.slice(0, 1)
			.flatMap((subject) =>
				listExamplePlaces(round, place, subject).flatMap((each) =>
					createExampleChanges(document, each, change, subject),
				),
			),
	];
	const chances = countChances(round, place, change);
	const deviating = observations.countChanged(place);
	// The judgment does not know that a value is returned under another name.
	const isConforming =
		deviating > 0 && deviating < chances - countBare(round, place, change);
	const doubt =
		changes.length === 0
			? {
					why: `The document has no schema of its own at ${where}.`,
					question: `Does ${operation} always respond with ${first.actual} instead of ${first.expected}?`,
				}
			: findDoubt(first, isConforming);
	if (doubt) return doubt;
	const kinds = new Set(group.map((each) => JSON.stringify(each.change)));
	const counts = [...kinds].map((each) =>
		observations.countChanged(place, JSON.parse(each)),
	);
	const seen = Math.max(
		countSeen(group),
		counts.reduce((sum, each) => sum + each, 0),
	);
	return {
		...{ seen, of: Math.max(chances, seen), isCertain: seen > 1 },
		...{ kind: nameKind(first), changes },
		...(change.kind === "rename" && { from: lastStep(where), to: change.to }),
		splits: group.flatMap((each) =>
			findFormSplits(round, place, each.change, shown),
		),
	};
};

/** Learns the form of bodies. */
export async function learnForms(round: Round): Promise<Learnt> {
	const forms = readForms(round);
	const shown = new Set(
		forms.map((each) => keyOfChange(placeOf(each), each.change)),
	);
	const all = groupBy(forms, (each) => keyOf(placeOf(each)));
	const isList = ({ change }: FormSighting): boolean => change.kind === "list";
	const maps = all
		.map((group) => group.filter(isList))
		.filter((group) => group.length > 0 && isErrorMap(round, group));
	const mapped = new Set(maps.flat());
	const isInMap = (each: FormSighting): boolean =>
		mapped.has(each) ||
		maps.some(
			([first]) =>
				first && keyOf(placeOf(each)).startsWith(`${keyOf(placeOf(first))}[`),
		);
	const groups = all
		.flatMap((group) => reconcile(group.filter((each) => !isInMap(each))))
		.concat(maps)
		.flatMap(([first, ...others]): Group<FormSighting>[] =>
			first ? [[first, ...others]] : [],
		);
	return {
		...(await learnGroups<FormSighting>(round, groups, [
			learnErrorMap,
			(_, group) => learnPlace(round, group, shown),
		])),
		explained: new Set(
			round.observations.sightings.filter(
				(each) => readForm(round, each).length > 0,
			),
		),
	};
}
