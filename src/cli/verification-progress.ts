import pc from "picocolors";
import { cut } from "./columns.ts";

/** Where progress is told: a terminal, a file or a pipe. */
interface Output {
	readonly isTTY?: boolean;
	readonly columns?: number;
	write(text: string): unknown;
}

export interface Progress {
	tell(message: string): void;
	end(): void;
}

const CLEAR_LINE = "\r\u001b[2K";
/** Of the many interactions only so many are told where lines stay. */
const STRIDE = 20;

const NOTHING: Progress = { tell() {}, end() {} };

/** What to tell where lines stay: of the many checks, that they go on. */
function inFewLines(message: string): string | undefined {
	if (message.includes(": ")) return "what Pact cannot carry";
	const [, at, of] = /^interaction (\d+) of (\d+)$/.exec(message) ?? [];
	const isTold = at === undefined || at === of || Number(at) % STRIDE === 0;
	return isTold ? message : undefined;
}

/** One line that is rewritten on a terminal, a few short lines elsewhere, nothing without an output. */
export function createProgress(output: Output | undefined): Progress {
	if (!output) return NOTHING;
	let last = "";
	return {
		tell(message) {
			const told = output.isTTY ? message : inFewLines(message);
			if (told === undefined || told === last) return;
			last = told;
			output.write(
				output.isTTY
					? `${CLEAR_LINE}${pc.dim(cut(`  … ${told}`, (output.columns ?? 80) - 1))}`
					: `… ${told}\n`,
			);
		},
		end() {
			if (output.isTTY) output.write(CLEAR_LINE);
		},
	};
}
