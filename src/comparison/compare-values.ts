import { isDeepStrictEqual } from "node:util";
import { type Field, hasType } from "../document/field.ts";
import { isObject, type Values } from "../values/json.ts";
import {
	addDifference,
	type Collecting,
	isLong,
	scopeOf,
	show,
} from "./comparing.ts";
import { isAnything } from "./vary-value.ts";

/** The place of two compared values. */
export interface Place {
	readonly where: string;
	/** The name of the nearest property. */
	readonly name: string;
	/** The id of the mock's record that contains the values, as text. */
	readonly owner: string | undefined;
	/** The value that a request to the mock has set at this place; undefined if none has. */
	readonly sent: unknown;
}

/** The form of differences of values. */
export const ANOTHER_VALUE = "another value";

export const ROOT: Place = {
	...{ where: "$", name: "", owner: undefined, sent: undefined },
};

const isUntyped = (field: Field | undefined): boolean =>
	!field || isAnything(field.schema);

const isNothing = (value: unknown): boolean =>
	value === undefined || value === null;

/** Returns the field of a property. Searches alternatives, too. */
export const fieldOf = (
	field: Field | undefined,
	name: string,
): Field | undefined =>
	field?.byName.get(name) ??
	field?.alternatives.map((each) => fieldOf(each, name)).find(Boolean);

/** Returns the id of an object, found by its role. */
export function readOwner(
	field: Field | undefined,
	value: unknown,
): string | undefined {
	const [name] = field?.properties.find(([, { role }]) => role === "id") ?? [];
	const id = name === undefined ? undefined : Object(value)[name];
	return isNothing(id) ? undefined : String(id);
}

/** Whether the play has shown one of the values before. */
const isKnown = (
	{ comparing: { bindings } }: Collecting,
	mock: unknown,
	real: unknown,
): boolean => bindings.knows("mock", mock) || bindings.knows("real", real);

/** Compares two ids or times that the sides have generated. Returns false for other fields. */
function compareInvented(
	collecting: Collecting,
	field: Field,
	mock: unknown,
	real: unknown,
	{ where, name, owner }: Place,
): boolean {
	const { bindings } = collecting.comparing;
	const { resource } = collecting.operation.plan;
	const add = (form: string) =>
		addDifference(collecting, where, form, show(mock), show(real));
	if (field.role === "id") {
		const scope = scopeOf(collecting.operation, field);
		if (!bindings.bind(scope, mock, real, true))
			add("the id of another record");
		return true;
	}
	// The id of a record that no response has shown so far.
	if (field.role === "subjectId" && !isKnown(collecting, mock, real))
		return bindings.bind("subject", mock, real, true);
	if (field.role !== "createdAt") return false;
	if (!bindings.bind(`time ${owner} ${name}`, mock, real))
		add("a time that changes");
	else if (!bindings.addTimes(`${resource} ${name}`, mock, real))
		add("times in another order");
	return true;
}

/** Whether the document gives the property a role. Otherwise, its value is up to the service. */
const isDecided = ({ schema }: Field): boolean =>
	typeof schema["x-role"] === "string" &&
	!schema["x-role"].startsWith("inferred.");

function compareLeaf(
	collecting: Collecting,
	field: Field | undefined,
	mock: unknown,
	real: unknown,
	place: Place,
): void {
	if (field && compareInvented(collecting, field, mock, real, place)) return;
	if (isDeepStrictEqual(mock, real)) return;
	const { bindings } = collecting.comparing;
	if (bindings.areBound(mock, real)) return;
	const add = (form: string) =>
		addDifference(collecting, place.where, form, show(mock), show(real));
	const isOther =
		(isLong(mock) && bindings.knows("mock", mock)) ||
		(isLong(real) && bindings.knows("real", real));
	if (isOther) add("another record");
	else if (place.sent !== undefined || (field && isDecided(field)))
		add(ANOTHER_VALUE);
}

function compareObjects(
	collecting: Collecting,
	field: Field | undefined,
	mock: Values,
	real: Values,
	place: Place,
): void {
	const { set } = collecting.comparing;
	const owner = readOwner(field, mock) ?? place.owner;
	for (const name of new Set([...Object.keys(mock), ...Object.keys(real)])) {
		const [left, right] = [mock[name], real[name]];
		const known = fieldOf(field, name);
		const sent =
			isObject(place.sent) && name in place.sent
				? place.sent[name]
				: set.get(owner ?? "")?.get(name);
		const below = { where: `${place.where}.${name}`, name, owner, sent };
		// Null is a value only where the document allows any value.
		const isValue = left === null && sent === null && isUntyped(known);
		if (
			isNothing(left) &&
			(right === null || (!isValue && right === undefined))
		)
			continue;
		if (!isNothing(left) && !isNothing(right))
			compareValues(collecting, known, left, right, below);
		// Other optional properties are up to the service.
		else if (
			isNothing(right)
				? sent !== undefined
				: known && (sent !== undefined || isDecided(known))
		)
			addDifference(
				collecting,
				below.where,
				isNothing(right) ? "missing" : "unexpected",
				show(left),
				show(right),
			);
	}
}

/** Compares two values as far as the document and the requests determine them. */
export function compareValues(
	collecting: Collecting,
	field: Field | undefined,
	mock: unknown,
	real: unknown,
	place: Place,
): void {
	const isDetermined =
		place.sent !== undefined || (field !== undefined && isDecided(field));
	if (isObject(mock) && isObject(real))
		compareObjects(collecting, field, mock, real, place);
	else if (!Array.isArray(mock) || !Array.isArray(real))
		compareLeaf(collecting, field, mock, real, place);
	else if (mock.length === real.length)
		for (const [index, each] of mock.entries())
			compareValues(collecting, field?.items, each, real[index], {
				...place,
				where: `${place.where}[*]`,
				sent: Array.isArray(place.sent) ? place.sent[index] : undefined,
			});
	else if (isDetermined && (!field || hasType(field, "array")))
		addDifference(
			collecting,
			place.where,
			"another number of items",
			`${mock.length} items`,
			`${real.length} items`,
		);
}
