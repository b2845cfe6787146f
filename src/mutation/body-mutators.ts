import { isContainer, isObject } from "../values/json.ts";
import type { Contract } from "../verification/contract.ts";
import {
	type Edit,
	type Edits,
	editBody,
	findPlaces,
	isSuccess,
	type Mutator,
	type Place,
	type RecordedExchange,
} from "./mutation.ts";

/** Creates an edit that replaces each value that matches a condition. */
const replace =
	<Value>(
		matches: (value: unknown) => value is Value,
		change: (value: Value) => unknown,
	): Edit =>
	(container, key, value) => {
		if (!matches(value)) return false;
		container[key] = change(value);
		return true;
	};

const isString = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isBoolean = (value: unknown): value is boolean =>
	typeof value === "boolean";
const isFilled = (value: unknown): value is unknown[] =>
	Array.isArray(value) && value.length > 0;

const renameTo =
	(rename: (name: string) => string): Edit =>
	(container, key, value) => {
		if (rename(key) === key) return false;
		container[rename(key)] = value;
		return Reflect.deleteProperty(container, key);
	};

const REMOVED: Edits = { "remove a property": Reflect.deleteProperty };

const TYPES: Edits = {
	"replace a value with null": replace(
		(value): value is unknown => value !== null,
		() => null,
	),
	"change the type of a value: string to number": replace(isString, () => 5),
	"change the type of a value: number to numeric string": replace(
		isNumber,
		String,
	),
	"change the type of a value: boolean to string": replace(isBoolean, String),
	"change the type of a value: object to array": replace(isObject, (value) => [
		value,
	]),
	"change the type of a value: array to object": replace(
		Array.isArray,
		(items) => ({ ...items }),
	),
};

/** Another value of the same type. */
const VALUES: Edits = {
	"change a value": replace(
		(value) => isString(value) || isNumber(value) || isBoolean(value),
		(value) => {
			if (isString(value)) return `${value}x`;
			return isNumber(value) ? value + 1 : !value;
		},
	),
};

const NAMES: Edits = {
	"change the case of a name: with underscores": renameTo((name) =>
		name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
	),
	"change the case of a name: with a capital": renameTo(
		(name) => name.charAt(0).toUpperCase() + name.slice(1),
	),
};

const ITEMS: Edits = {
	"add an invalid item at the end": replace(isFilled, (items) => [
		...items,
		isContainer(items.at(-1)) ? {} : { bad: 1 },
	]),
	"empty an array": replace(isFilled, () => []),
};

const readSeconds = (time: string): number =>
	Math.floor(Date.parse(time) / 1000);

/** Creates edits of the strings that match, by a name for each result. */
const breakFormat = (
	matches: (text: string) => boolean,
	changes: Readonly<Record<string, (text: string) => unknown>>,
): Edits =>
	Object.fromEntries(
		Object.entries(changes).map(([detail, change]) => [
			`break the format of a value: ${detail}`,
			replace(
				(value): value is string => isString(value) && matches(value),
				change,
			),
		]),
	);

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

const FORMATS: Edits = {
	...breakFormat((text) => TIME.test(text), {
		"a time without a zone": (time) => time.slice(0, -1),
		"a time with an offset": (time) => time.replace("Z", "+00:00"),
		"a time with a blank": (time) => time.replace("T", " "),
		"a date without a time": (time) => time.slice(0, 10),
		"seconds since the epoch": readSeconds,
		"seconds since the epoch, as a string": (time) => `${readSeconds(time)}`,
	}),
	// Padded Base64, such as a random cursor, may also start with a slash.
	...breakFormat((text) => /^\/[^/=][^=]*$/.test(text), {
		"a pointer without a slash": (pointer) => pointer.slice(1),
	}),
	...breakFormat((text) => /^[a-z][a-z0-9+.-]*:[^ ]*$/.test(text), {
		"a URI with blanks": (uri) => `${uri} not <a> URI`,
	}),
	...breakFormat((text) => text !== "", { "an empty string": () => "" }),
};

function createIdEdits(prefixes: readonly string[]): Edits {
	const prefixOf = (id: string): string =>
		prefixes.find((prefix) => id.startsWith(prefix)) ?? "";
	const withoutPrefix = (id: string): string => id.slice(prefixOf(id).length);
	return breakFormat((text) => prefixOf(text) !== "", {
		"an id without its prefix": withoutPrefix,
		"an id with another prefix": (id) =>
			`${prefixes.find((each) => each !== prefixOf(id)) ?? "x"}${withoutPrefix(id)}`,
		"an id in lower case": (id) => id.toLowerCase(),
		"an id that is too short": (id) => id.slice(0, -1),
	});
}

const isProperty = ({ steps }: Place): boolean =>
	steps.length > 1 && steps.at(-1) !== "*";

/** Creates the edits, and the condition for places where they apply. */
function createEdits(
	{ target, request, response }: RecordedExchange,
	{ documented }: Contract,
): (readonly [Edits, ((place: Place, edit: Edit) => boolean)?])[] {
	/** Whether a client can predict the value: only values that it sent, and values that the document fixes. */
	function isForeseen({ steps, isEcho }: Place, edit: Edit): boolean {
		const changed = editBody(response, steps, edit);
		return (
			isEcho ||
			(changed !== undefined &&
				documented.findViolation(target, request, changed) !== undefined)
		);
	}
	const envelope = isSuccess(response) ? "data" : "error";
	const wrap = replace(isContainer, (value) => ({ [envelope]: value }));
	return [
		[REMOVED, isProperty],
		[TYPES],
		[VALUES, isForeseen],
		[NAMES, isProperty],
		[{ "wrap the body in an envelope": wrap }, ({ path }) => path === "$"],
		[ITEMS],
		[{ ...createIdEdits(documented.idPrefixes), ...FORMATS }],
	];
}

/** Applies each edit at every place of the body that it changes. */
export const mutateBody: Mutator = (exchange, contract) => {
	const places = findPlaces(exchange, contract);
	return createEdits(exchange, contract).flatMap(
		([edits, isEligible = () => true]) =>
			places.flatMap((place) => {
				const { steps, path, value, isEcho } = place;
				const key = steps.at(-1) ?? "";
				return Object.entries(edits)
					.filter(
						([, edit]) =>
							edit({ [key]: value }, key, value) && isEligible(place, edit),
					)
					.map(([name, edit]) => ({
						name,
						where: path,
						// Validators do not notice that a value repeats the request.
						isSemantic: isEcho,
						mutate: ({ response }: RecordedExchange) =>
							editBody(response, steps, edit),
					}));
			}),
	);
};
