import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { InvalidDocumentError } from "../../src/entries/node.ts";
import { type Measured, measureDocument } from "./measure-document.ts";
import { PublicDocument } from "./public-document.ts";
import { type ServeDocument, serveDocument } from "./serve-document.ts";

/** JSON is YAML, but a YAML parser needs minutes and gigabytes for the largest documents. */
const read = (text: string) =>
	text.startsWith("{") ? JSON.parse(text) : parse(text);

/** The result of a file. */
export interface Outcome {
	readonly file: string;
	/** Milliseconds until the server could respond. */
	readonly startMs: number;
	/** Undefined if the server did not start. */
	readonly measured?: Measured;
	/** Why the server did not start. */
	readonly refused?: string;
	/** The error that was thrown instead of a sentence. */
	readonly crashed?: string;
}

/** Starts a server of a document, and measures it. */
export async function measureFile(
	file: string,
	serve: ServeDocument = serveDocument,
): Promise<Outcome> {
	const start = performance.now();
	let startMs = 0;
	try {
		await using server = await serve(file);
		startMs = performance.now() - start;
		const document = new PublicDocument(read(await readFile(file, "utf8")));
		const measured = await measureDocument(document, server);
		return { file, startMs, measured };
	} catch (error) {
		if (error instanceof InvalidDocumentError)
			return { file, startMs, refused: error.message };
		const stack = error instanceof Error ? error.stack : undefined;
		return { file, startMs, crashed: stack ?? String(error) };
	}
}
