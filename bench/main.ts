import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Argument, Command } from "commander";
import { errorMessage } from "../src/values/errors.ts";
import { type Benchmark, type Flags, runBenchmark } from "./report.ts";

const FAILURE_EXIT = 1;
const USAGE_EXIT = 2;
const DIST = fileURLToPath(new URL("../dist/lib/index.js", import.meta.url));

/** Imports a benchmark just before it runs, so that its modules do not slow down the others. */
type Load = () => Promise<{ readonly measure: Benchmark }>;

const BENCHMARKS: Readonly<Record<string, Load>> = {
	start: () => import("./start.ts"),
	load: () => import("./load.ts"),
	soak: () => import("./soak.ts"),
	scale: () => import("./scale.ts"),
	linear: () => import("./linear.ts"),
	intercept: () => import("./intercept.ts"),
	tests: () => import("./tests.ts"),
	forward: () => import("./forward.ts"),
	stores: () => import("./stores.ts"),
	inspector: () => import("./inspector.ts"),
	verify: () => import("./verify.ts"),
	document: () => import("./document.ts"),
	documents: () => import("./documents.ts"),
};

const ABOUT = `
Names:
  start      time from spawn to the first 200, against bare node and Express
  load       responses per second, and latency at half of that rate
  soak       memory after a million reads, and memory per write
  scale      pages and searches with few and with many records
  linear     checks of many invalid items, and of twice as many
  intercept  an intercepted request in a test, against plain MSW
  tests      a test with a POST, a GET and assertions, and the first one of a process, against plain MSW
  forward    a forwarded operation, against a plain pass-through
  stores     reads and writes with sessions in a file and in Redis, against memory, and the start with a file
  inspector  how long the page at /__mock/ does not respond, under load
  verify     a strict verification, against Pact's verifier alone
  document   a document of one's own: its start and its responses, against that of the package
  documents  mocks of 500 public documents, which are downloaded: their start, and what they do as documented
  report     writes the latest results to docs/performance.md
Without a name, all benchmarks run.`;

async function run(names: readonly string[], flags: Flags): Promise<void> {
	if (!existsSync(DIST))
		throw new Error(
			`Cannot measure: ${DIST} not found. Run npm run build first.`,
		);
	const startedAt = new Date().toISOString();
	for (const name of names.length > 0 ? names : Object.keys(BENCHMARKS)) {
		const benchmark = await BENCHMARKS[name]?.();
		if (benchmark)
			await runBenchmark(name, benchmark.measure, flags, startedAt);
	}
	if (names.includes("report"))
		(await import("./results/write-results.ts")).writeResults();
}

// The servers stop when this process exits.
for (const signal of ["SIGINT", "SIGTERM"])
	process.once(signal, () => process.exit(FAILURE_EXIT));

await new Command("npm run bench --")
	.addArgument(
		new Argument("[name...]").choices([...Object.keys(BENCHMARKS), "report"]),
	)
	.option("--quick", "fewer and shorter rounds", false)
	.option("--peers", "load, documents: also measure other servers", false)
	.addHelpText("after", ABOUT)
	.showHelpAfterError()
	.exitOverride(({ exitCode }) => process.exit(exitCode && USAGE_EXIT))
	.action(run)
	.parseAsync()
	.catch((error) => {
		process.stderr.write(`${errorMessage(error)}\n`);
		process.exitCode = FAILURE_EXIT;
	});
