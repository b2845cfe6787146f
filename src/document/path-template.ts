import { tryDecode } from "../values/http.ts";

/** The values of the parameters in a path, percent-decoded. */
export type PathValues = Readonly<Record<string, string>>;

/** A value whose path template matches a path. */
export interface PathMatch<Value> {
	readonly value: Value;
	readonly parameters: PathValues;
}

/** What may follow a segment of a path. */
interface Branch<Value> {
	readonly fixed: Map<string, Branch<Value>>;
	/** Those with more text besides their parameters come first. */
	readonly templated: {
		readonly pattern: RegExp;
		readonly length: number;
		readonly branch: Branch<Value>;
	}[];
	/** The values of the templates that end here. */
	readonly ends: { readonly value: Value; readonly names: readonly string[] }[];
}

const PARAMETER = /\{([^{}]*)\}/g;

/** Whether a path has parameters. */
export const isTemplated = (path: string): boolean => path.includes("{");

/** Returns the names of the parameters in a path or in one of its segments. */
export const parameterNames = (path: string): string[] =>
	[...path.matchAll(PARAMETER)].map(([, name = ""]) => name);

const createBranch = <Value>(): Branch<Value> => ({
	...{ fixed: new Map(), templated: [], ends: [] },
});

/** Returns the branch of a segment, and adds it if it is new. Names play no part. */
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
	const escaped = texts.map((text) => text.replace(/[^\w-]/g, "\\$&"));
	const pattern = new RegExp(`^${escaped.join("(.+?)")}$`);
	const same = templated.find(({ pattern: { source } }) => {
		return source === pattern.source;
	});
	if (same) return same.branch;
	templated.push({ pattern, length: texts.join("").length, branch });
	templated.sort((a, b) => b.length - a.length);
	return branch;
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
	const same = fixed.get(segment);
	if (same) yield* findFrom(same, segments, index + 1, values);
	for (const { pattern, branch } of templated) {
		const [found, ...own] = pattern.exec(segment) ?? [];
		if (found !== undefined)
			yield* findFrom(branch, segments, index + 1, [...values, ...own]);
	}
}

/**
 * Returns a function that finds the path templates that match a path, the most specific first: at the first segment in
 * which they differ, a text comes before a parameter. It takes one pass over the segments, however many templates there are.
 * A parameter is at least one character of one segment.
 * @param prefixes what may stand before the templates, such as `/v1`; defaults to nothing
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

/** Returns the path of an operation with the values that a request has at the places of its parameters. */
export function fillParameters(path: string, sent: string): string {
	if (!isTemplated(path)) return path;
	const segments = sent.split("/");
	return path
		.split("/")
		.map((each, index) => (isTemplated(each) ? segments[index] || each : each))
		.join("/");
}
