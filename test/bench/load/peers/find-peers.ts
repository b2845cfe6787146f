import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "./peer-files.ts";
import { type Peer, peersWith } from "./peers.ts";
import { atFreePort, type Runner } from "../runners.ts";

const BESIDE = fileURLToPath(
	new URL("../../../../.bench/peers/node_modules", import.meta.url),
);
/** `node_modules` with the peers in it. */
const FOLDER = process.env.UNDERSTUDY_PEERS ?? BESIDE;

const isThere = (command: string): Promise<boolean> =>
	promisify(execFile)(command, ["-version"]).then(
		() => true,
		() => false,
	);

async function lacking({ needs, ...peer }: Peer): Promise<string | undefined> {
	if (!existsSync(join(FOLDER, peer.package)))
		return `it is not in ${FOLDER}: npm install --ignore-scripts --prefix ${dirname(FOLDER)} ${peer.package}@${peer.version}`;
	if (needs && !(await isThere(needs))) return `there is no ${needs}`;
	return undefined;
}

export interface Missing {
	readonly name: string;
	readonly reason: string;
}

/** The other mock servers that are installed, and why the rest is not measured. */
export async function findPeers(
	page: Page,
	scratch: string,
): Promise<{ runners: Runner[]; missing: Missing[] }> {
	const runners: Runner[] = [];
	const missing: Missing[] = [];
	for (const peer of peersWith(page)) {
		const reason = await lacking(peer);
		if (reason) {
			missing.push({ name: peer.name, reason });
			continue;
		}
		const at = join(FOLDER, peer.package);
		const manifest: { version: string } = JSON.parse(
			await readFile(join(at, "package.json"), "utf8"),
		);
		runners.push({
			name: `${peer.name} ${manifest.version}`,
			doesTheSame: false,
			warmUpSeconds: peer.warmUpSeconds,
			async program() {
				const own = join(scratch, peer.package.replaceAll("/", "-"));
				await mkdir(own, { recursive: true });
				return atFreePort((port) => peer.program(at, own, port));
			},
		});
	}
	return { runners, missing };
}
