import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Runner, withFreePort } from "../runners.ts";
import type { ZapsPage } from "./peer-files.ts";
import { createPeers, type Peer } from "./peers.ts";

const DEFAULT_FOLDER = fileURLToPath(
	new URL("../../../../.bench/peers/node_modules", import.meta.url),
);
/** The `node_modules` folder that contains the peers. */
const FOLDER = process.env.UNDERSTUDY_PEERS ?? DEFAULT_FOLDER;

const isInstalled = (command: string): Promise<boolean> =>
	promisify(execFile)(command, ["-version"]).then(
		() => true,
		() => false,
	);

async function findMissingRequirement({
	needs,
	...peer
}: Peer): Promise<string | undefined> {
	if (!existsSync(join(FOLDER, peer.package)))
		return `not found in ${FOLDER}. Run npm install --ignore-scripts --prefix ${dirname(FOLDER)} ${peer.package}@${peer.version}`;
	if (needs && !(await isInstalled(needs)))
		return `${needs} not found. Install it first.`;
	return undefined;
}

export interface MissingPeer {
	readonly name: string;
	readonly reason: string;
}

/** Finds the other mock servers that are installed, and the reasons why the rest cannot be measured. */
export async function findPeers(
	page: ZapsPage,
	scratch: string,
): Promise<{ runners: Runner[]; missing: MissingPeer[] }> {
	const runners: Runner[] = [];
	const missing: MissingPeer[] = [];
	for (const peer of createPeers(page)) {
		const reason = await findMissingRequirement(peer);
		if (reason) {
			missing.push({ name: peer.name, reason });
			continue;
		}
		const packagePath = join(FOLDER, peer.package);
		const manifest: { version: string } = JSON.parse(
			await readFile(join(packagePath, "package.json"), "utf8"),
		);
		runners.push({
			name: `${peer.name} ${manifest.version}`,
			hasSameResponses: false,
			warmUpSeconds: peer.warmUpSeconds,
			async program() {
				const peerScratch = join(scratch, peer.package.replaceAll("/", "-"));
				await mkdir(peerScratch, { recursive: true });
				return withFreePort((port) =>
					peer.program(packagePath, peerScratch, port),
				);
			},
		});
	}
	return { runners, missing };
}
