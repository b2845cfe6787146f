import { readFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { LineCounter, parseDocument } from "yaml";
import {
	createDocumentService,
	type DocumentService,
} from "../behaviors/create-service.ts";
import { bundle, upgrade } from "../document/bundle.ts";
import { checkKeywords } from "../document/check-keywords.ts";
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

/** An OpenAPI document that a mock can follow. */
export interface MockDocument extends DocumentService {
	/** The path of the file. */
	readonly file: string;
	/** All files that were read. */
	readonly files: ReadonlySet<string>;
	/** Loads the code that forwards operations to a real service, and checks the exchanges against this document. */
	readonly loadForwarder: LoadForwarder;
}

/** A document cannot be used; the message names the file, the place and the remedy. */
export class InvalidDocumentError extends Error {
	override readonly name = "InvalidDocumentError";
}

/** Parses YAML, of which JSON is a part. */
function parse(text: string): unknown {
	const lineCounter = new LineCounter();
	const parsed = parseDocument(text, { lineCounter, merge: true });
	const [error] = parsed.errors;
	if (error) {
		const [reason = ""] = error.message.split("\n");
		throw new DocumentError(reason.replace(/:$/, ""));
	}
	return parsed.toJS();
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

/**
 * Loads an OpenAPI document, for `setupMock`, `createMock` and `understudy serve`.
 * @param file YAML or JSON, OpenAPI 3.0 or 3.1; a `$ref` may lead to other files
 * @example
 * const mock = setupMock({ document: await loadDocument("openapi.yaml") });
 * @throws InvalidDocumentError that names the file, the place and the remedy
 */
export async function loadDocument(file: string): Promise<MockDocument> {
	const path = resolve(file);
	const files = new Set<string>();
	let current = path;
	async function read(target: string): Promise<unknown> {
		current = target;
		files.add(target);
		const text = await readFile(target, "utf8").catch((error) => {
			if (!hasCode(error, "ENOENT", "EISDIR")) throw error;
			throw new DocumentError(
				"no file found. Pass the path of an OpenAPI document, or fix the $ref",
			);
		});
		const parsed = parse(text);
		checkKeywords(parsed);
		return parsed;
	}
	try {
		const content = await read(path);
		requireVersion(content);
		const bundled = await bundle(content, path, async (reference, from) => {
			const target = resolve(dirname(from), reference);
			return { file: target, content: await read(target) };
		});
		const is30 = String(content.openapi).startsWith("3.0");
		const root: Node = is30
			? { ...Object(upgrade(bundled)), openapi: "3.1.0" }
			: bundled;
		current = path;
		const ledger = createLedger(new Set(listAssumptions(root)));
		const loaded = createDocumentService(root, ledger);
		const load = async (access?: ForwardAccess): Promise<Forwarder> => {
			const { createForwarder } = await import(
				"../forward/create-forwarder.ts"
			);
			return createForwarder(loaded.describe(), access);
		};
		const loadForwarder = Object.assign(load, { read: readForward });
		return { ...loaded, file: path, files, loadForwarder };
	} catch (error) {
		const reason = errorMessage(error).replace(/\.$/, "");
		throw new InvalidDocumentError(
			`Invalid document ${relative("", current)}: ${reason}.`,
			{ cause: error },
		);
	}
}
