import { ledger as entries } from "../contracts/generated/ledger.ts";
import { service } from "../handlers/index.ts";
import {
	createMock as createMockOf,
	type Mock,
	type MockOptions,
} from "./mock/create-mock.ts";

export type { Mock, MockOptions } from "./mock/create-mock.ts";
export type { ExchangeHandler } from "./mock/msw-handler.ts";
export type { NearMiss } from "./mock/near-miss.ts";
export type { ClockOption } from "./state/clock.ts";

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
 * Puts the zaps service on stage: as MSW handlers and as a `fetch` function over one state.
 * @throws RangeError for an unknown dataset, a seed that is no whole number, or a clock that is no time
 * @throws TypeError for a base URL that is not absolute
 */
export function createMock(options: MockOptions = {}): Mock {
	return createMockOf(service, options);
}
