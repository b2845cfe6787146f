import { type Edits, mutatePlaces, replaceWith } from "./mutate-places.ts";
import type { Mutator } from "./mutation.ts";

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
