import { readFile, stat } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { bundle, placeReferences, startOf } from "../document/bundle.ts";
import { checkKeywords, checkRoles } from "../document/check-keywords.ts";
import { DocumentError, isNode, type Node } from "../document/node.ts";
import { untangle, upgrade } from "../document/upgrade.ts";
import type { LedgerEntry } from "../engine/model/service.ts";
import { errorMessage, hasCode } from "../values/errors.ts";
import type { ReadDocument } from "./document-cache.ts";
import {
	explainError,
	InvalidDocumentError,
	parseSource,
} from "./source-file.ts";

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

/** Lists the assumptions in a document. */
function listAssumptions(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(listAssumptions);
	if (!isNode(value)) return [];
	return Object.entries(value).flatMap(([name, each]) =>
		name === "x-assumption" ? [each].flat().map(String) : listAssumptions(each),
	);
}

/**
 * Returns the ledger entries of the assumptions: the entries of the package, and plain entries for other assumptions.
 */
async function createLedger(
	ids: ReadonlySet<string>,
): Promise<readonly LedgerEntry[]> {
	if (ids.size === 0) return [];
	const { ledger } = await import("./shipped-service.ts");
	const known = ledger.filter(({ id }) => ids.has(id));
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

/**
 * Reads the files of a document, and combines them into one document.
 * @param files receives the files that were read, even if one of them is invalid
 * @param texts receives their texts
 * @throws InvalidDocumentError
 */
export async function readDocumentFiles(
	file: string,
	files: Set<string>,
	texts: Map<string, string>,
): Promise<ReadDocument> {
	/** The combined document; undefined until all files are read. */
	let root: Node | undefined;

	/** Several references may lead to one file. */
	const contents = new Map<string, unknown>();

	async function read(target: string, missing: string, pointer: string) {
		if (contents.has(target)) return contents.get(target);
		files.add(target);
		const stats = await stat(target).catch(() => undefined);
		// Only the document itself may be a pipe. A reload reads the other files again, and a pipe may not end then.
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
		const source = parseSource(text);
		texts.set(target, text);
		if (!("content" in source))
			throw new InvalidDocumentError(
				`Invalid document ${relative("", target)}:${source.line}: ${source.reason}.`,
			);
		checkKeywords(source.content, startOf(target, file));
		contents.set(target, source.content);
		return source.content;
	}

	try {
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
		root = untangle(placeReferences(root));
		checkRoles(root);
		// Also in a document of OpenAPI 3.1, which has neither `nullable` nor `exclusiveMinimum: true`, but may use them.
		root = Object(upgrade(root)) as Node;
		if (String(content.openapi).startsWith("3.0"))
			root = { ...root, openapi: "3.1.0" };
		return { root, ledger: await createLedger(new Set(listAssumptions(root))) };
	} catch (error) {
		throw explainError(error, file, texts, root);
	}
}
