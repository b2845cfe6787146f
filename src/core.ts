import { ledger as entries } from "../contracts/generated/ledger.ts";
import { service } from "../handlers/index.ts";
import { type Core, createCore as createCoreOf } from "./mock/create-core.ts";
import type { MockOptions } from "./mock/engine.ts";

/** One assumption about the service: an entry of `contracts/assumptions.yaml`. */
export interface LedgerEntry {
	readonly id: string;
	/** The section of the specification that leaves it open. */
	readonly open: string;
	readonly assumes: string;
	readonly because: string;
	readonly status: "assumed" | "confirmed" | "refuted";
	/** What was verified, when, and against which version; once confirmed or refuted. */
	readonly evidence?: string;
}

/** What is stood in for, in words. */
export const title = "zaps service";

/** Everything the specification leaves open and the mock had to decide. */
export const ledger: readonly LedgerEntry[] = entries;

/** The seven operations: id, method, path, and what they do by name. */
export const operations: readonly {
	readonly id: string;
	readonly method: string;
	readonly path: string;
	readonly summary: string;
}[] = service.operations.map(({ spec: { id, method, path, summary } }) => ({
	id,
	method,
	path,
	summary,
}));

/**
 * The zaps service for what needs no handlers: a server that does not load MSW starts in two thirds of the time.
 * @throws as `createMock` does
 */
export function createCore(options: MockOptions = {}): Core {
	return createCoreOf(service, options);
}
