import { operations } from "../contracts/generated/operations.ts";
import type { OperationDefinition } from "../src/engine/model/service.ts";
import { cacheJsonText } from "../src/engine/response/response.ts";
import { defineOperation } from "./define-operation.ts";

/** Constant, so that its JSON text is cached. */
const HEALTHY = cacheJsonText(Object.freeze({ status: "ok" } as const));

export const getHealth: OperationDefinition = defineOperation(
	"getHealth",
	async ({ reply }) => reply(operations.getHealth.success, HEALTHY),
);
