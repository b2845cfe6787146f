import { resolve } from "node:path";
import {
	createDocumentService,
	type DocumentService,
} from "../behaviors/create-service.ts";
import type { Node } from "../document/node.ts";
import type { LoadForwarder } from "../engine/forwarding/forwarder.ts";
import { attempt } from "../values/errors.ts";
import { type ReadDocument, readCache, writeCache } from "./document-cache.ts";
import { createLoadForwarder } from "./load-forwarder.ts";
import { explainError } from "./source-file.ts";

/** An OpenAPI document that a mock can follow. */
export interface MockDocument extends DocumentService {
	/** The path of the file. */
	readonly file: string;
	/** All files of the document. */
	readonly files: ReadonlySet<string>;
	/** Loads the code for forwarding, which checks the exchanges against this document. */
	readonly loadForwarder: LoadForwarder;
}

/**
 * Loads an OpenAPI document. Uses the cache if no file has changed.
 * @param files receives the files that were read, even if one of them is invalid
 * @throws InvalidDocumentError that names the file, the line, the JSON pointer and the remedy
 */
export async function readMockDocument(
	given: string,
	files: Set<string>,
): Promise<MockDocument> {
	const file = resolve(given);
	const texts = new Map<string, string>();
	/** Explains the errors of a function by the files. */
	function explained<Result>(root: Node, run: () => Result): Result {
		try {
			return run();
		} catch (error) {
			throw explainError(error, file, texts, root);
		}
	}
	const create = ({ root, ledger, model }: ReadDocument): DocumentService =>
		explained(root, () => {
			const created = createDocumentService(root, ledger, model);
			const describe = () => explained(root, created.describe);
			return { ...created, describe };
		});
	const cached = readCache(file, texts);
	let read = cached && attempt(() => ({ ...cached, loaded: create(cached) }));
	if (read) for (const each of texts.keys()) files.add(each);
	else {
		const { readDocumentFiles } = await import("./read-document-files.ts");
		const source = await readDocumentFiles(file, files, texts);
		read = { ...source, loaded: create(source) };
		writeCache(file, texts, { ...source, model: read.loaded.model });
	}
	const { root, loaded } = read;
	const { describe, model } = loaded;
	const loadForwarder = createLoadForwarder(async () => ({
		...{ root, model, describe },
	}));
	return { ...loaded, file, files, loadForwarder };
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
