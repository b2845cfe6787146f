import { type Bench, machine, publish } from "./report.ts";
import { start } from "./start.ts";
import { verification } from "./verify.ts";

const USAGE_EXIT = 2;

/** By the name to give on the command line; without one, all of them run. */
const BENCHES: Readonly<Record<string, Bench>> = {
	start,
	verify: verification,
};

function chosen(names: readonly string[]): [string, Bench][] | string {
	if (names.length === 0) return Object.entries(BENCHES);
	const found: [string, Bench][] = [];
	for (const name of names) {
		const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
		if (!bench)
			return [
				`There is no bench "${name}". Use one of these, or no name for all of them:`,
				...Object.entries(BENCHES).map(
					([known, { summary }]) => `  ${known}  ${summary}`,
				),
			].join("\n");
		found.push([name, bench]);
	}
	return found;
}

/** Ends what was launched too, which a signal sent to this process alone would leave behind. */
function untilStopped(): AbortSignal {
	const controller = new AbortController();
	for (const signal of ["SIGINT", "SIGTERM"] as const)
		process.once(signal, () => {
			controller.abort(new Error(`Stopped by ${signal}.`));
		});
	return controller.signal;
}

const benches = chosen(process.argv.slice(2));
if (typeof benches === "string") {
	process.stderr.write(`${benches}\n`);
	process.exitCode = USAGE_EXIT;
} else {
	const signal = untilStopped();
	try {
		for (const [name, bench] of benches) {
			const before = machine();
			publish(name, await bench.run(signal), before);
		}
	} catch (error) {
		process.stderr.write(
			`${error instanceof Error ? error.message : String(error)}\n`,
		);
		process.exitCode = 1;
	}
}
