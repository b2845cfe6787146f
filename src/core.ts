import { service } from "../handlers/index.ts";
import { type Core, createCore as createCoreOf } from "./create-core.ts";
import type { MockOptions } from "./engine/engine.ts";

/**
 * The zaps service for what needs no handlers for MSW.
 * @throws as `createMock` does
 */
export function createCore(options: MockOptions = {}): Core {
	return createCoreOf(service, options);
}
