import pc from "picocolors";
import { formatBanner } from "./banner.ts";
import { formatError, type Log } from "./log.ts";
import { printNow, printSoon } from "./print-line.ts";

function colorOf(status: number): (text: string) => string {
	if (status >= 500) return pc.red;
	return status >= 400 ? pc.yellow : pc.green;
}

export const PRETTY_LOG: Log = {
	ready: (info) => printNow(formatBanner(info)),
	exchange: ({ method, path, status, durationMs }) =>
		printSoon(
			`${pc.bold(method.padEnd(4))} ${path} ${colorOf(status)(`${status}`)} ${pc.dim(`${durationMs.toFixed(1)} ms`)}`,
		),
	error: (error) => console.error(pc.red(formatError(error))),
	configLoaded: (file, needsRestart) =>
		printNow(
			`${pc.green("Reloaded")} ${file}. The state is unchanged.${needsRestart ? pc.yellow(" Its flags have changed: restart the server to apply them.") : ""}`,
		),
	configRejected: (reason) =>
		console.error(
			pc.red(`${reason}\nThe previous configuration stays in use.`),
		),
	stopped: () => printNow("Stopped."),
};
