import pc from "picocolors";
import type { LedgerEntry } from "../engine/service.ts";
import { operations, title } from "../service-engine.ts";
import { formatError, type Log, printNow, printSoon } from "./log.ts";
import type { GivenFlags, ServeFlags } from "./serve-flags.ts";

function formatAssumptions(ledger: readonly LedgerEntry[]): string[] {
	const count = (status: string): number =>
		ledger.filter((entry) => entry.status === status).length;
	const refuted = ledger.filter(({ status }) => status === "refuted");
	return [
		`  The specification defines ${operations.length} methods and paths. Everything else depends on ${ledger.length} assumptions:`,
		`  ${pc.yellow(`${count("assumed")} unconfirmed`)}, ${pc.green(`${count("confirmed")} confirmed`)}, ${refuted.length > 0 ? pc.bold(pc.red(`${refuted.length} REFUTED`)) : "0 refuted"}.`,
		...refuted.map(({ id, assumes }) => pc.red(`  REFUTED ${id}: ${assumes}`)),
		`  ${pc.dim("The Mock-Assumptions header of each response lists the ones it depends on.")}`,
		`  ${pc.dim("To see what they say, run `understudy assumptions`.")}`,
	];
}

/** Characters that could move the cursor of a terminal. A response may contain them. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function formatForward({
	forward,
	forwardOnly,
	forwardExcept = [],
}: GivenFlags): string[] {
	if (forward === undefined) return [];
	const ids = operations
		.map(({ id }) => id)
		.filter((id) => forwardOnly?.includes(id) ?? !forwardExcept.includes(id));
	return [
		`  ${pc.bold("Forwards")} ${ids.join(", ") || "nothing"} to ${pc.cyan(forward)}, and checks each exchange.`,
		`  ${pc.dim("The mock does not know what the service writes, nor the service what the mock writes.")}`,
		"",
	];
}

function formatBanner(
	url: string,
	{ dataset, scenario, seed, clock, ...flags }: ServeFlags,
	ledger: readonly LedgerEntry[],
): string {
	const pathWidth = Math.max(...operations.map(({ path }) => path.length));
	const idWidth = Math.max(...operations.map(({ id }) => id.length));
	return [
		"",
		`  ${pc.bold("Understudy")} mocks the ${title} at ${pc.cyan(url)}`,
		"",
		...operations.map(
			({ id, method, path, summary }) =>
				`  ${pc.bold(method.padEnd(4))}  ${path.padEnd(pathWidth)}  ${id.padEnd(idWidth)}  ${pc.dim(summary)}`,
		),
		"",
		...formatAssumptions(ledger),
		"",
		...formatForward(flags),
		`  ${pc.dim(`dataset ${dataset}, scenario ${scenario}, seed ${seed}, clock ${clock}; press Ctrl+C to stop`)}`,
		"",
	].join("\n");
}

function colorOf(status: number): (text: string) => string {
	if (status >= 500) return pc.red;
	return status >= 400 ? pc.yellow : pc.green;
}

export const PRETTY_LOG: Log = {
	ready: (url, flags, ledger) => printNow(formatBanner(url, flags, ledger)),
	exchange: ({ method, path, status, durationMs }) =>
		printSoon(
			`${pc.bold(method.padEnd(4))} ${path} ${colorOf(status)(`${status}`)} ${pc.dim(`${durationMs.toFixed(1)} ms`)}`,
		),
	violations({ operation, forward }) {
		const { violations = [] } = forward ?? {};
		if (violations.length === 0) return;
		const places =
			violations.length === 1 ? "one place" : `${violations.length} places`;
		const messages = violations.map(({ message }) => message).join("; ");
		const line = `${operation} violates the OpenAPI document in ${places}: ${messages}`;
		printSoon(pc.yellow(line.replace(UNSAFE, " ")));
	},
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
