import type { OperationDefinition } from "../src/engine/model/service.ts";
import { defineOperation } from "./define-operation.ts";

/** The seven operations. Each does what the OpenAPI document says, or what a function beside its name does. */
export const operations: readonly OperationDefinition[] = [
	defineOperation("getHealth"),
	defineOperation("submitCommand"),
	defineOperation("submitPipeline"),
	defineOperation("listZaps"),
	defineOperation("createZap"),
	defineOperation("searchAudit"),
	defineOperation("getMetrics"),
];
