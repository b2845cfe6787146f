import { createMock } from "../../src/entries/index.ts";
import { loadDocument } from "../../src/entries/node.ts";

/** A server that was started from a document. */
export interface DocumentServer extends AsyncDisposable {
	/** Sends a request to `http://mock.test`. */
	fetch(request: Request): Promise<Response>;
	/** Whether it serves an operation. */
	serves(method: string, path: string): boolean;
}

/** Starts a server from the file of a document. */
export type ServeDocument = (file: string) => Promise<DocumentServer>;

/** Starts a mock in this process. */
export const serveDocument: ServeDocument = async (file) => {
	const document = await loadDocument(file);
	const mock = createMock({ document });
	const served = new Set(
		document.parts.operations.map(({ method, path }) => `${method} ${path}`),
	);
	return {
		fetch: (request) => mock.fetch(request),
		serves: (method, path) => served.has(`${method} ${path}`),
		async [Symbol.asyncDispose]() {},
	};
};
