import { operations } from "../contracts/generated/operations.ts";
import type { OperationDefinition } from "../src/engine/service.ts";
import { defineOperation } from "./define.ts";

/** The same object each time, of which the text need be made only once. */
const UP = { status: "ok" } as const;

export const getHealth: OperationDefinition = defineOperation(
	"getHealth",
	async ({ reply }) => reply(operations.getHealth.success, UP),
);
