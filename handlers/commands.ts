import { operations } from "../contracts/generated/operations.ts";
import { auditOfCommand } from "../resources/audit-record.ts";
import { createCommandRecord } from "../resources/command.ts";
import type { OperationDefinition } from "../src/engine/model/service.ts";
import { defineOperation } from "./define-operation.ts";

export const submitCommand: OperationDefinition = defineOperation(
	"submitCommand",
	async ({ body, state, reply }) => {
		const command = await state.append((context) => {
			const command = createCommandRecord(context, body);
			return {
				add: { commands: command, audit: auditOfCommand(context, command) },
				result: command,
			};
		});
		return reply(operations.submitCommand.success, command);
	},
);
