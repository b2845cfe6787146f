import type { OverrideHandler } from "../adapters/http/fetch-handlers.ts";
import type { ServeOptions } from "../adapters/http/serve.ts";
import type { EngineParts, Presets } from "../engine/context.ts";
import type { Engine } from "../engine/engine.ts";
import type { ForwardSettings } from "../engine/forwarding/forwarder.ts";
import type { LoadedConfig } from "../load-config.ts";
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
		import("../service-engine.ts"),
	]);
	const presets = withDatasetFile(service, config?.presets, dataset);
	// Now, so that an invalid record is reported before the server starts.
	await presets?.datasets[dataset]?.({ seed, now: Date.now() });
	return presets;
}

/** The settings of forwarding, and what reads them. */
interface LoadedForwarding extends Required<Pick<EngineParts, "readForward">> {
	readonly settings: ForwardSettings | undefined;
}

/** Loads what reads the flags of forwarding, if there are any. */
export async function loadForwarding(
	flags: ServeFlags,
): Promise<LoadedForwarding | undefined> {
	const { forward, forwardOnly, forwardExcept, forwardHeader } = flags;
	const isUsed = forward ?? forwardOnly ?? forwardExcept ?? forwardHeader;
	if (isUsed === undefined && !flags.forwardStrict) return undefined;
	const [{ readForwardFlags }, { readForward }] = await Promise.all([
		import("./forward-flags.ts"),
		import("../engine/forwarding/read-forward.ts"),
	]);
	return { settings: readForwardFlags(flags), readForward };
}

/** Lets the handlers of the configuration respond first. MSW loads only if there is a configuration. */
export async function loadOverride(
	mock: Engine,
	config: { readonly current: LoadedConfig | undefined },
): Promise<OverrideHandler | undefined> {
	if (!config.current) return undefined;
	const [{ createOverrideHandler }, { createHandlerFailure }] =
		await Promise.all([
			import("../adapters/msw/override-handlers.ts"),
			import("../adapters/http/serve.ts"),
		]);
	return createOverrideHandler(
		mock,
		() => config.current,
		createHandlerFailure,
	);
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
