import type { Control } from "../../../src/control/control.ts";
import { createControl } from "../../../src/control/create-control.ts";
import { followService } from "../../../src/engine/follow-service.ts";
import type { MockOptions } from "../../../src/engine/mock-options.ts";
import { createServiceEngine } from "../../../src/service/shipped-service.ts";
import { type Edit, editLibrary } from "../../support/library.ts";
import { loadContent } from "./write-document.ts";

export const readLibrary = async (edits: readonly Edit[] = []) =>
	loadContent(editLibrary(...edits));

export const inSession = (session: string) => ({ "mock-session": session });

/** Creates a mock of the library, and a function that lets it follow an edited one. */
export async function openLibrary(options: MockOptions = {}) {
	const document = await readLibrary();
	const { loadForwarder } = document;
	const mock = createServiceEngine({ document, loadForwarder, ...options });
	const send = (path: string, init?: RequestInit) =>
		mock.fetch(new Request(`http://library.test${path}`, init));
	return {
		mock,
		send,
		get control(): Control {
			return createControl(mock.context);
		},
		follow: async (...edits: Edit[]) => {
			const document = await readLibrary(edits);
			const { service, loadForwarder } = document;
			const before = mock.context.service.recordSchemas;
			const next = { service, presets: service, loadForwarder, before };
			return followService(mock, next);
		},
		create: (title: unknown, session = "default") =>
			send("/books", {
				method: "POST",
				headers: { "content-type": "application/json", ...inSession(session) },
				body: JSON.stringify({ title }),
			}),
		list: async (session = "default", query = "?limit=1") => {
			const headers = inSession(session);
			const response = await send(`/books${query}`, { headers });
			return {
				restarted: response.headers.get("mock-session-restarted"),
				books: await response.json(),
			};
		},
		[Symbol.asyncDispose]: mock.close,
	};
}
