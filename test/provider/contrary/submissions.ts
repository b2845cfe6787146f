import type { Json } from "./archive.ts";
import { auditEntry } from "./audit-trail.ts";
import { anything, listOf, shape, text } from "./demands.ts";
import { writeMoment } from "./moment.ts";
import type { Operation, Scene } from "./operation.ts";

const step = shape({ command: text(200), "args?": anything });

function receipt(
	{ mint }: Scene,
	{ command, ...rest }: Json,
): Json & { id: string } {
	const { args } = rest;
	return {
		attempts: 0,
		id: mint("cmd"),
		status: "accepted",
		command,
		...(Object.hasOwn(rest, "args") && { args }),
	};
}

export const submitCommand: Operation = {
	name: "submitCommand",
	demand: step,
	answer(scene, body) {
		const at = scene.clock();
		const accepted = receipt(scene, body);
		scene.archive.tallies.commands += 1;
		scene.archive.keepAudit(
			auditEntry({
				id: scene.mint("aud"),
				at,
				action: "command.submitted",
				subject: { type: "command", id: accepted.id },
				known: String(body.command),
			}),
		);
		return {
			status: 202,
			body: { ...accepted, acceptedAt: writeMoment(at, 0) },
		};
	},
};

export const submitPipeline: Operation = {
	name: "submitPipeline",
	demand: shape({ steps: listOf(step, 1, 100) }),
	answer(scene, { steps }) {
		const at = scene.clock();
		const id = scene.mint("pipe");
		const accepted = (Array.isArray(steps) ? steps : []).map((each) =>
			receipt(scene, each),
		);
		scene.archive.tallies.pipelines += 1;
		scene.archive.keepAudit(
			auditEntry({
				id: scene.mint("aud"),
				at,
				action: "pipeline.submitted",
				subject: { type: "pipeline", id },
				known: `${accepted.length}`,
			}),
		);
		return {
			status: 202,
			body: {
				id,
				status: "accepted",
				acceptedAt: writeMoment(at, 6),
				steps: accepted,
				priority: "normal",
			},
		};
	},
};
