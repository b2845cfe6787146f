import pc from "picocolors";
import { banner } from "./banner.ts";
import { type Log, reasonOf } from "./log.ts";
import { printLine, printNow } from "./print-line.ts";

function colourOf(status: number): (text: string) => string {
	if (status >= 500) return pc.red;
	return status >= 400 ? pc.yellow : pc.green;
}

export const PRETTY_LOG: Log = {
	ready: (info) => printNow(banner(info)),
	exchange: ({ method, path, status, durationMs }) =>
		printLine(
			`${pc.bold(method.padEnd(4))} ${path} ${colourOf(status)(`${status}`)} ${pc.dim(`${durationMs.toFixed(1)} ms`)}`,
		),
	error: (error) => console.error(pc.red(reasonOf(error))),
	reloaded: (file, needsRestart) =>
		printNow(
			`${pc.green("Loaded")} ${file} again; state stays.${needsRestart ? pc.yellow(" Its flags have changed: start again for them.") : ""}`,
		),
	broken: (reason) =>
		console.error(pc.red(`${reason}\nWhat was loaded before stays.`)),
	stopped: () => printNow("Stopped."),
};
