import { readFile, stat } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import {
	createDocumentService,
	type DocumentService,
} from "../behaviors/create-service.ts";
import { bundle, startOf, upgrade } from "../document/bundle.ts";
import { checkKeywords, checkRoles } from "../document/check-keywords.ts";
import { DocumentError, isNode, type Node } from "../document/node.ts";
import type {
	ForwardAccess,
	Forwarder,
	LoadForwarder,
} from "../engine/forwarding/forwarder.ts";
import { readForward } from "../engine/forwarding/read-forward.ts";
import type { LedgerEntry } from "../engine/model/service.ts";
import { errorMessage, hasCode } from "../values/errors.ts";
import { service as shipped } from "./shipped-service.ts";
import { findNode, locateElement, parseSource } from "./source-file.ts";

/** An OpenAPI document that a mock can follow. */
export interface MockDocument extends DocumentService {
	/** The path of the file. */
	readonly file: string;
	/** All files that were read. */
	readonly files: ReadonlySet<string>;
	/** Loads the code that forwards operations to a real service, and checks the exchanges against this document. */
	readonly loadForwarder: LoadForwarder;
}

/** A document cannot be used; the message names the file, the line, the JSON pointer and the remedy. */
export class InvalidDocumentError extends Error {
	override readonly name = "InvalidDocumentError";
}

function requireVersion(root: unknown): asserts root is Node {
	if (!isNode(root)) throw new DocumentError("the document must be an object");
	const { openapi, swagger } = root;
	if (/^3\.[01](\.|$)/.test(String(openapi))) return;
	const found =
		swagger === undefined
			? `openapi: ${String(openapi)}`
			: `swagger: ${String(swagger)}`;
	throw new DocumentError(
		`${found} is not supported. Use OpenAPI 3.0 or 3.1; swagger2openapi converts older documents`,
		"/openapi",
	);
}

/** Lists the assumptions that the elements of a document name. */
function listAssumptions(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(listAssumptions);
	if (!isNode(value)) return [];
	return Object.entries(value).flatMap(([name, each]) =>
		name === "x-assumption" ? [each].flat().map(String) : listAssumptions(each),
	);
}

/** Returns the entries of the assumptions: those of the package, and plain ones for others that the document names. */
function createLedger(ids: ReadonlySet<string>): readonly LedgerEntry[] {
	const known = shipped.ledger.filter(({ id }) => ids.has(id));
	const own = [...ids].filter((id) => known.every((each) => each.id !== id));
	return [
		...known,
		...own.map((id) => ({
			id,
			open: "document",
			assumes: `The elements of the document with the x-assumption ${id} are as it says.`,
			because: "The document declares them as an assumption.",
			status: "assumed" as const,
		})),
	];
}

/** Reads the files of a document, and finds its elements in them. */
function createSource(file: string, files: Set<string>) {
	const texts = new Map<string, string>();
	/** Set once the files are one document. */
	let root: Node | undefined;

	async function read(target: string, missing: string, pointer: string) {
		files.add(target);
		const stats = await stat(target).catch(() => undefined);
		// The document itself may be a pipe. Reloads read other files again, and a pipe may not end then.
		if (target !== file && stats?.isFile() === false) {
			const shown = relative("", target);
			const reason = `${shown} is not a regular file. Fix the $ref`;
			throw new DocumentError(reason, pointer);
		}
		const text = await readFile(target, "utf8").catch((error) => {
			const reason = hasCode(error, "ENOENT", "EISDIR")
				? missing
				: `${errorMessage(error)}. Allow it to be read`;
			throw new DocumentError(reason, pointer);
		});
		const source = await parseSource(text);
		texts.set(target, text);
		if (!("content" in source))
			throw new InvalidDocumentError(
				`Invalid document ${relative("", target)}:${source.line}: ${source.reason}.`,
			);
		checkKeywords(source.content, startOf(target, file));
		return source.content;
	}

	/** @throws DocumentError */
	async function readAll(): Promise<Node> {
		const content = await read(
			file,
			"no file found. Pass the path of an OpenAPI document",
			"",
		);
		requireVersion(content);
		root = await bundle(content, file, async (path, from, pointer) => {
			const target = resolve(dirname(from), path);
			const missing = `no file found at ${relative("", target)}. Fix the $ref`;
			return { file: target, content: await read(target, missing, pointer) };
		});
		checkRoles(root);
		const is30 = String(content.openapi).startsWith("3.0");
		if (!is30) return root;
		root = { ...Object(upgrade(root)), openapi: "3.1.0" } as Node;
		return root;
	}

	/** Returns the error with the file, the line and the JSON pointer of the wrong element. Errors of other kinds are defects. */
	function explain(error: unknown): unknown {
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
	return { readAll, explain };
}

/**
 * Loads an OpenAPI document.
 * @param files receives the files that were read, even if one of them is invalid
 * @throws InvalidDocumentError that names the file, the line, the JSON pointer and the remedy
 */
export async function readMockDocument(
	given: string,
	files: Set<string>,
): Promise<MockDocument> {
	const file = resolve(given);
	const source = createSource(file, files);
	try {
		const root = await source.readAll();
		const ledger = createLedger(new Set(listAssumptions(root)));
		const loaded = createDocumentService(root, ledger);
		const describe: MockDocument["describe"] = () => {
			try {
				return loaded.describe();
			} catch (error) {
				throw source.explain(error);
			}
		};
		const load = async (access?: ForwardAccess): Promise<Forwarder> => {
			const { createForwarder } = await import(
				"../forward/create-forwarder.ts"
			);
			return createForwarder(describe(), access);
		};
		const loadForwarder = Object.assign(load, { read: readForward });
		return { ...loaded, describe, file, files, loadForwarder };
	} catch (error) {
		throw source.explain(error);
	}
}

/**
 * Loads an OpenAPI document, for `setupMock`, `createMock` and `understudy serve`.
 * @param file YAML or JSON, OpenAPI 3.0 or 3.1; a `$ref` may lead to other files
 * @example
 * const mock = setupMock({ document: await loadDocument("openapi.yaml") });
 * @throws InvalidDocumentError that names the file, the line, the JSON pointer and the remedy
 */
export const loadDocument = (file: string): Promise<MockDocument> =>
	readMockDocument(file, new Set());
