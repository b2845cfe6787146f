import { forbidden, object, text } from "./checks.ts";
import type { Operation } from "./operation.ts";
import { type InvalidPart, invalid } from "./problem.ts";
import { formatTime, now } from "./times.ts";

export const listZaps: Operation = {
	name: "listZaps",
	run({ zaps }, _body, query) {
		const errors: InvalidPart[] = [];
		for (const parameter of ["limit", "cursor"]) {
			const values = query.getAll(parameter);
			if (values.length > 1 || values[0] === "")
				errors.push({ parameter, code: "value", detail: "Needs one value." });
		}
		const limit = query.get("limit") || "20";
		if (!/^0*([1-9][0-9]?|100)$/.test(limit) && errors.length === 0)
			errors.push({
				parameter: "limit",
				code: "range",
				detail: "Must be from 1 to 100.",
			});
		if (errors.length > 0) throw invalid(...errors);
		const page = zaps.readPage(Number(limit), query.get("cursor") ?? undefined);
		if (!page)
			throw invalid({
				parameter: "cursor",
				code: "cursor",
				detail: "Was never issued.",
			});
		return { status: 200, body: { ...page, count: page.items.length } };
	},
};

export const createZap: Operation = {
	name: "createZap",
	check: object({ name: text(200), "id?": forbidden, "createdAt?": forbidden }),
	run(state, body) {
		const at = now();
		const id = state.createId("zap");
		// A sent property overrides one that the service would add.
		const zap = {
			...{ revision: 1, owner: null },
			...body,
			id,
			createdAt: formatTime(at, 0),
		};
		state.zaps.add(zap);
		state.addAuditRecord({
			action: "zap.created",
			id,
			at,
			detail: { name: body.name },
			text: String(body.name),
		});
		return { status: 201, body: zap };
	},
};
