import { createDocumentService } from "../behaviors/create-service.ts";
import type { LedgerEntry, Service } from "../engine/model/service.ts";

/** The contents of a module that `understudy document <file> --out <module>` writes. */
export interface DocumentData {
	/** An OpenAPI document of version 3.1, in which each `$ref` points into the document. */
	readonly document: Readonly<Record<string, unknown>>;
	/** The assumptions that it names. */
	readonly ledger: readonly LedgerEntry[];
}

/** An OpenAPI document that a mock in a page can follow. */
export interface PageDocument {
	readonly service: Service;
	/** The OpenAPI document itself. */
	readonly document: unknown;
}

/**
 * Creates the document of a module that `understudy document` has written. Reads no files, and works where a page must
 * not compile code from text.
 * @throws Error that names the place and the remedy, if the contents cannot be used
 */
export function createDocument({
	document,
	ledger,
}: DocumentData): PageDocument {
	const { service } = createDocumentService(document, ledger);
	return { service, document };
}
