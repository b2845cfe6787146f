import { service } from "../handlers/index.ts";
import {
	type BareCore,
	createBareCore as createBareCoreOf,
} from "./engine/create-bare-core.ts";
import type { MockOptions } from "./engine/engine.ts";
import type { LedgerEntry } from "./engine/service.ts";

export type { LedgerEntry } from "./engine/service.ts";

/** What is stood in for, in words. */
export const title = "zaps service";

/** Everything the specification leaves open and the mock had to decide. */
export const ledger: readonly LedgerEntry[] = service.ledger;

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
 * The zaps service for a server, which starts sooner for every file that it need not load: neither handlers for MSW nor
 * what controls the mock are among them.
 * @throws as `createMock` does
 */
export function createBareCore(options: MockOptions = {}): BareCore {
	return createBareCoreOf(service, options);
}
