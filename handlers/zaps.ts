import { operations } from "../contracts/generated/operations.ts";
import { auditOfZap } from "../resources/audit-record.ts";
import { createZapRecord } from "../resources/zap.ts";
import type { OperationDefinition } from "../src/engine/model/service.ts";
import { defineOperation } from "./define-operation.ts";

export const listZaps: OperationDefinition = defineOperation(
	"listZaps",
	async ({ query, state, reply, reject }) => {
		const page = await state.page("zaps", query);
		return page
			? reply(operations.listZaps.success, page)
			: reject({ parameter: "cursor", detail: "was never issued" });
	},
);

export const createZap: OperationDefinition = defineOperation(
	"createZap",
	async ({ body, state, reply }) => {
		const zap = await state.append((context) => {
			const zap = createZapRecord(context, body);
			return {
				add: { zaps: zap, audit: auditOfZap(context, zap) },
				result: zap,
			};
		});
		return reply(operations.createZap.success, zap);
	},
);
