import { isObject } from "../values/json.ts";
import {
	type Edit,
	type Edits,
	editBody,
	isContainer,
	mutatePlaces,
	type Place,
	replaceWith,
} from "./json-body.ts";
import { isSuccess, type Mutator } from "./mutation.ts";

const isProperty = ({ steps }: Place): boolean =>
	steps.length > 1 && steps.at(-1) !== "*";

const renameTo =
	(rename: (name: string) => string): Edit =>
	({ container, key, value }) => {
		if (rename(key) === key) return false;
		container[rename(key)] = value;
		return Reflect.deleteProperty(container, key);
	};

const replaceItems = (change: (items: unknown[]) => unknown[]): Edit =>
	replaceWith((value) =>
		Array.isArray(value) && value.length > 0 ? change(value) : undefined,
	);

/** Returns another value of the same type. */
function changeScalar(value: unknown): unknown {
	if (typeof value === "string") return `${value}x`;
	if (typeof value === "number") return value + 1;
	return typeof value === "boolean" ? !value : undefined;
}

export const bodyMutators: readonly Mutator[] = [
	mutatePlaces(
		() => ({
			"remove a property": ({ container, key }) =>
				Reflect.deleteProperty(container, key),
		}),
		isProperty,
	),
	mutatePlaces(() => ({
		"replace a value with null": replaceWith((value) =>
			value === null ? undefined : null,
		),
		"change the type of a value: string to number": replaceWith((value) =>
			typeof value === "string" ? 5 : undefined,
		),
		"change the type of a value: number to numeric string": replaceWith(
			(value) => (typeof value === "number" ? `${value}` : undefined),
		),
		"change the type of a value: boolean to string": replaceWith((value) =>
			typeof value === "boolean" ? `${value}` : undefined,
		),
		"change the type of a value: object to array": replaceWith((value) =>
			isObject(value) ? [value] : undefined,
		),
		"change the type of a value: array to object": replaceWith((value) =>
			Array.isArray(value) ? { ...value } : undefined,
		),
	})),
	mutatePlaces(
		() => ({ "change a value": replaceWith(changeScalar) }),
		// A client can foresee only the values that it sent and those that the document fixes.
		({ steps, isEcho }, edit, { target, request, response }, contract) => {
			const changed = editBody(response, steps, edit);
			return (
				isEcho ||
				(changed !== undefined &&
					contract.documented.findViolation(target, request, changed) !==
						undefined)
			);
		},
	),
	mutatePlaces(
		() => ({
			"change the case of a name: with underscores": renameTo((name) =>
				name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
			),
			"change the case of a name: with a capital": renameTo(
				(name) => name.charAt(0).toUpperCase() + name.slice(1),
			),
		}),
		isProperty,
	),
	mutatePlaces(
		({ response }) => ({
			"wrap the body in an envelope": replaceWith((value) =>
				isContainer(value)
					? { [isSuccess(response) ? "data" : "error"]: value }
					: undefined,
			),
		}),
		({ path }) => path === "$",
	),
	mutatePlaces(() => ({
		"add an invalid item at the end": replaceItems((items) => [
			...items,
			isContainer(items.at(-1)) ? {} : { bad: 1 },
		]),
		"empty an array": replaceItems(() => []),
	})),
];

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

const readSeconds = (time: string): number =>
	Math.floor(Date.parse(time) / 1000);

/** Creates edits of the strings that match, by what each edit turns them into. */
const replaceMatches = (
	matches: (text: string) => boolean,
	changes: Readonly<Record<string, (text: string) => unknown>>,
): Edits =>
	Object.fromEntries(
		Object.entries(changes).map(([detail, change]) => [
			`break the format of a value: ${detail}`,
			replaceWith((value) =>
				typeof value === "string" && matches(value) ? change(value) : undefined,
			),
		]),
	);

const FORMATS = {
	...replaceMatches((text) => TIME.test(text), {
		"a time without a zone": (time) => time.slice(0, -1),
		"a time with an offset": (time) => time.replace("Z", "+00:00"),
		"a time with a blank": (time) => time.replace("T", " "),
		"a date without a time": (time) => time.slice(0, 10),
		"seconds since the epoch": readSeconds,
		"seconds since the epoch, as a string": (time) => `${readSeconds(time)}`,
	}),
	// Padded Base64, such as a random cursor, may start with a slash, too.
	...replaceMatches((text) => /^\/[^/=][^=]*$/.test(text), {
		"a pointer without a slash": (pointer) => pointer.slice(1),
	}),
	...replaceMatches((text) => /^[a-z][a-z0-9+.-]*:[^ ]*$/.test(text), {
		"a URI with blanks": (uri) => `${uri} not <a> URI`,
	}),
	...replaceMatches((text) => text !== "", { "an empty string": () => "" }),
};

function createIdEdits(prefixes: readonly string[]): Edits {
	const prefixOf = (id: string): string =>
		prefixes.find((prefix) => id.startsWith(prefix)) ?? "";
	const withoutPrefix = (id: string): string => id.slice(prefixOf(id).length);
	return replaceMatches((text) => prefixOf(text) !== "", {
		"an id without its prefix": withoutPrefix,
		"an id with another prefix": (id) =>
			`${prefixes.find((each) => each !== prefixOf(id)) ?? "x"}${withoutPrefix(id)}`,
		"an id in lower case": (id) => id.toLowerCase(),
		"an id that is too short": (id) => id.slice(0, -1),
	});
}

export const formatMutator: Mutator = mutatePlaces((_, { documented }) => ({
	...createIdEdits(documented.idPrefixes),
	...FORMATS,
}));
