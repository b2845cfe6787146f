import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Runner, withFreePort } from "../runners.ts";
import type { ZapsPage } from "./peer-files.ts";
import { type Peer, peers } from "./peers.ts";

const DEFAULT_FOLDER = fileURLToPath(
	new URL("../../../../.bench/peers/node_modules", import.meta.url),
);
/** The `node_modules` folder that contains the peers. */
const FOLDER = process.env.UNDERSTUDY_PEERS ?? DEFAULT_FOLDER;

async function findMissingRequirement(peer: Peer): Promise<string | undefined> {
	if (!existsSync(join(FOLDER, peer.package)))
		return `not found in ${FOLDER}. Run npm install --ignore-scripts --prefix ${dirname(FOLDER)} ${peer.package}@${peer.version}`;
	const { needs } = peer;
	return (
		needs &&
		promisify(execFile)(needs, ["-version"]).then(
			() => undefined,
			() => `${needs} not found. Install it first.`,
		)
	);
}

/** Finds the other mock servers that are installed, and the reasons why the rest cannot be measured. */
export async function findPeers(
	page: ZapsPage,
	scratch: string,
): Promise<{ runners: Runner[]; missing: string[] }> {
	const runners: Runner[] = [];
	const missing: string[] = [];
	for (const peer of peers) {
		const reason = await findMissingRequirement(peer);
		if (reason) {
			missing.push(`${peer.name} was not measured: ${reason}`);
			continue;
		}
		const root = join(FOLDER, peer.package);
		const { version }: { version: string } = JSON.parse(
			await readFile(join(root, "package.json"), "utf8"),
		);
		const folder = join(scratch, peer.package.replaceAll("/", "-"));
		runners.push({
			name: `${peer.name} ${version}`,
			hasSameResponses: false,
			warmUpSeconds: peer.warmUpSeconds,
			program: () =>
				withFreePort(async (port) => {
					const files = Object.entries(await peer.files(page, port));
					for (const [name, content] of files) {
						const path = join(folder, name);
						await mkdir(dirname(path), { recursive: true });
						await writeFile(path, JSON.stringify(content));
					}
					const program = await peer.program({ root, folder, port });
					return { cwd: folder, ...program };
				}),
		});
	}
	return { runners, missing };
}
