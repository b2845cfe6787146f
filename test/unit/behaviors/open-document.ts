import { createControl } from "../../../src/control/create-control.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import { createServiceEngine } from "../../../src/service/shipped-service.ts";

/** Creates a mock of a document in a file, and functions that send it requests. */
export async function openDocument(file: string, dataset = "default") {
	const document = await loadDocument(file);
	const mock = createServiceEngine({ document, dataset });
	const fetch = (path: string, init?: RequestInit) =>
		mock.fetch(new Request(`http://a.test${path}`, init));
	return {
		...{ mock, document, fetch, control: createControl(mock.context) },
		/** Sends JSON, and returns what is read of the JSON of the response. */
		send: async (
			method: string,
			path: string,
			body?: unknown,
			headers: Record<string, string> = {},
		) => {
			const response = await fetch(path, {
				...{ method, body: body === undefined ? null : JSON.stringify(body) },
				headers: { "content-type": "application/json", ...headers },
			});
			const text = await response.text();
			return {
				status: response.status,
				body: text === "" ? undefined : JSON.parse(text),
				etag: response.headers.get("etag"),
			};
		},
		[Symbol.asyncDispose]: mock.close,
	};
}
