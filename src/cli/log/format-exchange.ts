import pc from "picocolors";
import { DEFAULT_SESSION } from "../../engine/sessions/session-name.ts";
import { plain } from "../plain.ts";
import type { LoggedExchange } from "./logged-exchange.ts";

function formatStatus(status: number): string {
	if (status === 0) return pc.red("broken");
	if (status >= 500) return pc.red(`${status}`);
	return status >= 400 ? pc.yellow(`${status}`) : pc.green(`${status}`);
}

/** Returns one line for people, and one more for each near miss. */
export function formatExchange({
	method,
	path,
	status,
	durationMs,
	session = DEFAULT_SESSION,
	operation,
	fault,
	prefer,
	reason,
	nearest = [],
	forwarded,
	violations = [],
}: LoggedExchange): string {
	const details = [
		operation ?? "",
		session === DEFAULT_SESSION ? "" : `session ${session}`,
		fault === undefined ? "" : `fault ${fault}`,
		prefer === undefined ? "" : `Prefer ${prefer}`,
		forwarded ? "forwarded" : "",
		`${durationMs.toFixed(1)} ms`,
	].filter((detail) => detail !== "");
	const line = [
		pc.bold(method.padEnd(4)),
		plain(path),
		formatStatus(status),
		pc.dim(details.join(", ")),
	].join(" ");
	const why = reason === undefined ? "" : `: ${pc.yellow(plain(reason))}`;
	const nearMisses = nearest.map(({ operation, why }) =>
		pc.dim(`     close to ${operation}, but ${why}`),
	);
	const violated =
		violations.length === 0
			? []
			: [
					pc.yellow(
						`     violates the OpenAPI document: ${plain(violations.map(({ message }) => message).join("; "))}`,
					),
				];
	return [line + why, ...violated, ...nearMisses].join("\n");
}
