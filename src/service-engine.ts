import { service } from "../handlers/index.ts";
import { createEngine, type Engine } from "./engine/engine.ts";
import type { MockOptions } from "./engine/mock-options.ts";
import type { LedgerEntry } from "./engine/model/service.ts";
import type { StoreFile } from "./store/store-file.ts";

export { service } from "../handlers/index.ts";
export type { LedgerEntry } from "./engine/model/service.ts";

/** The name of the service, for the banner. */
export const title = "zaps service";

/** The OpenAPI document of the service, in the folder of the package. */
export const documentPath = "contracts/openapi.yaml";

/** Every assumption that the mock makes where the specification is silent. */
export const ledger: readonly LedgerEntry[] = service.ledger;

/** The seven operations: id, method, path, and a summary. */
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
 * Creates the mock of the zaps service for a server. It starts faster than `createMock`, since it loads neither MSW nor
 * the control interface.
 * @throws as `createEngine` does
 */
export const createServiceEngine = (
	options: MockOptions = {},
	file?: StoreFile,
): Engine => createEngine(service, options, file);
