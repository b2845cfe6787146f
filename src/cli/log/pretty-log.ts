import { relative } from "node:path";
import pc from "picocolors";
import type { StateChange } from "../../engine/follow-service.ts";
import {
	DEFAULT_SESSION,
	listSessions,
} from "../../engine/sessions/session-name.ts";
import { commandLine } from "../../values/command-line.ts";
import { plain } from "../../values/plain.ts";
import { plural } from "../../values/plural.ts";
import { statusCell } from "../terminal/layout.ts";
import { formatBanner } from "./format-banner.ts";
import {
	describeUncaught,
	describeUnknownOperations,
	formatError,
	type Log,
	type LoggedExchange,
	printError,
	printNow,
	printSoon,
} from "./log.ts";

/** Returns one line for people, and one line for each near miss. */
export function formatExchange(exchange: LoggedExchange): string {
	const { method, path, status, durationMs } = exchange;
	const { session = DEFAULT_SESSION, operation, fault, prefer } = exchange;
	const { reason, nearest = [], violations = [] } = exchange;
	const { forwarded, unchecked } = exchange;
	// Strings are joined by hand for speed, because each request waits for this.
	let details = operation ? `${operation}, ` : "";
	if (session !== DEFAULT_SESSION) details += `session ${session}, `;
	if (fault !== undefined) details += `fault ${fault}, `;
	if (prefer !== undefined) details += `Prefer ${prefer}, `;
	if (forwarded) details += "forwarded, ";
	const shown = pc.dim(`${details}${durationMs.toFixed(1)} ms`);
	const { text, paint } = statusCell(status);
	const line = `${pc.bold(method.padEnd(4))} ${plain(path)} ${paint(text)} ${shown}`;
	const why = reason === undefined ? "" : `: ${pc.yellow(plain(reason))}`;
	const notes = nearest.map(
		({ operation, why }) => `close to ${operation}, but ${why}`,
	);
	if (unchecked !== undefined) notes.push(`not checked: ${plain(unchecked)}`);
	if (notes.length === 0 && violations.length === 0) return line + why;
	const lines = notes.map((note) => pc.dim(`     ${note}`));
	const violated = plain(violations.map(({ message }) => message).join("; "));
	if (violations.length > 0)
		lines.unshift(pc.yellow(`     violates the OpenAPI document: ${violated}`));
	return [line + why, ...lines].join("\n");
}

const describeKept = (): string =>
	` The state is unchanged; \`${commandLine("reset")}\` starts it from its dataset again.`;

/**
 * Returns one line, one line for each operation that is not served, and one for each session with unknown operations.
 */
export function formatReload(
	document: Parameters<NonNullable<Log["documentLoaded"]>>[0],
	{ collections, sessions, unknownOperations }: StateChange,
): string {
	const name = document
		? relative("", document.file)
		: "the document of the package";
	const count = document
		? `: ${plural(document.plans.length, "operation")}`
		: "";
	const state =
		sessions.length > 0
			? ` ${pc.yellow("Reset")} ${listSessions(sessions)}, whose records of ${collections.join(", ")} have another schema now.`
			: describeKept();
	const notes = [
		...(document?.refused ?? []).map((each) => `Not served: ${each}`),
		...describeUnknownOperations(unknownOperations),
	];
	return [
		`${pc.green("Reloaded")} ${name}${count}.${state}`,
		...notes.map((note) => pc.yellow(`  ${note}`)),
	].join("\n");
}

export const PRETTY_LOG: Log = {
	ready: (server) => printNow(formatBanner(server)),
	exchange(exchange) {
		// Requests of the inspector alone would fill the log.
		if (exchange.responder !== "control") printSoon(formatExchange(exchange));
	},
	error: (error) => printError(pc.red(formatError(error))),
	configLoaded(file, needsRestart, isOther) {
		// The line about the document is enough, because the configuration is always loaded again with it.
		if (isOther && !needsRestart) return;
		printNow(
			`${pc.green("Reloaded")} ${file}.${isOther ? "" : describeKept()}${needsRestart ? pc.yellow(" Its flags have changed: restart the server to apply them.") : ""}`,
		);
	},
	documentLoaded: (document, change) =>
		printNow(formatReload(document, change)),
	reloadRejected: (reason) =>
		printError(
			pc.red(`${reason}\nNothing was changed: the mock goes on as before.`),
		),
	stopped(uncaught) {
		if (uncaught > 0) printError(pc.red(describeUncaught(uncaught)));
		printNow("Stopped.");
	},
};
