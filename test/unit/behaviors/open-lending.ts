import { join } from "node:path";
import { openDocument } from "./open-document.ts";

/** Creates a mock of a document that nobody wrote for the mock, and functions that send it requests. */
export async function openLending(dataset = "empty") {
	const file = join(import.meta.dirname, "lending.yaml");
	const lending = await openDocument(file, dataset);
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
