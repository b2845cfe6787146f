import { chmod } from "node:fs/promises";
import { delimiter } from "node:path";
import { run } from "../../support/run.ts";
import {
	type ScratchFolder,
	scratchFolder,
} from "../../support/scratch-folder.ts";
import { CLI } from "../../support/understudy.ts";

export const TOKEN = "open-sesame";

/** Creates a folder in which `npx zaps-understudy` uses the mock at the URL. */
export async function workplace(url: string): Promise<ScratchFolder> {
	const folder = await scratchFolder();
	const shim = `#!/bin/sh\nshift\nexec '${process.execPath}' '${CLI}' "$@" --url '${url}'\n`;
	await chmod(await folder.file("npx", shim), 0o755);
	return folder;
}

export function shell({ path }: ScratchFolder, script: string) {
	const PATH = [path, process.env.PATH].join(delimiter);
	const env = { PATH, UNDERSTUDY_CONTROL_TOKEN: TOKEN };
	return run("bash", ["-c", script], { cwd: path, env });
}
