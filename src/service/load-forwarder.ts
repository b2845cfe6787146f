import type { DocumentService } from "../behaviors/create-service.ts";
import type {
	ForwardAccess,
	Forwarder,
	LoadForwarder,
} from "../engine/forwarding/forwarder.ts";
import { readForward } from "../engine/forwarding/read-forward.ts";
import { loadOnce } from "../values/load-once.ts";
import { ledger } from "./shipped-service.ts";
import type { CheckedDocument } from "./start-thread.ts";

/** Returns a function that loads the code for forwarding, which checks exchanges against a document. */
export function createLoadForwarder(
	loadDocument: () => Promise<
		CheckedDocument & Pick<DocumentService, "describe">
	>,
): LoadForwarder {
	const load = async (access?: ForwardAccess): Promise<Forwarder> => {
		const [{ createForwarder }, { startCheckThread }] = await Promise.all([
			import("../forward/create-forwarder.ts"),
			import("./start-thread.ts"),
		]);
		const { describe, ...document } = await loadDocument();
		return createForwarder(describe(), startCheckThread(document), access);
	};
	return Object.assign(load, { read: readForward });
}

const loadShipped = loadOnce(async () => {
	const [{ createDocumentService }, { document: root }] = await Promise.all([
		import("../behaviors/create-service.ts"),
		import("../../contracts/generated/document.ts"),
	]);
	const { describe, model } = createDocumentService(root, ledger);
	return { root, model, describe };
});

/** Loads the code that forwards operations to a real service, for the option `loadForwarder` of `createMock`. */
export const loadForwarder: LoadForwarder = createLoadForwarder(loadShipped);
