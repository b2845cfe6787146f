import { join, relative } from "node:path";
import {
	loadDocument,
	type MockDocument,
} from "../../service/load-document.ts";
import { packageRoot } from "../../service/package-info.ts";
import { documentPath } from "../../service/shipped-service.ts";
import type { StoreFile } from "../../store/backing.ts";
import { StoreFileError } from "../../store/sqlite/database.ts";

type Schemas = Readonly<Record<string, string>>;

/**
 * Returns the schemas of the collections.
 * @param document undefined for the document of the package
 */
export async function readSchemas(
	document: MockDocument | undefined,
): Promise<Schemas> {
	const { service } =
		document ?? (await loadDocument(join(packageRoot, documentPath)));
	return service.recordSchemas ?? {};
}

/** Returns names and schemas of the collections as a text. */
export const writeSchemas = (schemas: Schemas): string =>
	JSON.stringify(Object.entries(schemas).sort());

/**
 * Requires that each collection of a store file has the same schema as in the document. A file without schemas was
 * written for the document of the package.
 * @param path the file, for the error message
 * @param document the document; undefined for the document of the package
 * @returns a function that writes the schemas of the document to the file
 * @throws StoreFileError if a collection has another schema. Then the file is unchanged.
 */
export async function requireSameSchemas(
	file: StoreFile,
	path: string,
	document: MockDocument | undefined,
): Promise<() => void> {
	const to = await readSchemas(document);
	if (!file.isNew()) {
		const from = file.schemas() ?? (await readSchemas(undefined));
		const others = Object.keys(from).filter((name) => from[name] !== to[name]);
		if (others.length > 0)
			throw new StoreFileError(
				`The store ${path} has collections with other schemas than ${document ? relative("", document.file) : "the document of the package"} (${others.join(", ")}): start the mock with another path in --store, or delete the file first.`,
			);
	}
	return () => {
		if (document) file.keepSchemas(to);
	};
}
