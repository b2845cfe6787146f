import pc from "picocolors";
import type { MutateOptions } from "../../entries/verify.ts";
import type * as schemas from "../../schemas/generated/types.ts";
import { commandLine } from "../../values/command-line.ts";
import type { ReportTarget } from "../../verification/verify-options.ts";
import type { readHeader } from "../options/read-text.ts";
import { UsageError } from "../options/usage-error.ts";
import { cut } from "../terminal/columns.ts";

/** A terminal, a file or a pipe. */
type Output = Pick<NodeJS.WriteStream, "isTTY" | "columns" | "write">;

interface Progress {
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

/** The flags that `understudy verify` and `understudy mutate` share. */
type ServiceFlags = schemas.ServiceFlags & {
	readonly header?: readonly ReturnType<typeof readHeader>[];
};

export type VerifyFlags = schemas.VerifyFlags &
	ServiceFlags & {
		/** True if the option has no number. */
		readonly wait?: number | true;
		readonly report?: readonly ReportTarget[];
	};

/** A report to write. */
interface ReportFile<Format> {
	readonly format: Format;
	readonly file: string;
}

export type CompareFlags = schemas.CompareFlags &
	Pick<ServiceFlags, "header"> & {
		/** Files, or the summary and annotations of GitHub Actions. */
		readonly report?: readonly (
			| ReportFile<"json" | "markdown">
			| { readonly format: "github" }
		)[];
	};

export type AlignFlags = schemas.AlignFlags &
	ServiceFlags & {
		/** True if the option has no number. */
		readonly wait?: number | true;
		/** True to apply all proposals. */
		readonly apply?: "certain" | true;
		readonly report?: readonly ReportFile<"json" | "markdown">[];
	};

export type MutateFlags = schemas.MutateFlags &
	ServiceFlags & {
		readonly report?: ReportFile<"json">;
	};

/** Returns the options that the shared flags set. Values of repeated headers are joined. */
export const readServiceOptions = (flags: ServiceFlags): MutateOptions => ({
	headers: Object.fromEntries(new Headers([...(flags.header ?? [])])),
	ca: flags.ca,
	allowWrites: flags.allowWrites,
	only: flags.only,
	timeoutMs: flags.timeout,
	deadlineS: flags.deadline,
});

/** Returns the error about `--record` without a ledger. */
export const missingLedger = (): UsageError =>
	new UsageError(
		`There is no ledger to record in. Write one with \`${commandLine("ledger init")}\`, or pass one with --ledger.`,
	);
