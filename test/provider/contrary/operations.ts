import { searchAudit } from "./audit-search.ts";
import { anything, array, object, text } from "./checks.ts";
import type { Operation } from "./operation.ts";
import type { Json, State } from "./state.ts";
import { formatTime, now } from "./times.ts";
import { createZap, listZaps } from "./zaps.ts";

const getHealth: Operation = {
	name: "getHealth",
	run: () => ({
		status: 200,
		body: {
			status: "ok",
			checks: [{ name: "memory", healthy: true }],
			load: null,
		},
	}),
};

const getMetrics: Operation = {
	name: "getMetrics",
	run: (state, _body, _query, metrics) => ({
		status: 200,
		body: metrics.format(state),
	}),
};

const command = object({ command: text(200), "args?": anything });

const createReceipt = (
	{ createId }: State,
	{ command, ...rest }: Json,
): Json & { id: string } => ({
	attempts: 0,
	id: createId("cmd"),
	status: "accepted",
	command,
	...(Object.hasOwn(rest, "args") && { args: rest.args }),
});

const submitCommand: Operation = {
	name: "submitCommand",
	check: command,
	run(state, body) {
		const at = now();
		const receipt = createReceipt(state, body);
		state.counts.commands += 1;
		state.addAuditRecord({
			action: "command.submitted",
			id: receipt.id,
			at,
			text: String(body.command),
		});
		return { status: 202, body: { ...receipt, acceptedAt: formatTime(at, 0) } };
	},
};

const submitPipeline: Operation = {
	name: "submitPipeline",
	check: object({ steps: array(command, 1, 100) }),
	run(state, { steps }) {
		const at = now();
		const id = state.createId("pipe");
		const receipts = (Array.isArray(steps) ? steps : []).map((step) =>
			createReceipt(state, step),
		);
		state.counts.pipelines += 1;
		state.addAuditRecord({
			action: "pipeline.submitted",
			id,
			at,
			text: `${receipts.length}`,
		});
		return {
			status: 202,
			body: {
				id,
				status: "accepted",
				acceptedAt: formatTime(at, 6),
				steps: receipts,
				priority: "normal",
			},
		};
	},
};

/** By path and method. */
export const operations: ReadonlyMap<
	string,
	Readonly<Record<string, Operation>>
> = new Map([
	["/metrics", { GET: getMetrics }],
	["/v1/audit/search", { POST: searchAudit }],
	["/v1/command", { POST: submitCommand }],
	["/v1/health", { GET: getHealth }],
	["/v1/pipeline", { POST: submitPipeline }],
	["/v1/zaps", { POST: createZap, GET: listZaps }],
]);
