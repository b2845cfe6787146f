import { join } from "node:path";
import { openDocument } from "./open-document.ts";

/** A document that nobody wrote for the mock. */
export const LENDING: string = join(import.meta.dirname, "lending.yaml");

/** Creates a mock of this document, and functions that send it requests. */
export async function openLending(dataset = "empty") {
	const lending = await openDocument(LENDING, dataset);
	return {
		...lending,
		add: async (title: string) =>
			(
				await lending.send("POST", "/books", {
					title,
					genre: "novel",
					pages: 9,
				})
			).body,
	};
}
