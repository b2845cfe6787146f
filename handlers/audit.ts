import { operations } from "../contracts/generated/operations.ts";
import type { OperationDefinition } from "../src/engine/service.ts";
import type { Query } from "../src/store/store.ts";
import { defineOperation, type ExchangeOf } from "./define.ts";
import { instant } from "./instant.ts";

function conditions({
	action,
	subjectType,
	subjectId,
	from,
	to,
	text,
}: ExchangeOf<"searchAudit">["body"]): Query {
	const keys = Object.entries({ action, subjectType, subjectId }).filter(
		(entry): entry is [string, string] => entry[1] !== undefined,
	);
	return {
		keys: Object.fromEntries(keys),
		...(from !== undefined && { from: instant(from) }),
		...(to !== undefined && { to: instant(to) }),
		...(text !== undefined && { text }),
	};
}

export const searchAudit: OperationDefinition = defineOperation(
	"searchAudit",
	async ({ body, state, reply, refuse }) => {
		const page = await state.page("audit", {
			limit: body.limit,
			cursor: body.cursor,
			where: conditions(body),
		});
		return page
			? reply(operations.searchAudit.success, page)
			: refuse({ pointer: "/cursor", detail: "was never issued" });
	},
);
