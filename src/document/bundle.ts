import { attempt } from "../values/errors.ts";
import { isXmlType } from "../values/http.ts";
import { escapeSegment, isObject, parsePointer } from "../values/json.ts";
import {
	child,
	DocumentError,
	findTarget,
	isNode,
	type Node,
	rejectReference,
} from "./node.ts";
import { toUnicodePattern } from "./pattern.ts";
import { isRestriction } from "./schema-keywords.ts";

/** Keywords whose values are objects of OpenAPI, for which it allows no `$ref`. */
const PARTS =
	/^(info|servers|security|paths|components|content|get|put|post|delete|options|head|patch|trace)$/;

/**
 * Puts targets in the place of each `$ref` that stands where OpenAPI allows none: instead of an operation, of
 * `components`, or of a map such as `responses`. Documents of several files have them, and other tools follow them.
 * @throws DocumentError if a target does not exist, or contains the reference
 */
export function placeReferences(root: Node): Node {
	function findPart(node: Node, before: readonly string[]): unknown {
		const { $ref, ...beside } = node;
		if (typeof $ref !== "string") return node;
		if (before.includes($ref)) rejectReference($ref, "leads back to it");
		const target = findTarget(root, $ref);
		if (target === undefined) rejectReference($ref, "does not exist");
		return isNode(target)
			? { ...Object(findPart(target, [...before, $ref])), ...beside }
			: target;
	}

	function place(
		value: unknown,
		isMap: boolean,
		before: readonly string[],
	): unknown {
		if (Array.isArray(value))
			return value.map((each) => place(each, false, before));
		if (!isObject(value)) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, each]) => {
				if (!isMap && (VALUES.test(name) || FOREIGN.test(name)))
					return [name, each];
				const holdsNames = !isMap && MAPS.test(name);
				const isPart = holdsNames || (!isMap && PARTS.test(name));
				if (!isPart || !isNode(each) || typeof each.$ref !== "string")
					return [name, place(each, holdsNames, before)];
				const part = findPart(each, before);
				return [name, place(part, holdsNames, [...before, each.$ref])];
			}),
		);
	}
	return { ...root, ...Object(place(root, false, [])) };
}

/**
 * Reads a file that a document refers to, and parses it.
 * @param path relative to the file that refers to it
 * @param pointer the pointer of the `$ref` in the bundled document
 */
export type ReadReference = (
	path: string,
	from: string,
	pointer: string,
) => Promise<{ readonly file: string; readonly content: unknown }>;

/**
 * Keywords whose values map names to objects. These names are not keywords: a response may have the name `default`.
 */
export const MAPS: RegExp =
	/^(properties|patternProperties|\$defs|requestBodies|responses|schemas|parameters|headers|securitySchemes|callbacks|links|pathItems)$/;

/** Keywords whose values are not schemas. */
export const VALUES: RegExp = /^(description|examples?|default|const|enum)$/;

/** Keywords of other tools, which may also contain schemas that the document refers to. */
export const FOREIGN: RegExp = /^x-(?!beyond-operations$)/;

/** The property of a bundled document that contains the other files. */
const FILES = "bundled";

/** Returns the pointer of a file in a bundled document. */
export const startOf = (path: string, document: string): string =>
	path === document ? "" : `/${FILES}/${escapeSegment(path)}`;

/**
 * Rewrites the patterns of `patternProperties`. In `content`, moves XML behind other media types, because examples and
 * responses use the first one, and the mock does not write XML. Returns the values of other keywords unchanged.
 */
function adaptNames(keyword: string, value: unknown): unknown {
	if (!isObject(value)) return value;
	const all = Object.entries(value);
	if (keyword === "patternProperties")
		return Object.fromEntries(
			all.map(([pattern, each]) => [toUnicodePattern(pattern), each]),
		);
	if (keyword !== "content") return value;
	return Object.fromEntries(
		all.sort(([a], [b]) => Number(isXmlType(a)) - Number(isXmlType(b))),
	);
}

/**
 * Returns a schema in which nothing beside a `$ref` restricts values, because only what explains overrides its target.
 * The pointers of what was beside it stay the same. OpenAPI 3.0 ignores what is beside a `$ref`.
 */
function separateReference(node: Node, isIgnored: boolean): Node {
	const { $ref, ...beside } = node;
	if (typeof $ref !== "string") return node;
	// Of a parameter, `required` is no list of names.
	const restricts = ([name, value]: [string, unknown]): boolean =>
		isRestriction(name) && (name !== "required" || Array.isArray(value));
	const all = Object.entries(node);
	const others = all.filter((each) => each[0] === "$ref" || !restricts(each));
	if (others.length === all.length) return node;
	if (isIgnored) return Object.fromEntries(others);
	return { ...beside, allOf: [...[beside.allOf ?? []].flat(), { $ref }] };
}

/**
 * Puts the files that a document refers to into it, so that each `$ref` points into the document. Rewrites patterns for
 * the flag `u`.
 * @param file the path of the document
 * @throws DocumentError for a `$ref` to another machine
 */
export async function bundle(
	content: Node,
	file: string,
	read: ReadReference,
): Promise<Node> {
	const is30 = /^3\.0/.test(String(content.openapi));
	const bundled: Record<string, unknown> = {};
	const pointerOf = (path: string): string => `#${startOf(path, file)}`;

	async function resolveReference(reference: string, from: string, at: string) {
		const [path = "", pointer = ""] = reference.split("#");
		const decoded = attempt(() => decodeURIComponent(path));
		if (decoded === undefined || /^[a-z][\w+.-]+:/i.test(path))
			throw new DocumentError(
				`$ref: ${reference} is not in a file. Copy its target into the document, or into a file beside it`,
				at,
			);
		if (path === "") return pointerOf(from) + pointer;
		const target = await read(decoded, from, at);
		if (target.file !== file && !(target.file in bundled)) {
			// Set before the file is walked, since it may refer to itself.
			bundled[target.file] = {};
			const start = startOf(target.file, file);
			bundled[target.file] = await walk(target.content, target.file, start);
		}
		return pointerOf(target.file) + pointer;
	}

	/**
	 * @param at the pointer of the value in the bundled document
	 * @param isMap whether the names of the properties are free names, not keywords
	 */
	async function walk(
		value: unknown,
		from: string,
		at: string,
		isMap = false,
	): Promise<unknown> {
		// One after another, so that the first error is always the same.
		if (Array.isArray(value)) {
			const items: unknown[] = [];
			for (const [index, each] of value.entries())
				items.push(await walk(each, from, `${at}/${index}`));
			return items;
		}
		if (!isObject(value)) return value;
		const walked: [string, unknown][] = [];
		for (const [name, each] of Object.entries(value)) {
			const below = `${at}/${escapeSegment(name)}`;
			if (name === "$ref" && typeof each === "string")
				walked.push([name, await resolveReference(each, from, below)]);
			else if (!isMap && name === "examples" && isObject(each))
				walked.push([name, await walkExamples(each, from, below)]);
			// A `$ref` in an example is not a reference. That of a description leads to a text.
			else if (!isMap && VALUES.test(name)) walked.push([name, each]);
			// Another tool may have other rules for what is below its keyword.
			else if (!isMap && FOREIGN.test(name))
				walked.push([name, await walk(each, from, below).catch(() => each)]);
			else if (!isMap && name === "pattern" && typeof each === "string")
				walked.push([name, toUnicodePattern(each)]);
			else {
				const holdsNames = !isMap && MAPS.test(name);
				const found = await walk(each, from, below, holdsNames);
				walked.push([name, isMap ? found : adaptNames(name, found)]);
			}
		}
		const node: Node = Object.fromEntries(walked);
		return isMap ? node : separateReference(node, is30);
	}

	/** Reads the references of named examples, which may be in files of their own. One without a file is left out. */
	async function walkExamples(
		examples: Node,
		from: string,
		at: string,
	): Promise<Node> {
		const found: [string, unknown][] = [];
		for (const [name, each] of Object.entries(examples)) {
			const { $ref } = Object(each);
			if (typeof $ref !== "string") {
				found.push([name, each]);
				continue;
			}
			const target = await resolveReference($ref, from, at).catch(() => "");
			if (target !== "") found.push([name, { $ref: target }]);
		}
		return Object.fromEntries(found);
	}

	const root = await walk(content, file, "");
	return Object.keys(bundled).length > 0
		? { ...Object(root), [FILES]: bundled }
		: Object(root);
}

/** Returns a bundled document in which the files that it refers to have other names. */
export function renameFiles(
	document: Node,
	rename: (file: string) => string,
): Node {
	if (!(FILES in document)) return document;
	const renamed = Object.entries(child(document, FILES)).map(
		([file, content]) => [rename(file), content],
	);
	const text = JSON.stringify(
		{ ...document, [FILES]: Object.fromEntries(renamed) },
		(name, value) => {
			if (name !== "$ref" || typeof value !== "string") return value;
			const [root, file, ...rest] = parsePointer(value.slice(1));
			return root === FILES && file !== undefined
				? ["#", FILES, ...[rename(file), ...rest].map(escapeSegment)].join("/")
				: value;
		},
	);
	return JSON.parse(text);
}
