import { groupBy } from "../values/group-by.ts";
import { isObject, type Values, valueAt, withValueAt } from "../values/json.ts";
import { compose, type Source, sample } from "./compose.ts";
import {
	type Field,
	fieldsOf,
	hasType,
	isFreeText,
	pathOf,
	readField,
} from "./field.ts";
import { isNode } from "./node.ts";

/** The parts of a problem, or of one of its errors, by their names in RFC 9457. */
export type Parts = Values;

/** A property of a problem. */
interface Part {
	readonly name: string;
	/** The role of the property, or its name if it has no role. */
	readonly part: string;
	readonly field: Field;
	readonly isRequired: boolean;
}

/** Lists the properties of a problem and of the objects in it, the nearest first. */
const listParts = (form: Field): readonly Part[] =>
	fieldsOf(form).flatMap(({ properties, required }) =>
		properties.map(([name, field]) => ({
			...{ name, part: field.role ?? name, field },
			isRequired: required.includes(name),
		})),
	);

const toLetters = (word: unknown): string =>
	String(word)
		.toLowerCase()
		.replaceAll(/[^a-z]/g, "");

/** The names of numbers that repeat the status of the response. */
const STATUS = /^(http)?(status|code|statuscode)$/;
/** The names of texts that describe the problem, in forms without `detail` and `message`. */
const SENTENCE = /^(error(?!s)|msg|reason|description)/;

/** Returns the parts of a problem by the names in the form. */
export function readOtherNames(form: Field, problem: Parts): Parts {
	const { status, title, detail } = problem;
	const all = listParts(form);
	const numbers = all.filter(
		({ part, field }) => field.isNumeric && STATUS.test(toLetters(part)),
	);
	const isSaid = all.some(
		({ part, field }) => /^(detail|message|title)$/.test(part) && !field.items,
	);
	const texts = all.filter(
		({ part, name, field }) =>
			!(part in problem) && name !== "errors" && isFreeText(field),
	);
	const required = texts.filter(({ isRequired }) => isRequired);
	const named = (isSaid ? required : texts).find(({ part }) =>
		SENTENCE.test(toLetters(part)),
	);
	const only = required.length === 1 && !isSaid ? required[0] : undefined;
	const text = named ?? only;
	return {
		...Object.fromEntries(numbers.map(({ name }) => [name, status])),
		...(text && { [text.name]: isSaid ? title : detail }),
	};
}

/** Whether the items of an array can be texts. */
const hasTexts = ({ items }: Field): boolean =>
	items !== undefined && (hasType(items, "string") || items.types.length === 0);

/** The parts of an error that name the invalid place, by role or name. */
const PLACES = ["pointer", "parameter", "field"];

const describePlace = ({ pointer, parameter, detail }: Parts): string =>
	`${pointer || parameter || "The body"} ${detail}`;

/** Returns the property names on the way to the invalid place of an error. */
const toPath = ({ pointer, parameter }: Parts): readonly string[] =>
	`${pointer ?? parameter ?? ""}`.split("/").filter((each) => each !== "");

const keyOf = (place: Parts): string => toPath(place).join(".") || "body";

/** Returns the word for the kind of problem in an example; undefined if the example has none. */
export function findCode(form: Field, example: unknown): string | undefined {
	const code = listParts(form).find(({ part }) => part === "code");
	const path = code && pathOf(form, code.field);
	const found = path && valueAt(example, ...path);
	return typeof found === "string" ? found : undefined;
}

/** Whether the items of a list name the invalid place. */
const hasPlaces = ({ items }: Field): boolean =>
	items !== undefined &&
	listParts(items).some(({ part }) => PLACES.includes(part));

/**
 * Returns the part of a problem that lists the invalid places: the part `errors`, a list in the place of a sentence, or a
 * list of such places under another name.
 */
export const findErrors = (form: Field): Field | undefined =>
	[
		({ part, name }: Part) => part === "errors" || name === "errors",
		({ part, field }: Part) =>
			/^(detail|message)$/.test(part) && field.items !== undefined,
		({ field }: Part) => hasPlaces(field),
	].flatMap((isErrors) => listParts(form).filter(isErrors))[0]?.field;

/**
 * Returns the objects on the way to each part, and to another field. If a part exists several times, the nearest one
 * counts.
 */
export function findKnown(
	form: Field,
	parts: readonly string[],
	other?: Field,
): ReadonlySet<Field> {
	const all = listParts(form);
	const found = parts.flatMap(
		(part) => all.find((each) => each.part === part)?.field ?? [],
	);
	const known = new Set<Field>();
	for (const field of other ? [...found, other] : found) {
		let at: Field | undefined = form;
		for (const name of pathOf(form, field) ?? []) {
			at = at?.byName.get(name);
			if (at) known.add(at);
		}
	}
	return known;
}

/** @param whole the parts of the problem that contains the errors */
function writeError(item: Field, each: Parts, whole: Parts): unknown {
	const all = listParts(item);
	// An array of the error can contain the property names on the way to the invalid place.
	const path = all.find(
		({ field }) => hasTexts(field) && field.items?.properties.length === 0,
	);
	const isPlaced = path || all.some(({ part }) => PLACES.includes(part));
	const detail = isPlaced ? each.detail : describePlace(each);
	const own = { ...each, detail, message: detail };
	const parts = { ...whole, ...own, field: toPath(each).join("/") };
	const named = { ...parts, ...readOtherNames(item, parts) };
	const source: Source = {
		...{ roles: { ...own, field: parts.field }, isSpread: true },
		named: path ? { ...named, [path.name]: toPath(each) } : named,
		known: findKnown(item, PLACES),
	};
	return compose(item, source) ?? {};
}

/**
 * Writes the invalid places in the form of a field: a list of objects or sentences, sentences by the name of the
 * place, or one sentence.
 * @returns undefined if the field cannot contain any of these
 */
export function writeErrors(
	field: Field,
	places: readonly Parts[],
	whole: Parts,
	describe: (place: Parts) => string = describePlace,
): unknown {
	const { items, types, isNumeric, schema } = field;
	if (items && (items.properties.length > 0 || items.alternatives.length > 0))
		return places.map((each) => writeError(items, each, whole));
	if (items ? hasTexts(field) : types.length === 0 && !field.isOpen)
		return places.map(describe);
	if (hasType(field, "array")) return items ? undefined : places;
	if (isNumeric) return places.length;
	if (hasType(field, "string")) return places.map(describe).join("; ");
	if (field.properties.length > 0 || schema.additionalProperties === false)
		return undefined;
	const { additionalProperties: others } = schema;
	const value = readField(isNode(others) ? others : {});
	const byPath = groupBy(places, keyOf);
	return Object.fromEntries(
		byPath.map((group) => [
			keyOf(group[0]),
			writeErrors(value, group, whole, ({ detail }) => String(detail)),
		]),
	);
}

/** Writes a problem into a form without roles: the first free text of the form gets the sentence. */
function composeText(form: Field, detail: string): unknown {
	const [, path] =
		fieldsOf(form)
			.filter(isFreeText)
			.map((each) => [each, pathOf(form, each)] as const)
			.find(([, at]) => at) ?? [];
	if (path) return withValueAt(undefined, path, detail);
	return form.types.length === 0 ? detail : sample(form);
}

/**
 * Writes a problem in the form of the document: as JSON, where roles or names show the parts, or as plain text.
 * @param code a word for the kind of problem
 * @param problem the parts by their names in RFC 9457; `errors` lists the invalid places
 * @param example the example of the response, whose word for the kind of problem replaces the given one
 */
export function composeProblem(
	form: Field,
	code: string,
	problem: Values,
	example?: unknown,
): unknown {
	const { errors, ...rest } = problem;
	const found = Array.isArray(errors) ? errors.filter(isObject) : [];
	const list = findErrors(form);
	const word =
		findCode(form, example) ??
		code.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
	const { status, title } = problem;
	const inError = { status, title, code: word, type: word };
	const written =
		list && found.length > 0 ? writeErrors(list, found, inError) : undefined;
	const detail =
		found.length > 0 && written === undefined
			? found.map(describePlace).join("; ")
			: String(problem.detail)
					.replace(/ Use one of `operations`\.$/, "")
					.replace(written === undefined ? /; see errors\.$/ : /^$/, ".");
	const parts = { ...rest, detail, message: detail, code: word };
	const names = readOtherNames(form, parts);
	const isSaid = ["detail", "message", ...Object.keys(names)];
	const source = {
		...{ roles: parts, named: { ...parts, ...names }, isSpread: true },
		known: findKnown(form, isSaid, written === undefined ? undefined : list),
		...(list && written !== undefined && { whole: new Map([[list, written]]) }),
	};
	return compose(form, source) ?? composeText(form, detail);
}
