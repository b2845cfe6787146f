import {
	createHandlerFailure,
	type ServeOptions,
} from "../../adapters/http/serve.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { findLedger } from "../../config/project-files.ts";
import type { Engine } from "../../engine/engine.ts";
import type {
	ForwardAccess,
	Forwarder,
	ForwardSettings,
	LoadForwarder,
} from "../../engine/forwarding/forwarder.ts";
import type { MockOptions } from "../../engine/mock-options.ts";
import type { Presets } from "../../engine/model/service.ts";
import type { MockRequest } from "../../engine/request/request.ts";
import type { SessionFile } from "../../engine/sessions/session.ts";
import type { SharedMock } from "../../engine/shared-mock.ts";
import type { MockDocument } from "../../service/load-document.ts";
import type { StoreFile } from "../../store/backing.ts";
import { loadOnce } from "../../values/load-once.ts";
import { readHeader } from "../options/read-text.ts";
import {
	isShared,
	type ServeFlags,
	storePath,
} from "../options/serve-flags.ts";
import { UsageError } from "../options/usage-error.ts";

// Each part of a server is loaded only if it is used, so that servers without it start sooner.

/**
 * Returns the datasets and scenarios of the configuration, and the dataset of a file; undefined for those of the
 * package.
 */
export async function readPresets(
	{ dataset, seed }: ServeFlags,
	config: LoadedConfig | undefined,
	document: MockDocument | undefined,
): Promise<Presets | undefined> {
	if (!dataset.endsWith(".json")) return config?.presets;
	const { withDatasetFile } = await import("../../config/named-presets.ts");
	const presets = withDatasetFile(config?.presets, dataset, document?.service);
	// Checked now, so that an invalid record is reported before the server starts.
	await presets?.datasets[dataset]?.({ seed, now: Date.now() });
	return presets;
}

/** Returns the statuses of the assumptions; undefined for the statuses in the package. */
export async function readStatuses(
	flags: ServeFlags,
	document: MockDocument | undefined,
): Promise<MockOptions["statuses"]> {
	const file = findLedger(flags.ledger);
	if (file === undefined) return undefined;
	const { loadLedger } = await import("../../config/load-ledger.ts");
	return loadLedger(file, document);
}

const loadForwarderModule = loadOnce(
	() => import("../../service/load-forwarder.ts"),
);
const loadLater = async (access?: ForwardAccess): Promise<Forwarder> =>
	(await loadForwarderModule()).loadForwarder(access);

/**
 * Returns the options for forwarding. They are needed even if a session starts to forward later.
 * @throws UsageError for a flag that has no effect
 */
export async function loadForwarding(
	flags: ServeFlags,
	document: MockDocument | undefined,
): Promise<{
	forward: ForwardSettings | undefined;
	loadForwarder: LoadForwarder;
}> {
	const { forward: url, forwardOnly: only, forwardExcept: except } = flags;
	const { forwardHeader: lines = [], forwardStrict: strict } = flags;
	const { forwardTimeout: timeoutMs } = flags;
	const load = document?.loadForwarder ?? loadLater;
	if (url === undefined) {
		if (only || except || lines.length > 0 || timeoutMs || strict)
			throw new UsageError(
				"The flags --forward-… need the URL of the service. Pass --forward <url>.",
			);
		return { forward: undefined, loadForwarder: load };
	}
	const { readForward } = await import(
		"../../engine/forwarding/read-forward.ts"
	);
	const headers = Object.fromEntries(lines.map(readHeader));
	return {
		forward: { url, only, except, headers, timeoutMs, strict },
		loadForwarder: Object.assign(load, { read: readForward }),
	};
}

/**
 * Lets the handlers of the configuration respond: first those of MSW, then those of `defineHandler`. MSW is loaded only
 * if there is a configuration.
 */
export async function loadHandlers(
	mock: Engine,
	current: { readonly config: LoadedConfig | undefined },
): Promise<
	Pick<ServeOptions, "mock" | "override"> & {
		/** Returns the request to which the running code of the configuration responds. */
		readonly handledRequest: () => MockRequest | undefined;
	}
> {
	if (!current.config) return { mock, handledRequest: () => undefined };
	const { createOverrideHandler } = await import(
		"../../adapters/msw/override-handlers.ts"
	);
	const { handledRequest, rejectLoop, runHandler } = await import(
		"../../adapters/http/handler-runs.ts"
	);
	const override = createOverrideHandler(
		mock,
		() => current.config,
		createHandlerFailure,
	);
	const handle: Engine["handle"] = async (request) =>
		current.config?.defined.length
			? (rejectLoop(request, mock.context.onError) ??
				runHandler(request, () => mock.handle(request)))
			: mock.handle(request);
	return {
		handledRequest,
		mock: { ...mock, handle },
		override: () => (current.config?.handlers.length ? override : undefined),
	};
}

/**
 * Opens the file or the server with the sessions. The package that it needs is loaded only then.
 * @throws StoreFileError if the store cannot be used, or if the schemas of its collections differ from the document
 */
export async function openStore(
	flags: ServeFlags,
	document: MockDocument | undefined,
	onError: (error: unknown) => void,
): Promise<SessionFile | SharedMock | undefined> {
	const { store } = flags;
	if (isShared(store)) {
		const { openSharedStore } = await import("./open-shared-store.ts");
		return openSharedStore(flags, document, onError);
	}
	const path = storePath(store);
	if (path === undefined) return undefined;
	const { openStoreFile } = await import(
		"../../store/sqlite/open-store-file.ts"
	);
	const { keepSessionsIn } = await import(
		"../../engine/sessions/kept-session.ts"
	);
	const file = keepSessionsIn(await openStoreFile(path, { onError }));
	try {
		(await checkStore(file, path, document))();
		return file;
	} catch (error) {
		file.close();
		throw error;
	}
}

/**
 * Checks the collections of a store file, in the same way as `requireSameSchemas`. The code is loaded only if the
 * mock follows, or followed, a document of the user.
 */
export async function checkStore(
	file: StoreFile,
	path: string,
	document: MockDocument | undefined,
): Promise<() => void> {
	if (!document && !file.schemas()) return () => {};
	const { requireSameSchemas } = await import("./store-schemas.ts");
	return requireSameSchemas(file, path, document);
}
