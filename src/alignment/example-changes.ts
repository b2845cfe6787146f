import type { FormChange } from "../document/judgment/service-change.ts";
import { type DocumentParts, isNode, type Node } from "../document/node.ts";
import { isObject, valueAt, withValueAt } from "../values/json.ts";
import {
	applyEdit,
	type Change,
	type DocumentEdit,
	elementAt,
	joinPointer,
} from "./edit.ts";
import { isOfProperty } from "./form-sightings.ts";
import { isGone, type Subject } from "./form-subjects.ts";
import { adaptSchema, findViolatedKeywords } from "./infer-schema.ts";
import type { Round } from "./lesson.ts";
import {
	type Body,
	findContents,
	type Place,
	stepsOf,
} from "./schema-places.ts";

/** Returns the pointers of the examples of a body. */
export function listExamples(document: DocumentParts, body: Body): string[] {
	return findContents(document, body).flatMap(({ pointer, node }) => [
		...("example" in node ? [`${pointer}/example`] : []),
		...Object.keys(Object(node.examples)).map(
			(name) => `${pointer}${joinPointer("examples", name, "value")}`,
		),
	]);
}

/** Returns the pointers of a documented path in a value. */
function expand(value: unknown, [step, ...steps]: readonly string[]): string[] {
	if (step === undefined) return [""];
	const names =
		step === "[*]"
			? Array.isArray(value)
				? [...value.keys()].map(String)
				: []
			: [step];
	return names.flatMap((name) => {
		const inner = valueAt(value, name);
		const isLast = steps.length === 0;
		if (inner === undefined && !isLast) return [];
		return expand(inner, steps).map((rest) => joinPointer(name) + rest);
	});
}

/** Returns a seen value if the value of the example is no longer valid. */
function replaceValue(
	{ schema, values, own }: Subject,
	before: unknown,
): DocumentEdit[] {
	const adapted: Node = adaptSchema(schema, values).reduce(applyEdit, schema);
	const isWrong = findViolatedKeywords(adapted, before).length > 0;
	const seen = own.find((each) => each !== null);
	return isWrong && seen !== undefined ? [{ pointer: "", value: seen }] : [];
}

/** Returns the edits of the object, in an example, that has the property. */
function editProperty(
	subject: Subject,
	change: FormChange,
	before: unknown,
): DocumentEdit[] {
	const { name } = subject;
	const pointer = joinPointer(name);
	if (!isNode(before) || !(name in before)) return [];
	if (change.kind === "rename") {
		const known = joinPointer(change.to);
		return [
			// Another change of the same run may have added it, with a value that only a check needed.
			...(change.to in before
				? [{ pointer: known, remove: true as const }]
				: []),
			{ pointer, rename: change.to },
			...(change.isListed ? [{ pointer: known, value: [before[name]] }] : []),
		];
	}
	// The example of a cursor is no number.
	if (change.kind === "position") return [{ pointer, remove: true }];
	if (change.kind === "missing")
		// An optional property may stay.
		return subject.values.length > 0
			? []
			: [
					{ pointer, remove: true },
					...(isGone(subject) ? Object.entries(subject.extras) : []).map(
						([each, [value]]) => ({ pointer: joinPointer(each), value }),
					),
				];
	if (change.kind === "move") {
		const [outer = "", ...inner] = change.to;
		const value = withValueAt(before[outer], inner, before[name]);
		// Others may be in the same object.
		if (outer in before)
			return [
				{ pointer: joinPointer(outer), value },
				{ pointer, remove: true },
			];
		return [
			{ pointer, rename: outer },
			{ pointer: joinPointer(outer), value, keep: inner },
		];
	}
	if (change.kind !== "flatten") return [];
	const inner = Object(before[name]);
	return [
		...Object.entries(change.to).map(([from, to]) => ({
			pointer: joinPointer(to),
			value: inner[from],
		})),
		{ pointer, remove: true },
	];
}

/** Returns the edits of a value in an example. */
function editValue(
	subject: Subject,
	change: FormChange,
	before: unknown,
): DocumentEdit[] {
	if (change.kind === "wrap" || change.kind === "list")
		// Another operation with the same example may have shown the same change.
		return isNode(before) && change.to in before
			? []
			: [{ pointer: "", value: { [change.to]: before }, keep: [change.to] }];
	if (change.kind === "other type") {
		const isListed = Array.isArray(change.value) && !Array.isArray(before);
		return [{ pointer: "", value: isListed ? [before] : change.value }];
	}
	if (change.kind === "required")
		return isNode(before) && !(change.name in before)
			? [{ pointer: joinPointer(change.name), value: change.value }]
			: [];
	if (change.kind === "dropped" && change.into && isNode(before)) {
		const { properties } = subject.schema;
		const moved = Object.keys(before).filter(
			(name) => !(name in Object(properties)),
		);
		const value = moved.reduce<unknown>(
			(inner, name) => withValueAt(inner, [name], before[name]),
			valueAt(before, ...change.into),
		);
		return [
			{ pointer: joinPointer(...change.into), value },
			...moved.map((name) => ({
				...{ pointer: joinPointer(name), remove: true as const },
			})),
		];
	}
	if (change.kind === "bare list") {
		const list = Object.values(Object(before)).find(Array.isArray);
		return list ? [{ pointer: "", value: list }] : [];
	}
	if (change.kind === "other object") {
		const [seen] = subject.own;
		// Another place of the same example may have shown the same change.
		const isSeen = Object.keys(Object(seen)).every(
			(name) => name in Object(before),
		);
		return isSeen ? [] : [{ pointer: "", value: seen }];
	}
	return change.kind === "value" ? replaceValue(subject, before) : [];
}

/** Returns the changes of all values at a path in the examples of a body. */
const changeExamples = (
	document: DocumentParts,
	body: Body,
	steps: readonly string[],
	edit: Change["edit"],
): Change[] =>
	listExamples(document, body).flatMap((start) =>
		expand(elementAt(document.root, start), steps).map((path) => ({
			...{ pointer: start + path, edit },
		})),
	);

/** Returns the changes that give the examples of a body the seen form. */
export function createExampleChanges(
	document: DocumentParts,
	place: Place,
	change: FormChange,
	subject: Subject,
): Change[] {
	const steps = stepsOf(place.where);
	return isOfProperty(change)
		? changeExamples(document, place, steps.slice(0, -1), (before) =>
				editProperty(subject, change, before),
			)
		: changeExamples(document, place, steps, (before) =>
				editValue(subject, change, before),
			);
}

/** Returns the changes that leave only these names at the top of the examples of a body. */
export const createNameChanges = (
	document: DocumentParts,
	body: Body,
	names: ReadonlySet<string>,
): Change[] =>
	changeExamples(document, body, [], (before) =>
		Object.keys(isObject(before) ? before : {})
			.filter((name) => !names.has(name))
			.map((name) => ({ pointer: joinPointer(name), remove: true })),
	);

/** Returns the changes that replace values at places in the examples of bodies. */
export const replaceExamples = (
	{ document }: Pick<Round, "document">,
	places: readonly Place[],
	replace: (value: unknown) => unknown,
): Change[] =>
	places.flatMap((place) =>
		changeExamples(document, place, stepsOf(place.where), (before) => {
			const value = replace(before);
			return value === undefined ? [] : [{ pointer: "", value }];
		}),
	);
