import { join } from "node:path";
import { createControl } from "../../../src/control/create-control.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import { createServiceEngine } from "../../../src/service/shipped-service.ts";

/** Creates a mock of a document that nobody wrote for the mock, and functions that send it requests. */
export async function openLending(dataset = "empty") {
	const file = join(import.meta.dirname, "lending.yaml");
	const document = await loadDocument(file);
	const mock = createServiceEngine({ document, dataset });
	const send = async (
		method: string,
		path: string,
		body?: unknown,
		headers: Record<string, string> = {},
	) => {
		const response = await mock.fetch(
			new Request(`http://lending.test${path}`, {
				...{ method, body: body === undefined ? null : JSON.stringify(body) },
				headers: { "content-type": "application/json", ...headers },
			}),
		);
		const text = await response.text();
		return {
			status: response.status,
			body: text === "" ? undefined : JSON.parse(text),
			etag: response.headers.get("etag"),
		};
	};
	return {
		...{ mock, document, send, control: createControl(mock.context) },
		add: async (title: string) =>
			(await send("POST", "/books", { title, genre: "novel", pages: 9 })).body,
		[Symbol.asyncDispose]: mock.close,
	};
}
