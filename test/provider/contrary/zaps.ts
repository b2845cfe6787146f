import { auditEntry } from "./audit-trail.ts";
import { nothing, shape, text } from "./demands.ts";
import { writeMoment } from "./moment.ts";
import type { Operation } from "./operation.ts";
import { readPage } from "./page-request.ts";
import { doesNotFit } from "./refusal.ts";

export const listZaps: Operation = {
	name: "listZaps",
	answer({ archive }, _body, query) {
		const slice = archive.sliceZaps(readPage(query));
		if (!slice)
			throw doesNotFit({
				parameter: "cursor",
				code: "cursor",
				detail: "We never gave that out.",
			});
		return { status: 200, body: { ...slice, count: slice.items.length } };
	},
};

export const createZap: Operation = {
	name: "createZap",
	demand: shape({ name: text(200), "id?": nothing, "createdAt?": nothing }),
	answer(scene, body) {
		const at = scene.clock();
		const id = scene.mint("zap");
		const createdAt = writeMoment(at, 0);
		// A sent property overrides one that the service would add.
		const zap = { revision: 1, owner: null, ...body, id, createdAt };
		scene.archive.keepZap(zap);
		scene.archive.keepAudit(
			auditEntry({
				id: scene.mint("aud"),
				at,
				action: "zap.created",
				subject: { type: "zap", id },
				detail: { name: body.name },
				known: String(body.name),
			}),
		);
		return { status: 201, body: zap };
	},
};
