import { createControl } from "../../../src/control/create-control.ts";
import {
	loadDocument,
	type MockDocument,
} from "../../../src/service/load-document.ts";
import { createServiceEngine } from "../../../src/service/shipped-service.ts";
import { createSend } from "../../support/send-json.ts";
import { loadContent } from "./write-document.ts";

/** Creates a mock of a document in a file, and functions that send it requests. */
export const openDocument = async (file: string, dataset?: string) =>
	open(await loadDocument(file), dataset);

/** Creates such a mock of a document with this content, which may refer to files beside it. */
export const openContent = async (
	content: unknown,
	{ dataset, ...parts }: Readonly<Record<string, string>> = {},
) => open(await loadContent(content, parts), dataset);

function open(document: MockDocument, dataset = "default") {
	const mock = createServiceEngine({ document, dataset });
	const fetch = (path: string, init?: RequestInit) =>
		mock.fetch(new Request(`http://a.test${path}`, init));
	const sendJson = createSend(mock.fetch);
	/** Sends JSON, and returns what is read of the JSON of the response. */
	async function send(...sent: Parameters<typeof sendJson>) {
		const { status, body, headers } = await sendJson(...sent);
		return { status, body, etag: headers.etag ?? null };
	}
	return {
		...{ mock, document, fetch, control: createControl(mock.context), send },
		read: async (path: string) => (await send("GET", path)).body,
		[Symbol.asyncDispose]: mock.close,
	};
}
