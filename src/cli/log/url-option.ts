import { resolve } from "node:path";
import { findConfig } from "../../config/project-files.ts";
import { DEFAULT_FLAGS } from "../serve-flags.ts";
import type { ServerInfo } from "./log.ts";

/** Returns the option that a command in this folder needs to find the server; empty if it finds it anyway. */
export function urlOption({
	url,
	flags,
	config,
}: Pick<ServerInfo, "url" | "flags" | "config">): string {
	const file = findConfig();
	const isFound = file !== undefined && resolve(file) === config?.file;
	const found = { ...DEFAULT_FLAGS, ...(isFound && config.flags) };
	const isSame = (["port", "host", "basePath"] as const).every(
		(name) => flags[name] === found[name],
	);
	const given = process.env.UNDERSTUDY_URL;
	return (given ? given === url : isSame && flags.port !== 0)
		? ""
		: ` --url ${url}`;
}
