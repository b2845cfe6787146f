import type {
	OperationIdOf,
	ServiceTypes,
} from "../engine/model/service-types.ts";
import type { Registered } from "../service/shipped-service.ts";

export type {
	AuditRecord,
	Command,
	CommandRequest,
	Pipeline,
	Zap,
} from "../../fixtures/records.ts";
export type { ExchangeHandler } from "../adapters/msw/msw-handler.ts";
export type { LedgerEntry } from "../engine/model/service.ts";
export type { ServiceOf, ServiceTypes } from "../engine/model/service-types.ts";
export type { NearMiss } from "../engine/routing/near-miss.ts";
export {
	type Config,
	type ConfiguredDataset,
	type ConfiguredFlags,
	type ConfiguredScenario,
	type ConfiguredState,
	defineConfig,
} from "../service/config.ts";
export type { MockOptions } from "../service/create-mock.ts";
export { createMock, type Mock } from "../service/create-mock.ts";
export { defineHandler } from "../service/define-handler.ts";
export type {
	ConfiguredHandler,
	DefinedHandler,
} from "../service/defined-handler.ts";
export type {
	CurrentRecord,
	HandlerState,
} from "../service/handler-state.ts";
export type {
	Handle,
	HandlerExchange,
} from "../service/handler-types.ts";
export {
	type DatasetName,
	ledger,
	operations,
	type Register,
	type Registered,
	type ScenarioName,
} from "../service/shipped-service.ts";
export type { ClockOption } from "../store/clock.ts";

/** The id of an operation. */
export type OperationId<Types extends ServiceTypes = Registered> =
	OperationIdOf<Types>;
