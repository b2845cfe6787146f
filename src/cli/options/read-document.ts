import type { LoadedConfig } from "../../config/load-config.ts";
import type { MockDocument } from "../../service/load-document.ts";

/**
 * Returns the document to follow: that of the flag, or else that of the configuration.
 * @returns undefined for that of the package
 */
export async function readDocument(
	{ document: file }: { readonly document?: string },
	config: LoadedConfig | undefined,
): Promise<MockDocument | undefined> {
	if (file === undefined || config?.document) return config?.document;
	const { loadDocument } = await import("../../service/load-document.ts");
	return loadDocument(file);
}
