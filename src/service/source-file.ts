import { createRequire } from "node:module";
import { dirname, relative, resolve } from "node:path";
import type * as Yaml from "yaml";
import { allNodes } from "../document/extensions.ts";
import { DocumentError, type Node } from "../document/node.ts";
import { attempt, errorMessage } from "../values/errors.ts";
import { escapeSegment, parsePointer } from "../values/json.ts";

/** Knows where the elements of a document are, but is slow to load, and six times as slow as js-yaml. */
const loadYaml = (): typeof Yaml => createRequire(import.meta.url)("yaml");

function parse(text: string) {
	const { LineCounter, parseDocument } = loadYaml();
	const lines = new LineCounter();
	const parsed = parseDocument(text, { lineCounter: lines, merge: true });
	return { parsed, lines };
}

const CIRCULAR =
	"an alias refers to a value that contains the alias. Use a $ref instead";

/** The parsed YAML, or else where it is invalid and why. */
type Source = { content: unknown } | { line: number; reason: string };

/** Parses YAML, of which JSON is a part. Leaves errors, aliases, which may be endless, and YAML 1.1 to the slower parser. */
export async function parseSource(text: string): Promise<Source> {
	const { CORE_SCHEMA, load, mergeTag } = await import("js-yaml");
	const schema = CORE_SCHEMA.withTags(mergeTag);
	const content = attempt(() => load(text, { schema, maxAliases: 0 }));
	return content === undefined || /^%/m.test(text)
		? parseSlowly(text)
		: { content };
}

function parseSlowly(text: string): Source {
	const { parsed } = parse(text);
	const [error] = parsed.errors;
	if (error) {
		const [reason = ""] = error.message.split(/ at line \d|\n/);
		const line = error.linePos?.[0].line ?? 1;
		return { line, reason: reason.replace(/:$/, "") };
	}
	try {
		const content: unknown = parsed.toJS();
		if (attempt(() => JSON.stringify(content)) === undefined)
			return { line: 1, reason: CIRCULAR };
		return { content };
	} catch (thrown) {
		// Such as more aliases than a document has in earnest.
		return { line: 1, reason: errorMessage(thrown) };
	}
}

/** Returns the pointer of the first element that has the keywords; of the first empty one if there are none. */
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

/** Where an element is. */
interface ElementPlace {
	readonly file: string;
	readonly line: number;
	readonly pointer: string;
}

/** More references in turn lead nowhere. */
const MAX_REFERENCES = 50;

/**
 * Finds the element at a pointer of a bundled document in the file that has it; if it is missing, the nearest element that
 * would contain it.
 * @param pointer may lead through `$ref`
 * @param file the document
 * @param texts those of all its files, by path
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

/** A document cannot be used; the message names the file, the line, the JSON pointer and the remedy. */
export class InvalidDocumentError extends Error {
	override readonly name = "InvalidDocumentError";
}

/**
 * Returns the error with the file, the line and the JSON pointer of the wrong element. Errors of other kinds are defects.
 * @param file the document
 * @param texts those of all its files, by path
 * @param root all its files as one; undefined if they could not be read
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
	// A bundled document names a file where the files have a relative path. The pointer is shown once.
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
