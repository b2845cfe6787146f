import { setMaxListeners } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Bench, type BenchOptions, machine, publish } from "./report.ts";

const USAGE_EXIT = 2;
/** What can be named beside the benches, and comes after them. */
const REPORT = "report";
const DIST = fileURLToPath(new URL("../../dist/src/index.js", import.meta.url));

interface Entry {
	readonly summary: string;
	/** Loaded when it is its turn, since what one bench loads is in the way of the others. */
	load(): Promise<Bench>;
}

/** By the name to give on the command line; without one, all of them run. */
const BENCHES: Readonly<Record<string, Entry>> = {
	start: {
		summary: "from spawn to the first 200, against bare node and Express",
		load: async () => (await import("./start.ts")).start,
	},
	load: {
		summary: "answers a second, and how long they take at half of that",
		load: async () => (await import("./load.ts")).load,
	},
	soak: {
		summary: "memory after a million reads, and what a million writes keep",
		load: async () => (await import("./soak.ts")).soak,
	},
	scale: {
		summary: "pages and searches among few records and among many",
		load: async () => (await import("./scale.ts")).scale,
	},
	intercept: {
		summary: "a request inside a test, against plain MSW",
		load: async () => (await import("./intercept.ts")).intercept,
	},
	verify: {
		summary: "a strict verification, against Pact's verifier alone",
		load: async () => (await import("./verify.ts")).verification,
	},
};

const USAGE = [
	"Name the benches to run, or none for all of them:",
	...Object.entries(BENCHES).map(
		([known, { summary }]) => `  ${known.padEnd(9)}  ${summary}`,
	),
	`  ${REPORT.padEnd(9)}  writes what was found last into docs/performance.md`,
	"Flags:",
	"  --quick    fewer and shorter rounds",
	"  --peers    load: other mock servers too, as far as they are installed",
].join("\n");

interface Order extends BenchOptions {
	readonly names: readonly string[];
	/** Whether to write down what was found. */
	readonly report: boolean;
}

/** @throws Error where something is not known */
function readOrder(args: string[]): Order {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: {
			quick: { type: "boolean", default: false },
			peers: { type: "boolean", default: false },
		},
	});
	const named = positionals.filter((name) => name !== REPORT);
	const unknown = named.find((name) => !Object.hasOwn(BENCHES, name));
	if (unknown !== undefined) throw new Error(`There is no bench "${unknown}".`);
	return {
		names: positionals.length > 0 ? named : Object.keys(BENCHES),
		report: positionals.includes(REPORT),
		...values,
	};
}

/** Ends what was launched too, which a signal sent to this process alone would leave behind. */
function untilStopped(): AbortSignal {
	const controller = new AbortController();
	// Everything that is launched listens, and there is no telling how much that is.
	setMaxListeners(0, controller.signal);
	for (const signal of ["SIGINT", "SIGTERM"] as const)
		process.once(signal, () => {
			controller.abort(new Error(`Stopped by ${signal}.`));
		});
	return controller.signal;
}

async function carryOut({ names, report, ...options }: Order): Promise<void> {
	if (!existsSync(DIST))
		throw new Error(
			`Cannot measure: ${DIST} is not there. Run npm run build first.`,
		);
	const signal = untilStopped();
	const run = new Date().toISOString();
	for (const name of names) {
		const bench = await BENCHES[name]?.load();
		const before = machine();
		if (bench) publish(name, await bench.run(signal, options), before, run);
	}
	if (report) await (await import("./results/write-results.ts")).writeResults();
}

const reasonOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

let order: Order | undefined;
try {
	order = readOrder(process.argv.slice(2));
} catch (error) {
	process.stderr.write(`${reasonOf(error)}\n${USAGE}\n`);
	process.exitCode = USAGE_EXIT;
}
if (order)
	await carryOut(order).catch((error: unknown) => {
		process.stderr.write(`${reasonOf(error)}\n`);
		process.exitCode = 1;
	});
