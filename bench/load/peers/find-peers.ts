import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort, type Runner } from "../../launch.ts";
import { RECORDS_FOLDER } from "../../report.ts";
import { installPeers, type Peer, peers } from "./peers.ts";

/** The `node_modules` folder that contains the peers. */
const FOLDER =
	process.env.UNDERSTUDY_PEERS ??
	fileURLToPath(new URL("peers/node_modules", RECORDS_FOLDER));

/** Returns why the peer cannot be measured. */
function findProblem(peer: Peer): string | undefined {
	if (!existsSync(join(FOLDER, peer.package)))
		return `not found in ${FOLDER}. Run ${installPeers(dirname(FOLDER), [peer])}`;
	const { runtime } = peer;
	const isMissing = runtime && spawnSync(runtime, ["-version"]).error;
	return isMissing ? `${runtime} not found. Install it first.` : undefined;
}

/** Finds the other mock servers that are installed, and the reasons why the rest cannot be measured. */
export function findPeers(page: object, scratch: string) {
	const runners: Record<string, Runner> = {};
	const missing: string[] = [];
	for (const peer of peers) {
		const problem = findProblem(peer);
		if (problem) {
			missing.push(`${peer.name} was not measured: ${problem}`);
			continue;
		}
		const root = join(FOLDER, peer.package);
		const cwd = join(scratch, peer.package);
		const manifest = readFileSync(join(root, "package.json"), "utf8");
		const { version }: { version: string } = JSON.parse(manifest);
		runners[`${peer.name} ${version}`] = async (port) => {
			const files = await peer.files(page, port);
			for (const [path, content] of Object.entries(files)) {
				mkdirSync(dirname(join(cwd, path)), { recursive: true });
				writeFileSync(join(cwd, path), JSON.stringify(content));
			}
			const otherPort = await findFreePort();
			const line = peer.command(port, otherPort, version);
			const [file = "", ...rest] = line.split(" ");
			const args = [join(root, file), ...rest];
			const { runtime: command, warmUpSeconds } = peer;
			return command
				? { command, args: ["-jar", ...args], cwd, warmUpSeconds }
				: { args, cwd, warmUpSeconds };
		};
	}
	return { runners, missing };
}
