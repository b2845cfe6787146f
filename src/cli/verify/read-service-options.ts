import type { MutateOptions } from "../../entries/verify.ts";
import type { ServiceFlags } from "./verify-flags.ts";

/** Returns the options that the shared flags set. Repeated headers are joined. */
export const readServiceOptions = (flags: ServiceFlags): MutateOptions => ({
	headers: Object.fromEntries(new Headers([...(flags.header ?? [])])),
	ca: flags.ca,
	allowWrites: flags.allowWrites,
	only: flags.only,
	timeoutMs: flags.timeout,
	deadlineS: flags.deadline,
});
