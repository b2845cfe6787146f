import { idPrefixes } from "../contracts/generated/operations.ts";
import type { components } from "../contracts/generated/types.ts";
import type { WriteContext } from "../src/store/write-context.ts";

export type Command = components["schemas"]["CommandReceipt"];
export type CommandRequest = components["schemas"]["CommandRequest"];

/** Creates the receipt of a command; it has `args` only if the request has. */
export const createCommandRecord = (
	context: WriteContext,
	{ command, args }: CommandRequest,
): Command => ({
	id: context.id(idPrefixes.command),
	command,
	...(args !== undefined && { args }),
	status: "accepted",
	acceptedAt: context.at,
});
