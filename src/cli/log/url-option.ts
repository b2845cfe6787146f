import { resolve } from "node:path";
import { serverUrl } from "../../adapters/http/server-url.ts";
import { findConfig } from "../../project-files.ts";
import { DEFAULT_FLAGS } from "../serve-flags.ts";
import type { ServerInfo } from "./log.ts";

/** Returns the option that a command in this folder needs to find the server; empty if it finds it anyway. */
export function urlOption({
	url,
	config,
}: Pick<ServerInfo, "url" | "config">): string {
	const file = findConfig();
	const isFound = file !== undefined && resolve(file) === config?.file;
	const flags = { ...DEFAULT_FLAGS, ...(isFound && config.flags) };
	const { host, port, basePath } = flags;
	const configured = serverUrl(host, port) + basePath.replace(/\/+$/, "");
	const found = process.env.UNDERSTUDY_URL || configured;
	return found === url ? "" : ` --url ${url}`;
}
