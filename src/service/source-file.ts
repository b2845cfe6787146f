import { createRequire } from "node:module";
import { dirname, relative, resolve } from "node:path";
import type * as FastYaml from "js-yaml";
import type * as Yaml from "yaml";
import { allNodes } from "../document/extensions.ts";
import { DocumentError, type Node } from "../document/node.ts";
import { attempt, errorMessage } from "../values/errors.ts";
import { escapeSegment, parsePointer, tryParseJson } from "../values/json.ts";

/**
 * Loads the YAML library that knows the place of each element. It is slow to load, and takes six times as long as
 * js-yaml.
 */
const loadYaml = (): typeof Yaml => createRequire(import.meta.url)("yaml");

const loadFastYaml = (): typeof FastYaml =>
	createRequire(import.meta.url)("js-yaml");

function parse(text: string) {
	const { LineCounter, parseDocument } = loadYaml();
	const lines = new LineCounter();
	// Pretty errors copy their whole line, and one line may have very many errors.
	const options = { lineCounter: lines, merge: true, prettyErrors: false };
	return { parsed: parseDocument(text, options), lines };
}

const CIRCULAR =
	"an alias refers to a value that contains the alias. Use a $ref instead";

/** The parsed YAML, or the line and the reason if it is invalid. */
type Source = { content: unknown } | { line: number; reason: string };

/**
 * The maximum depth of a document. Deeper documents would overflow the stack, and if this happens while a regular
 * expression is compiled, the process ends.
 */
const MAX_DEPTH = 400;

const TOO_DEEP = `more than ${MAX_DEPTH} objects and arrays are in each other. Name inner schemas in components, and refer to them`;

/** Text in UTF-16 has null bytes, if it is read as UTF-8. */
const NULL_BYTE = "a null byte is no text. Save the file as UTF-8";

/** How often anchors may be used, those in other anchors counted for each use. */
const MAX_ALIASES = 10_000;
const TOO_MANY_ALIASES =
	"its aliases stand for more than 10,000 values. Use a $ref instead of an alias";

/**
 * Parses YAML, including JSON. Uses the slower parser for errors, aliases and YAML 1.1, because aliases may expand
 * without end. It gets only what the faster one has seen not to nest too deeply.
 */
export function parseSource(text: string): Source {
	const [before = "", ...others] = text.split("\0", 2);
	if (others.length > 0)
		return { line: before.split("\n").length, reason: NULL_BYTE };
	const { CORE_SCHEMA, load, mergeTag, YAMLException } = loadFastYaml();
	const schema = CORE_SCHEMA.withTags(mergeTag);
	const options = { schema, maxDepth: MAX_DEPTH };
	const content = attempt(() => load(text, { ...options, maxAliases: 0 }));
	if (content !== undefined && !/^%/m.test(text)) return { content };
	try {
		load(text, options);
		return parseSlowly(text);
	} catch (error) {
		if (!(error instanceof YAMLException)) throw error;
		const { reason, mark } = error;
		const line = (mark?.line ?? 0) + 1;
		if (reason.includes("maxDepth")) return { line, reason: TOO_DEEP };
		const seen = text.split("\n").slice(0, line).join("\n");
		const explained = parseSlowly(mark ? seen : text);
		return "reason" in explained ? explained : { line, reason };
	}
}

function parseSlowly(text: string): Source {
	const { parsed, lines } = parse(text);
	const [error] = parsed.errors;
	if (error) {
		const [reason = ""] = error.message.split(/ at line \d|\n/);
		const { line } = lines.linePos(error.pos[0]);
		return { line, reason: reason.replace(/:$/, "") };
	}
	try {
		const content: unknown = parsed.toJS({ maxAliasCount: MAX_ALIASES });
		const json = attempt(() => JSON.stringify(content));
		if (json === undefined) return { line: 1, reason: CIRCULAR };
		// Aliases may nest deeper than the text does.
		if (content !== null && tryParseJson(json) === undefined)
			return { line: 1, reason: TOO_DEEP };
		return { content };
	} catch (thrown) {
		const message = errorMessage(thrown);
		const isMany = message.startsWith("Excessive alias count");
		return { line: 1, reason: isMany ? TOO_MANY_ALIASES : message };
	}
}

/**
 * Returns the pointer of the first element with these keywords. If there are no keywords, returns the pointer of the
 * first empty element.
 */
function findNode(root: unknown, keywords: Node): string | undefined {
	const names = Object.keys(keywords);
	const [only] = names.length === 1 ? names : [];
	const isSame = (a: unknown, b: unknown): boolean =>
		JSON.stringify(a) === JSON.stringify(b);
	for (const { pointer, node } of allNodes(root)) {
		const isFound =
			names.length === 0
				? isSame(node, {})
				: names.every((name) => isSame(node[name], keywords[name]));
		if (!isFound) continue;
		return only === undefined ? pointer : `${pointer}/${escapeSegment(only)}`;
	}
	return undefined;
}

/** The place of an element. */
interface ElementPlace {
	readonly file: string;
	readonly line: number;
	readonly pointer: string;
}

/** The maximum number of references that are followed. */
const MAX_REFERENCES = 50;

/**
 * Finds an element of a bundled document in its original file. If the element is missing, finds the nearest element
 * that would contain it.
 * @param pointer may lead through `$ref`
 * @param file the path of the document
 * @param texts the texts of all its files, by path
 */
function locateElement(
	pointer: string,
	file: string,
	texts: ReadonlyMap<string, string>,
	depth = 0,
): ElementPlace | undefined {
	const segments = parsePointer(pointer);
	if (segments[0] === "bundled" && segments[1] !== undefined) {
		const rest = segments.slice(2).map((each) => `/${escapeSegment(each)}`);
		return locateElement(rest.join(""), segments[1], texts, depth);
	}
	const text = texts.get(file);
	if (text === undefined) return undefined;
	const { isAlias, isMap, isNode, isScalar, isSeq } = loadYaml();
	const { parsed, lines } = parse(text);
	const found: string[] = [];
	let at: unknown = parsed.contents;
	let offset = 0;
	for (const [index, segment] of segments.entries()) {
		if (isAlias(at)) at = at.resolve(parsed);
		const pair = isMap(at)
			? at.items.find(
					({ key }) => String(isScalar(key) ? key.value : key) === segment,
				)
			: undefined;
		const item = isSeq(at) ? at.items[Number(segment)] : pair?.key;
		const reference = isMap(at) && !pair ? at.get("$ref") : undefined;
		if (typeof reference === "string" && depth < MAX_REFERENCES) {
			const [path = "", target = ""] = reference.split("#");
			const rest = segments.slice(index).map(escapeSegment).join("/");
			return locateElement(
				`${target}/${rest}`,
				path === "" ? file : resolve(dirname(file), path),
				texts,
				depth + 1,
			);
		}
		if (!isNode(item)) break;
		offset = item.range?.[0] ?? offset;
		at = isSeq(at) ? item : pair?.value;
		found.push(segment);
	}
	const { line } = lines.linePos(offset);
	return {
		file,
		line,
		pointer: found.map((each) => `/${escapeSegment(each)}`).join(""),
	};
}

/** Thrown if a document cannot be used. The message names the file, the line, the JSON pointer and the remedy. */
export class InvalidDocumentError extends Error {
	override readonly name = "InvalidDocumentError";
}

/**
 * Returns the error with the file, the line and the JSON pointer of the wrong element. Other errors are defects.
 * @param file the path of the document
 * @param texts the texts of all its files, by path
 * @param root the combined document; undefined if the files could not be read
 */
export function explainError(
	error: unknown,
	file: string,
	texts: ReadonlyMap<string, string>,
	root: Node | undefined,
): unknown {
	if (!(error instanceof DocumentError)) return error;
	const { place } = error;
	const pointer = typeof place === "object" ? findNode(root, place) : place;
	const at = pointer ? locateElement(pointer, file, texts) : undefined;
	const shown = at?.pointer ?? "";
	const where = at
		? `${relative("", at.file)}:${at.line}${shown && ` (${shown})`}`
		: relative("", file);
	// A bundled document contains a file at the relative path of the file. The message shows the pointer once.
	const reason = error.message
		.replaceAll(
			/#\/bundled\/([^/\s]+)/g,
			(_, path: string) =>
				`${relative("", path.replaceAll("~1", "/").replaceAll("~0", "~"))}#`,
		)
		.replace(shown, shown.split("/").at(-1) ?? "")
		.replace(/\.$/, "");
	return new InvalidDocumentError(`Invalid document ${where}: ${reason}.`, {
		cause: error,
	});
}
