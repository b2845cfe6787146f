import { operations } from "../contracts/generated/operations.ts";
import type { OperationDefinition } from "../src/mock/service.ts";
import { defineOperation } from "./define.ts";

export const getHealth: OperationDefinition = defineOperation(
	"getHealth",
	async ({ reply }) => reply(operations.getHealth.success, { status: "ok" }),
);
