import { operations } from "../contracts/generated/operations.ts";
import { auditOfZap } from "../fixtures/audit-record.ts";
import { zapOf } from "../fixtures/zap.ts";
import type { OperationDefinition } from "../src/engine/service.ts";
import { defineOperation } from "./define.ts";

export const listZaps: OperationDefinition = defineOperation(
	"listZaps",
	async ({ query, state, reply, refuse }) => {
		const page = await state.page("zaps", query);
		return page
			? reply(operations.listZaps.success, page)
			: refuse({ parameter: "cursor", detail: "was never issued" });
	},
);

export const createZap: OperationDefinition = defineOperation(
	"createZap",
	async ({ body, state, reply }) => {
		const zap = await state.append((mint) => {
			const zaps = zapOf(mint, body);
			return { add: { zaps, audit: auditOfZap(mint, zaps) }, result: zaps };
		});
		return reply(operations.createZap.success, zap);
	},
);
