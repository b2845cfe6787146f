import { readFile } from "node:fs/promises";

import { parse } from "yaml";
import { createMock } from "../../src/entries/index.ts";
import { loadDocument } from "../../src/service/load-document.ts";
import { InvalidDocumentError } from "../../src/service/source-file.ts";
import { measureDocument } from "./measure-document.ts";
import { PublicDocument } from "./public-document.ts";

process.on("message", async (file: string) => {
	const start = performance.now();
	let startMs = 0;
	try {
		const loaded = await loadDocument(file);
		createMock({ document: loaded });
		startMs = performance.now() - start;
		const text = await readFile(file, "utf8");
		const document = new PublicDocument(parse(text));
		const measured = await measureDocument(document, loaded);
		process.send?.({
			file,
			startMs,
			refused: loaded.refused,
			measured,
		});
	} catch (error) {
		const isRefused = error instanceof InvalidDocumentError;
		process.send?.({
			file,
			startMs,
			error: isRefused
				? error.message
				: String(error instanceof Error ? error.stack : error),
			isRefused,
		});
	}
});
