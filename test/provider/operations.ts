import { createAudit } from "./audit.ts";
import type { Switches } from "./differences.ts";
import { createFormats } from "./formats.ts";
import type { Metrics } from "./metrics.ts";
import { createPages } from "./pages.ts";
import { Rejection, type Reply } from "./problem.ts";
import { type CommandRequest, createRequests } from "./requests.ts";

interface Sent {
	readonly query: URLSearchParams;
	readonly body: unknown;
}

export function createOperations(switches: Switches, metrics: Metrics) {
	const { has, pick, added } = switches;
	const requests = createRequests(switches);
	const readZaps = createPages(switches, { parameter: "cursor" });
	const readRecords = createPages(switches, { pointer: "/cursor" });
	const formats = createFormats(switches);
	const { nextId, formatTime } = formats;
	const audit = createAudit(switches, formats);
	const zaps: object[] = [];
	const taken = new Set<string>();

	const status = pick("accepted", {
		"receipt-status-uppercase": "ACCEPTED",
		"receipt-status-queued": "queued",
	});
	const accept = ({ command, args }: CommandRequest) => ({
		...added,
		id: nextId("cmd"),
		command,
		args: has("args-dropped") ? undefined : args,
		status,
	});
	const toReceipt = (code: number, receipt: object, at: number): Reply => ({
		status: code,
		type: pick("application/json", { "receipts-text-plain": "text/plain" }),
		body: {
			...added,
			...receipt,
			[pick("acceptedAt", { "accepted-at-snake-case": "accepted_at" })]:
				formatTime(at),
		},
	});

	return {
		getHealth: (): Reply => ({
			status: 200,
			type: pick("application/json", { "health-text": "text/plain" }),
			body: pick<unknown>(
				{ ...added, status: pick("ok", { "health-up": "UP" }) },
				{ "health-text": "OK" },
			),
		}),
		submitCommand({ body }: Sent): Reply {
			const receipt = accept(requests.readCommand(body));
			const { id, command } = receipt;
			const at = audit.add("command", "submitted", id, { command });
			metrics.commands.inc();
			if (has("command-204")) return { status: 204 };
			return toReceipt(pick(202, { "command-200": 200 }), receipt, at);
		},
		submitPipeline({ body }: Sent): Reply {
			const accepted = requests.readPipeline(body).steps.map(accept);
			const steps = has("step-ids-missing")
				? accepted.map((step) => ({ ...step, id: undefined }))
				: accepted;
			const id = nextId("pipe");
			const detail = { steps: steps.length };
			const at = audit.add("pipeline", "submitted", id, detail);
			metrics.pipelines.inc();
			const code = pick(202, { "pipeline-201": 201 });
			return toReceipt(code, { id, status, steps }, at);
		},
		createZap({ body }: Sent): Reply {
			const { name, ...others } = requests.readZap(body);
			if (has("zap-name-unique") && taken.has(name))
				throw new Rejection(409, "Another zap has this name.");
			taken.add(name);
			const id = nextId("zap");
			const at = audit.add("zap", "created", id, { name });
			// A sent property overrides one that the service would add.
			const zap = {
				...added,
				...(has("zap-properties-dropped") ? {} : others),
				id,
				name,
				[pick("createdAt", { "created-at-snake-case": "created_at" })]:
					formatTime(at),
			};
			zaps.push(zap);
			metrics.zaps.inc();
			return {
				status: pick(201, { "create-zap-200": 200 }),
				body: pick<object>(zap, { "created-zap-in-data": { data: zap } }),
			};
		},
		listZaps({ query }: Sent): Reply {
			const request = requests.readPage(query);
			const ordered = has("zaps-oldest-first") ? zaps : zaps.toReversed();
			const { items, links } = readZaps(ordered, request);
			const body = pick<object>(
				{ items, ...links },
				{
					"zaps-in-zaps": { zaps: items, ...links },
					"zaps-in-data": { data: { items, ...links } },
					"zaps-bare-array": items,
				},
			);
			return { status: 200, body };
		},
		searchAudit({ body }: Sent): Reply {
			const query = requests.readSearch(body);
			const found = audit.find(query);
			const ordered = has("audit-oldest-first") ? found : found.toReversed();
			const { items, links } = readRecords(ordered, query);
			return { status: 200, body: { items, ...links } };
		},
		async getMetrics(): Promise<Reply> {
			metrics.auditRecords.set(audit.count());
			return metrics.expose();
		},
	};
}
