import { setMaxListeners } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { errorMessage } from "../../src/values/error-message.ts";
import {
	type Benchmark,
	type BenchmarkOptions,
	publishReport,
	readMachine,
} from "./report.ts";

const USAGE_EXIT = 2;
const DIST = fileURLToPath(new URL("../../dist/src/index.js", import.meta.url));

/** The benchmarks by name. Each is imported just before it runs, so that its modules do not slow down the others. */
const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark>>> = {
	start: async () => (await import("./start.ts")).start,
	load: async () => (await import("./load.ts")).load,
	soak: async () => (await import("./soak.ts")).soak,
	scale: async () => (await import("./scale.ts")).scale,
	intercept: async () => (await import("./intercept.ts")).intercept,
	forward: async () => (await import("./forward.ts")).forward,
	stores: async () => (await import("./stores.ts")).stores,
	inspector: async () => (await import("./inspector.ts")).inspector,
	verify: async () => (await import("./verify.ts")).verification,
};

const USAGE = `Usage: npm run bench -- [name ...] [flags]
  start      time from spawn to the first 200, against bare node and Express
  load       responses per second, and latency at half of that rate
  soak       memory after a million reads, and memory per write
  scale      pages and searches with few and with many records
  intercept  an intercepted request in a test, against plain MSW
  forward    a forwarded operation, against a plain pass-through
  stores     reads, writes and start with sessions in a file, against memory
  inspector  how long the page at /__mock/ does not respond, under load
  verify     a strict verification, against Pact's verifier alone
  report     writes the latest results to docs/performance.md
Without a name, all benchmarks run.
Flags:
  --quick    fewer and shorter rounds
  --peers    load: also measure the other mock servers that are installed
`;

interface BenchArguments extends BenchmarkOptions {
	readonly names: readonly string[];
	/** Whether to write the results to docs/performance.md. */
	readonly report: boolean;
}

/** @throws Error if a name or a flag is unknown */
function parseArguments(args: string[]): BenchArguments {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: {
			quick: { type: "boolean", default: false },
			peers: { type: "boolean", default: false },
		},
	});
	const names = positionals.filter((name) => name !== "report");
	const unknown = names.find((name) => !Object.hasOwn(BENCHMARKS, name));
	if (unknown !== undefined) throw new Error(`Unknown benchmark "${unknown}".`);
	return {
		names: positionals.length > 0 ? names : Object.keys(BENCHMARKS),
		report: positionals.includes("report"),
		...values,
	};
}

/** Aborts on SIGINT and SIGTERM, because a signal to this process does not stop the servers that it launched. */
function createStopSignal(): AbortSignal {
	const controller = new AbortController();
	// Every launched server adds a listener, so the number of listeners has no limit.
	setMaxListeners(0, controller.signal);
	for (const signal of ["SIGINT", "SIGTERM"] as const)
		process.once(signal, () => {
			controller.abort(new Error(`Stopped by ${signal}.`));
		});
	return controller.signal;
}

async function runBenchmarks({
	names,
	report,
	...options
}: BenchArguments): Promise<void> {
	if (!existsSync(DIST))
		throw new Error(
			`Cannot measure: ${DIST} not found. Run npm run build first.`,
		);
	const signal = createStopSignal();
	const run = new Date().toISOString();
	for (const name of names) {
		const benchmark = await BENCHMARKS[name]?.();
		const before = readMachine();
		if (benchmark)
			publishReport(name, await benchmark.run(signal, options), before, run);
	}
	if (report) await (await import("./results/write-results.ts")).writeResults();
}

const onError = (exitCode: number, more: string) => (error: unknown) => {
	process.stderr.write(`${errorMessage(error)}\n${more}`);
	process.exitCode = exitCode;
};

try {
	const parsed = parseArguments(process.argv.slice(2));
	await runBenchmarks(parsed).catch(onError(1, ""));
} catch (error) {
	onError(USAGE_EXIT, USAGE)(error);
}
