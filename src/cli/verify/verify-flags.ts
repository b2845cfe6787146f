import type { MutateOptions } from "../../entries/verify.ts";
import type * as schemas from "../../schemas/generated/types.ts";
import { commandLine } from "../../values/command-line.ts";
import type { ReportTarget } from "../../verification/verify-options.ts";
import type { readHeader } from "../options/read-text.ts";
import { UsageError } from "../options/usage-error.ts";

/** The flags that `understudy verify` and `understudy mutate` share. */
export type ServiceFlags = schemas.ServiceFlags & {
	readonly header?: readonly ReturnType<typeof readHeader>[];
};

export type VerifyFlags = schemas.VerifyFlags &
	ServiceFlags & {
		/** True if the option has no number. */
		readonly wait?: number | true;
		readonly report?: readonly ReportTarget[];
	};

/** A report to write. */
export interface ReportFile<Format> {
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
