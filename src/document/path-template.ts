import { attempt } from "../values/errors.ts";
import { tryDecode } from "../values/http.ts";
import { child, entries, type Node } from "./node.ts";

/** Returns the URL of a server, with defaults in the place of its variables. */
const fillUrl = (server: Node): string =>
	String(server.url).replace(/\{([^{}]+)\}/g, (_, name: string) =>
		String(child(child(server, "variables"), name).default ?? name),
	);

/**
 * Lists the paths of the servers of a document, without a trailing slash. Clients send them before the path of an
 * operation.
 */
export function listServerPaths(root: Node): readonly string[] {
	const paths = entries(child(root, "servers")).map(([, server]) =>
		attempt(() =>
			new URL(fillUrl(server), "http://localhost").pathname.replace(/\/+$/, ""),
		),
	);
	return [...new Set(paths)].filter(
		(path): path is string => path !== undefined && path !== "",
	);
}

/** Returns the segments of a path. */
export const segmentsOf = (path: string): string[] => path.split("/").slice(1);

/** The values of the parameters in a path, percent-decoded. */
export type PathValues = Readonly<Record<string, string>>;

/** A value whose path template matches a path. */
export interface PathMatch<Value> {
	readonly value: Value;
	readonly parameters: PathValues;
}

/** The possible continuations of a path after a segment. */
interface Branch<Value> {
	readonly fixed: Map<string, Branch<Value>>;
	/** The segments that contain parameters. Segments with more text come first. */
	readonly templated: {
		/** The texts before, between and after the parameters. */
		readonly texts: readonly string[];
		readonly branch: Branch<Value>;
	}[];
	/** The templates that end here, with the names of their parameters. */
	readonly ends: { readonly value: Value; readonly names: readonly string[] }[];
}

const PARAMETER = /\{([^{}]*)\}/g;

/** Whether a path has parameters. */
export const isTemplated = (path: string): boolean => path.includes("{");

/** Returns the names of the parameters in a path or in one of its segments. */
export const parameterNames = (path: string): string[] =>
	[...path.matchAll(PARAMETER)].map(([, name = ""]) => name);

/** Whether the path is one that the mock itself responds to, below `/__mock` and `/__session`. */
export const isOwnPath = (path: string): boolean =>
	/^\/__(mock|session)(\/|$)/.test(path);

/** The message for a path that no request can reach, because the mock uses it. */
export const OWN_PATHS =
	"the paths below /__mock and /__session are those of the mock itself";

const createBranch = <Value>(): Branch<Value> => ({
	...{ fixed: new Map(), templated: [], ends: [] },
});

/** Returns the branch of a segment, and adds it if it is new. The names of parameters do not matter. */
function openBranch<Value>(
	{ fixed, templated }: Branch<Value>,
	segment: string,
): Branch<Value> {
	const known = fixed.get(segment);
	if (known) return known;
	const branch = createBranch<Value>();
	if (!isTemplated(segment)) {
		fixed.set(segment, branch);
		return branch;
	}
	const texts = segment.replaceAll(PARAMETER, "{}").split("{}");
	const same = templated.find(
		(each) => each.texts.join("{}") === texts.join("{}"),
	);
	if (same) return same.branch;
	templated.push({ texts, branch });
	const countText = (each: { readonly texts: readonly string[] }): number =>
		each.texts.join("").length;
	templated.sort((a, b) => countText(b) - countText(a));
	return branch;
}

/**
 * Returns the values between the texts of a template. Each value is as short as possible, and has at least one
 * character. Returns undefined if the segment does not match. The first occurrence of each text leaves the longest
 * rest, so this needs no backtracking. A regular expression would try all occurrences.
 */
function readValues(texts: readonly string[], segment: string) {
	const [first = "", ...others] = texts;
	const last = others.length - 1;
	if (!segment.startsWith(first)) return undefined;
	const values: string[] = [];
	let start = first.length;
	for (const [index, text] of others.entries()) {
		const end =
			index < last
				? segment.indexOf(text, start + 1)
				: segment.length - text.length;
		if (end <= start || !segment.startsWith(text, end)) return undefined;
		values.push(segment.slice(start, end));
		start = end + text.length;
	}
	return values;
}

function* findFrom<Value>(
	{ fixed, templated, ends }: Branch<Value>,
	segments: readonly string[],
	index: number,
	values: readonly string[],
): Generator<PathMatch<Value>> {
	const segment = segments[index];
	if (segment === undefined) {
		for (const { value, names } of ends)
			yield {
				value,
				parameters: Object.fromEntries(
					names.map((name, at) => [name, tryDecode(values[at] ?? "")]),
				),
			};
		return;
	}
	// Clients encode what a document may write as it is.
	const same = fixed.get(segment) ?? fixed.get(tryDecode(segment));
	if (same) yield* findFrom(same, segments, index + 1, values);
	for (const { texts, branch } of templated) {
		const own = readValues(texts, segment);
		if (own) yield* findFrom(branch, segments, index + 1, [...values, ...own]);
	}
}

/**
 * Returns a function that finds the path templates that match a path, the most specific first: at the first segment
 * in which two templates differ, a text comes before a parameter. The time depends on the number of segments, not on
 * the number of templates. A parameter matches at least one character of one segment.
 * @param prefixes paths that may precede the templates, such as `/v1`. Defaults to none.
 */
export function createPathFinder<Value>(
	templates: Iterable<readonly [path: string, value: Value]>,
	prefixes: readonly string[] = [],
): (path: string) => Iterable<PathMatch<Value>> {
	const root = createBranch<Value>();
	for (const [path, value] of templates)
		path
			.split("/")
			.reduce(openBranch, root)
			.ends.push({ value, names: parameterNames(path) });
	const find = (path: string) => findFrom(root, path.split("/"), 0, []);
	return function* (path) {
		yield* find(path);
		for (const prefix of prefixes)
			if (path.startsWith(`${prefix}/`)) yield* find(path.slice(prefix.length));
	};
}

/** Returns the path of an operation with its parameters replaced by the values in the path of a request. */
export function fillParameters(path: string, sent: string): string {
	if (!isTemplated(path)) return path;
	const segments = sent.split("/");
	return path
		.split("/")
		.map((each, index) => (isTemplated(each) ? segments[index] || each : each))
		.join("/");
}
