import {
	FIRST_LABEL,
	isSentence,
	listJsonPlaces,
	listNames,
	listProperties,
	listQuoted,
	listWords,
	NO_NAMES,
	START_PATH,
	splitPath,
} from "./complaint-parts.ts";

/** One complaint of a service about a request. */
export interface Complaint {
	/** Possible names of the property, as path segments, the most probable first. */
	readonly paths: readonly (readonly string[])[];
	/** The other words of the sentence. Each may be the name if nothing else names the property. */
	readonly words: readonly string[];
	readonly text: string;
	/** Whether the service says the same of a name that no service knows, whatever the value is. */
	readonly isOfName?: boolean;
	/** Whether the place of the error is beside its sentence. */
	readonly isPlaced?: boolean;
}

export const MAX_TEXT = 2_000;
/** The end of a sentence that another sentence follows. */
const BETWEEN = /[.;],?\s+|\n+/;

/** A complaint with its depth in the rejection. Deeper complaints are more specific. */
export interface Found extends Complaint {
	readonly depth: number;
}

/** Returns the paths of names inside a place; none without a place. */
const joinAll = (place: string, names: readonly string[][]): string[][] =>
	place === "" ? [] : names.map((each) => [...splitPath(place), ...each]);

export function createComplaint(
	depth: number,
	places: readonly (readonly string[])[],
	said: string,
	isPlaced = false,
): Found {
	const text = said.replaceAll(NO_NAMES, "…");
	const names = isPlaced ? [] : listNames(text).map(splitPath);
	// In "trigger: missing field `type`", the name is that of a property of what stands before the colon.
	const label = isPlaced ? null : FIRST_LABEL.exec(text);
	const [, around = ""] = label ?? [];
	// The same is true of "steps/0 must have the property 'args'".
	const [start = ""] = (!isPlaced && START_PATH.exec(text)) || [];
	// The place of an item is beside the name of its property.
	const [placed = []] = isPlaced ? places : [];
	const ofItem = /^\d+$/.test(placed.at(-1) ?? "") ? placed.join("/") : "";
	const inner = [
		...joinAll(ofItem, listQuoted(text).map(splitPath)),
		...joinAll(
			around,
			around.endsWith("]") ? names : listProperties(text).map(splitPath),
		),
		...joinAll(start, listQuoted(text).map(splitPath)),
	];
	const paths = ofItem
		? [...inner, ...places]
		: [...places, ...inner, ...names];
	const unique = new Map(paths.map((each) => [each.join("\n"), each]));
	unique.delete("");
	return {
		...{ depth, text, paths: [...unique.values()], isPlaced },
		words:
			places.length > 0 || start !== ""
				? []
				: [...new Set(listWords(text.slice(label?.index)))].filter(
						(each) => !unique.has(each),
					),
	};
}

/** Splits a sentence at its commas if each part may be a complaint. */
function splitClauses(sentence: string): string[] {
	const parts = sentence.split(/,\s+/);
	// A place in JSON belongs to the whole sentence.
	const isPlaced = listJsonPlaces(sentence).length > 0;
	return !isPlaced && parts.every((each) => each.trim().split(/\s+/).length > 2)
		? parts
		: [sentence];
}

/** Returns the complaints in one or several sentences. The sentences may belong to a property. */
export const readSentences = (
	depth: number,
	text: string,
	path: readonly string[] = [],
): Found[] =>
	text
		.slice(0, MAX_TEXT)
		.split(BETWEEN)
		.flatMap(splitClauses)
		.filter(isSentence)
		.flatMap((each) => {
			if (path.length > 0) return createComplaint(depth, [path], each);
			const places = listJsonPlaces(each);
			return places.length > 0
				? places.map((place) => createComplaint(depth, [place], each, true))
				: createComplaint(depth, [], each);
		});
