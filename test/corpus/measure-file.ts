import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { createMock } from "../../src/entries/index.ts";
import { InvalidDocumentError, loadDocument } from "../../src/entries/node.ts";
import { type Measured, measureDocument } from "./measure-document.ts";
import { PublicDocument } from "./public-document.ts";

/** What became of a file. */
export interface Outcome {
	readonly file: string;
	/** Milliseconds until the mock could respond. */
	readonly startMs: number;
	/** Undefined if the mock did not start. */
	readonly measured?: Measured;
	/** Why the mock did not start. */
	readonly refused?: string;
	/** What the mock threw instead of a sentence. */
	readonly crashed?: string;
}

/** Starts a mock of a document, and measures it. */
export async function measureFile(file: string): Promise<Outcome> {
	const start = performance.now();
	let startMs = 0;
	try {
		const loaded = await loadDocument(file);
		createMock({ document: loaded });
		startMs = performance.now() - start;
		const document = new PublicDocument(parse(await readFile(file, "utf8")));
		const measured = await measureDocument(document, loaded);
		return { file, startMs, measured };
	} catch (error) {
		if (error instanceof InvalidDocumentError)
			return { file, startMs, refused: error.message };
		const stack = error instanceof Error ? error.stack : undefined;
		return { file, startMs, crashed: stack ?? String(error) };
	}
}
