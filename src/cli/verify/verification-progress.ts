import pc from "picocolors";
import { cut } from "../terminal/columns.ts";

/** A terminal, a file or a pipe. */
type Output = Pick<NodeJS.WriteStream, "isTTY" | "columns" | "write">;

export interface Progress {
	show(message: string): void;
	end(): void;
}

const CLEAR_LINE = "\r\u001b[2K";
const PARTS = 10;

/**
 * Returns fewer messages, for outputs that keep each line: one for each tenth of a long run, and one for all probes.
 */
function thinOut(message: string): string | undefined {
	if (message.includes(": ")) return "probes";
	const [, at = 0, of = 0] = /^\w+ (\d+) of (\d+)/.exec(message) ?? [];
	const stride = Math.max(Math.ceil(Number(of) / PARTS), 1);
	return at === of || Number(at) % stride === 0 ? message : undefined;
}

/**
 * Prints the progress: one line that is rewritten on a terminal, a few lines elsewhere, and nothing without an
 * output.
 */
export function createProgress(output: Output | undefined): Progress {
	let last = "";
	return {
		show(message) {
			const shown = output?.isTTY ? message : thinOut(message);
			if (shown === undefined || shown === last) return;
			last = shown;
			output?.write(
				output.isTTY
					? `${CLEAR_LINE}${pc.dim(cut(`  … ${shown}`, (output.columns ?? 80) - 1))}`
					: `… ${shown}\n`,
			);
		},
		end() {
			if (output?.isTTY) output.write(CLEAR_LINE);
		},
	};
}
