import { operations } from "../contracts/generated/operations.ts";
import { auditOfCommand } from "../fixtures/audit-record.ts";
import { commandOf } from "../fixtures/command.ts";
import type { OperationDefinition } from "../src/engine/service.ts";
import { defineOperation } from "./define.ts";

export const submitCommand: OperationDefinition = defineOperation(
	"submitCommand",
	async ({ body, state, reply }) => {
		const receipt = await state.append((mint) => {
			const commands = commandOf(mint, body);
			return {
				add: { commands, audit: auditOfCommand(mint, commands) },
				result: commands,
			};
		});
		return reply(operations.submitCommand.success, receipt);
	},
);
