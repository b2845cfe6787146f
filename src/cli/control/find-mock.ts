import { resolve } from "node:path";
import { findConfig } from "../../config/project-files.ts";
import { DEFAULT_FLAGS, type GivenFlags } from "../options/serve-flags.ts";
import { UsageError } from "../options/usage-error.ts";

/** The mock that a command controls if no URL is given. */
export interface FoundMock {
	readonly url: string;
	readonly token?: string | undefined;
	/** The configuration that has its address; undefined for the default address. */
	readonly file?: string;
}

async function loadFlags(file: string): Promise<GivenFlags> {
	const { ConfigError, loadConfigFlags } = await import(
		"../../config/load-config.ts"
	);
	try {
		return await loadConfigFlags(resolve(file));
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		throw new UsageError(
			`${error.message}\nTo control a mock without this file, pass --url <url>.`,
			{ cause: error },
		);
	}
}

/**
 * Finds the mock that `serve` starts in the current folder, by its configuration.
 * @throws UsageError if the configuration is invalid, or lets the mock choose its port
 */
export async function findMock(): Promise<FoundMock> {
	const file = findConfig();
	// Not from server-url.ts: that would become one more file to load for `serve`.
	const { serverUrl } = await import("../../adapters/http/serve.ts");
	if (file === undefined) {
		const { host, port } = DEFAULT_FLAGS;
		return { url: serverUrl(host, port) };
	}
	const flags = { ...DEFAULT_FLAGS, ...(await loadFlags(file)) };
	const { host, port, basePath, controlToken, cert, key } = flags;
	if (port === 0)
		throw new UsageError(
			`${file} sets port: 0, so the mock chooses its port. Pass the URL that it prints as --url <url>, or set UNDERSTUDY_URL.`,
		);
	const isSecure = cert !== undefined && key !== undefined;
	const url = serverUrl(host, port, isSecure) + basePath.replace(/\/+$/, "");
	return { url, token: controlToken, file };
}
