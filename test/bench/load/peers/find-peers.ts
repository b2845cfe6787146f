import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort, type Runner } from "../../launch.ts";
import { installPeers, type Peer, peers } from "./peers.ts";

const DEFAULT_FOLDER = fileURLToPath(
	new URL("../../../../.bench/peers/node_modules", import.meta.url),
);
/** The `node_modules` folder that contains the peers. */
const FOLDER = process.env.UNDERSTUDY_PEERS ?? DEFAULT_FOLDER;

function findProblem({ java, package: name }: Peer): string | undefined {
	if (!existsSync(join(FOLDER, name)))
		return `not found in ${FOLDER}. Run ${installPeers(dirname(FOLDER))}`;
	const isMissing = java && spawnSync("java", ["-version"]).status !== 0;
	return isMissing ? "java not found. Install it first." : undefined;
}

/** Finds the other mock servers that are installed, and the reasons why the rest cannot be measured. */
export async function findPeers(page: object, scratch: string) {
	const runners: Record<string, Runner> = {};
	const missing: string[] = [];
	for (const peer of peers) {
		const problem = findProblem(peer);
		if (problem) {
			missing.push(`${peer.name} was not measured: ${problem}`);
			continue;
		}
		const { package: name, java, warmUpSeconds } = peer;
		const root = join(FOLDER, name);
		const { version }: { version: string } = JSON.parse(
			await readFile(join(root, "package.json"), "utf8"),
		);
		const cwd = join(scratch, name);
		runners[`${peer.name} ${version}`] = async (port) => {
			const files = await peer.files(page, port);
			for (const [path, content] of Object.entries(files)) {
				await mkdir(dirname(join(cwd, path)), { recursive: true });
				await writeFile(join(cwd, path), JSON.stringify(content));
			}
			const otherPort = await findFreePort();
			const [file = "", ...args] = peer.args(port, otherPort, version);
			const program = [join(root, file), ...args];
			return java
				? { command: "java", args: ["-jar", ...program], cwd, warmUpSeconds }
				: { args: program, cwd, warmUpSeconds };
		};
	}
	return { runners, missing };
}
