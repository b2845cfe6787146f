import type { OverrideHandler } from "../adapters/http/fetch-handlers.ts";
import type { ServeOptions } from "../adapters/http/serve.ts";
import type { LoadedConfig } from "../config/load-config.ts";
import type { Presets } from "../engine/context.ts";
import type { Engine } from "../engine/engine.ts";
import type {
	ForwardAccess,
	Forwarder,
	ForwardSettings,
	LoadForwarder,
} from "../engine/forwarding/forwarder.ts";
import { loadOnce } from "../values/load-once.ts";
import type { ServeFlags } from "./serve-flags.ts";

// Each part of a server is loaded only if it is used, so that the others start sooner.

/** Returns the datasets and scenarios of the configuration, and the dataset of a file; undefined for those of the package. */
export async function readPresets(
	{ dataset, seed }: ServeFlags,
	config: LoadedConfig | undefined,
): Promise<Presets | undefined> {
	if (!dataset.endsWith(".json")) return config?.presets;
	const [{ withDatasetFile }, { service }] = await Promise.all([
		import("../engine/presets/dataset-file.ts"),
		import("../service/shipped-service.ts"),
	]);
	const presets = withDatasetFile(service, config?.presets, dataset);
	// Now, so that an invalid record is reported before the server starts.
	await presets?.datasets[dataset]?.({ seed, now: Date.now() });
	return presets;
}

const loadForwarderModule = loadOnce(
	() => import("../service/load-forwarder.ts"),
);
const loadLater = async (access?: ForwardAccess): Promise<Forwarder> =>
	(await loadForwarderModule()).loadForwarder(access);

/** Returns the options for forwarding. A session may also begin to forward later. */
export async function loadForwarding(flags: ServeFlags): Promise<{
	forward: ForwardSettings | undefined;
	loadForwarder: LoadForwarder;
}> {
	const { forward, forwardOnly, forwardExcept, forwardHeader } = flags;
	const isUsed = forward ?? forwardOnly ?? forwardExcept ?? forwardHeader;
	if (isUsed === undefined && !flags.forwardStrict)
		return { forward: undefined, loadForwarder: loadLater };
	const [{ readForwardFlags }, { readForward }] = await Promise.all([
		import("./forward-flags.ts"),
		import("../engine/forwarding/read-forward.ts"),
	]);
	return {
		forward: readForwardFlags(flags),
		loadForwarder: Object.assign(loadLater, { read: readForward }),
	};
}

/** Lets the handlers of the configuration respond first. MSW loads only if there is a configuration. */
export async function loadOverride(
	mock: Engine,
	config: { readonly current: LoadedConfig | undefined },
): Promise<(() => OverrideHandler | undefined) | undefined> {
	if (!config.current) return undefined;
	const [{ createOverrideHandler }, { createHandlerFailure }] =
		await Promise.all([
			import("../adapters/msw/override-handlers.ts"),
			import("../adapters/http/serve.ts"),
		]);
	const override = createOverrideHandler(
		mock,
		() => config.current,
		createHandlerFailure,
	);
	return () => (config.current?.handlers.length ? override : undefined);
}

/** Returns the certificate for HTTPS; undefined for HTTP. */
export async function readTls({
	cert,
	key,
}: ServeFlags): Promise<ServeOptions["tls"]> {
	if (cert === undefined && key === undefined) return undefined;
	if (cert === undefined || key === undefined)
		throw new Error(
			"HTTPS requires --cert <file> and --key <file>. Pass both, or neither.",
		);
	// Loaded only for HTTPS, so that the server starts sooner.
	const { readCertificate } = await import("./read-certificate.ts");
	return readCertificate(cert, key);
}
