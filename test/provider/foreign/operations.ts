import { createAudit } from "./audit.ts";
import type { Switches } from "./differences.ts";
import { createFormats } from "./formats.ts";
import type { Metrics } from "./metrics.ts";
import { createPages, type Entry } from "./pages.ts";
import type { Reply } from "./problem.ts";
import { type CommandRequest, createRequests } from "./requests.ts";

interface Sent {
	readonly query: URLSearchParams;
	readonly body: unknown;
}

export type OperationId =
	| "getHealth"
	| "submitCommand"
	| "submitPipeline"
	| "listZaps"
	| "createZap"
	| "searchAudit"
	| "getMetrics";

export type Operation = (sent: Sent) => Reply | Promise<Reply>;

export function createOperations(
	switches: Switches,
	metrics: Metrics,
): Readonly<Record<OperationId, Operation>> {
	const { has, pick } = switches;
	const requests = createRequests(switches);
	const readPage = createPages(switches);
	const formats = createFormats(switches);
	const { nextId, formatTime } = formats;
	const audit = createAudit(switches, formats, metrics);
	const zaps: Entry[] = [];

	const status = pick("accepted", {
		"receipt-status-uppercase": "ACCEPTED",
		"receipt-status-queued": "queued",
	});
	const type = pick("application/json", {
		"receipts-text-plain": "text/plain",
	});
	const acceptedAt = pick("acceptedAt", {
		"accepted-at-snake-case": "accepted_at",
	});
	const accept = ({ command, args }: CommandRequest) => ({
		id: nextId("cmd"),
		command,
		args: has("args-dropped") ? undefined : args,
		status,
	});

	return {
		getHealth: () =>
			pick<Reply>(
				{ status: 200, body: { status: "ok" } },
				{
					"health-up": { status: 200, body: { status: "UP" } },
					"health-text": { status: 200, type: "text/plain", body: "OK" },
				},
			),
		submitCommand({ body }) {
			const receipt = accept(requests.readCommand(body));
			const { id, command } = receipt;
			const at = audit.add("command", "submitted", id, { command });
			metrics.commands.inc();
			if (has("command-204")) return { status: 204 };
			return {
				status: pick(202, { "command-200": 200 }),
				type,
				body: { ...receipt, [acceptedAt]: formatTime(at) },
			};
		},
		submitPipeline({ body }) {
			const steps = requests.readPipeline(body).steps.map((step) => ({
				...accept(step),
				...(has("step-ids-missing") && { id: undefined }),
			}));
			const id = nextId("pipe");
			const detail = { steps: steps.length };
			const at = audit.add("pipeline", "submitted", id, detail);
			metrics.pipelines.inc();
			return {
				status: pick(202, { "pipeline-201": 201 }),
				type,
				body: { id, status, steps, [acceptedAt]: formatTime(at) },
			};
		},
		createZap({ body }) {
			const { name, ...others } = requests.readZap(body);
			const id = nextId("zap");
			const at = audit.add("zap", "created", id, { name });
			const time = formatTime(at);
			const shown = {
				...(has("zap-properties-dropped") ? {} : others),
				name,
				...pick<object>({ id }, { "zap-underscore-id": { _id: id } }),
				...pick<object>(
					{ createdAt: time },
					{ "created-at-snake-case": { created_at: time } },
				),
			};
			zaps.push({ sequence: zaps.length, shown });
			metrics.zaps.inc();
			return {
				status: pick(201, { "create-zap-200": 200 }),
				body: pick<object>(shown, { "created-zap-in-data": { data: shown } }),
			};
		},
		listZaps({ query }) {
			const property = pick("items", { "zaps-in-zaps": "zaps" });
			const isOldestFirst = has("zaps-oldest-first");
			const place = { parameter: "cursor" };
			const { items, body } = readPage(
				{ property, entries: zaps, isOldestFirst, place },
				requests.readPage(query),
			);
			return {
				status: 200,
				body: pick<object>(body, {
					"zaps-in-data": { data: body },
					"zaps-bare-array": items,
				}),
			};
		},
		searchAudit({ body }) {
			const query = requests.readSearch(body);
			const property = pick("items", { "records-in-results": "results" });
			const isOldestFirst = has("audit-oldest-first");
			const place = { pointer: "/cursor" };
			const entries = audit.find(query);
			const list = { property, entries, isOldestFirst, place };
			return { status: 200, body: readPage(list, query).body };
		},
		getMetrics: metrics.expose,
	};
}
