import { operations } from "../contracts/generated/operations.ts";
import type { OperationDefinition } from "../src/engine/model/service.ts";
import type { Query } from "../src/store/store.ts";
import { defineOperation, type HandlerContext } from "./define-operation.ts";
import { toMilliseconds } from "./to-milliseconds.ts";

/** Turns the body of a search into a query of the store. */
function toQuery({
	action,
	subjectType,
	subjectId,
	from,
	to,
	text,
}: HandlerContext<"searchAudit">["body"]): Query {
	const keys = Object.entries({ action, subjectType, subjectId }).filter(
		(entry): entry is [string, string] => entry[1] !== undefined,
	);
	return {
		keys: Object.fromEntries(keys),
		...(from !== undefined && { from: toMilliseconds(from) }),
		...(to !== undefined && { to: toMilliseconds(to) }),
		...(text !== undefined && { text }),
	};
}

export const searchAudit: OperationDefinition = defineOperation(
	"searchAudit",
	async ({ body, state, reply, reject }) => {
		const page = await state.page("audit", {
			limit: body.limit,
			cursor: body.cursor,
			where: toQuery(body),
		});
		return page
			? reply(operations.searchAudit.success, page)
			: reject({ pointer: "/cursor", detail: "was never issued" });
	},
);
