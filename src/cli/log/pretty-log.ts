import pc from "picocolors";
import { commandLine } from "../../values/command-line.ts";
import { formatBanner } from "./format-banner.ts";
import { formatExchange } from "./format-exchange.ts";
import {
	describeUncaught,
	formatError,
	type Log,
	printError,
	printNow,
	printSoon,
} from "./log.ts";

export const PRETTY_LOG: Log = {
	ready: (server) => printNow(formatBanner(server)),
	exchange(exchange) {
		// The page alone would fill the log.
		if (exchange.responder !== "control") printSoon(formatExchange(exchange));
	},
	error: (error) => printError(pc.red(formatError(error))),
	configLoaded: (file, needsRestart) =>
		printNow(
			`${pc.green("Reloaded")} ${file}. The state is unchanged; \`${commandLine("reset")}\` starts it from its dataset again.${needsRestart ? pc.yellow(" Its flags have changed: restart the server to apply them.") : ""}`,
		),
	configRejected: (reason) =>
		printError(pc.red(`${reason}\nThe previous configuration stays in use.`)),
	stopped(uncaught) {
		if (uncaught > 0) printError(pc.red(describeUncaught(uncaught)));
		printNow("Stopped.");
	},
};
