import { createDocumentService } from "../behaviors/create-service.ts";
import type { LedgerEntry, Service } from "../engine/model/service.ts";

/** The contents of a module written by `understudy document <file> --out <module>`. */
export interface DocumentData {
	/** An OpenAPI document of version 3.1, in which each `$ref` points into the document. */
	readonly document: Readonly<Record<string, unknown>>;
	/** The assumptions in the document. */
	readonly ledger: readonly LedgerEntry[];
}

/** An OpenAPI document that a mock in a page can follow. */
export interface PageDocument {
	readonly service: Service;
	/** The OpenAPI document itself. */
	readonly document: unknown;
}

/**
 * Creates the document from the contents of a module written by `understudy document`. Reads no files, and works in
 * pages that forbid `eval`.
 * @throws Error that names the place and the remedy if the contents cannot be used
 */
export function createDocument(data: DocumentData): PageDocument {
	const { document, ledger } = data;
	const { service } = createDocumentService(document, ledger);
	return { service, document };
}
