/**
 * Zap management service in the style of an enterprise Java team: enveloped responses, UUIDs, coded errors,
 * declared field constraints, correlation ids, idempotency keys, page objects and a bearer credential.
 */
import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** The bearer token of the one registered API client. */
export const TOKEN = "zsk_9f1c2b7e4d5a4c0e8b3f6a7d1e2c3b4a";

type Bean = Record<string, unknown>;
type Violation = { field: string; code: string; message: string };
type Constraint = (value: unknown, field: string) => Violation[];
type Context = { correlationId: string; query: URLSearchParams; body: Bean };
type Result = {
	status: number;
	data: unknown;
	entityId?: string;
	headers?: Record<string, string>;
};
type Route = {
	constraint?: Constraint;
	eventType?: string;
	open?: boolean;
	raw?: string | undefined;
	handle: (context: Context) => Result;
};

const ACTOR = "svc-zap-client";
const MAX_BODY_BYTES = 65_536;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
const [ZAP_STATUSES, OUTCOMES] = [
	["ACTIVE", "INACTIVE"],
	["SUCCESS", "FAILURE"],
] as const;

class ServiceException extends Error {
	readonly fault: {
		status: number;
		code: string;
		details: Violation[];
		headers: Record<string, string>;
	};
	constructor(
		status: number,
		code: string,
		message: string,
		details: Violation[] = [],
		headers: Record<string, string> = {},
	) {
		super(message);
		this.fault = { status, code, details, headers };
	}
}
const isBean = (value: unknown): value is Bean =>
	typeof value === "object" && value !== null && !Array.isArray(value);
const constraint =
	(
		code: string,
		message: string,
		test: (value: unknown) => boolean,
	): Constraint =>
	(value, field) =>
		value === undefined || value === null || test(value)
			? []
			: [{ field, code, message }];
const required =
	(inner: Constraint): Constraint =>
	(value, field) =>
		value === undefined || value === null
			? [{ field, code: "NOT_NULL", message: "must not be null" }]
			: inner(value, field);
const text = (min: number, max: number) =>
	constraint(
		"SIZE",
		`must be a string of ${min} to ${max} characters without surrounding spaces`,
		(value) =>
			typeof value === "string" &&
			value === value.trim() &&
			value.length >= min &&
			value.length <= max,
	);
const oneOf = (values: readonly string[]) =>
	constraint("INVALID_VALUE", `must be one of ${values.join(", ")}`, (value) =>
		values.includes(value as string),
	);
const integer = (min: number, max: number) =>
	constraint(
		"RANGE",
		`must be an integer between ${min} and ${max}`,
		(value) =>
			Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
	);
const uuid = constraint(
	"INVALID_UUID",
	"must be a valid UUID",
	(value) => typeof value === "string" && UUID.test(value),
);
const instant = constraint(
	"INVALID_TIMESTAMP",
	"must be an ISO 8601 date and time with an offset",
	(value) =>
		typeof value === "string" &&
		INSTANT.test(value) &&
		!Number.isNaN(Date.parse(value)),
);
const bean =
	(fields: Record<string, Constraint>): Constraint =>
	(value, field) => {
		if (!isBean(value))
			return constraint(
				"INVALID_TYPE",
				"must be an object",
				isBean,
			)(value, field);
		const unknown: Constraint = (_, field) => [
			{ field, code: "UNKNOWN_FIELD", message: "is not a recognized field" },
		];
		return [
			...new Set([...Object.keys(fields), ...Object.keys(value)]),
		].flatMap((name) =>
			(Object.hasOwn(fields, name) ? (fields[name] ?? unknown) : unknown)(
				value[name],
				field === "" ? name : `${field}.${name}`,
			),
		);
	};
const listOf =
	(min: number, max: number, item: Constraint): Constraint =>
	(value, field) =>
		Array.isArray(value) && value.length >= min && value.length <= max
			? value.flatMap((element: unknown, index) =>
					item(element, `${field}[${index}]`),
				)
			: [
					{
						field,
						code: "SIZE",
						message: `must be an array of ${min} to ${max} elements`,
					},
				];
const name = required(text(3, 64));
const priority = oneOf(["LOW", "NORMAL", "HIGH"]);
const instruction = {
	commandType: required(oneOf(["EXECUTE_ZAP", "VALIDATE_ZAP"])),
	zapId: required(uuid),
};
const paging = { page: integer(0, 100_000), size: integer(1, 100) };
const zapRequest = bean({
	zapName: name,
	description: text(1, 255),
	status: oneOf(ZAP_STATUSES),
	triggerType: required(oneOf(["SCHEDULE", "EVENT", "MANUAL"])),
	actionType: required(oneOf(["NOTIFICATION", "FILE_TRANSFER", "HTTP_CALL"])),
});
const zapQuery = bean({
	...paging,
	zapId: uuid,
	zapName: text(1, 64),
	status: oneOf(ZAP_STATUSES),
	sort: oneOf(["createdAt,asc", "createdAt,desc"]),
});
const commandRequest = bean({
	...instruction,
	priority,
	clientReference: text(1, 64),
});
const pipelineRequest = bean({
	pipelineName: name,
	priority,
	steps: required(
		listOf(1, 20, required(bean({ ...instruction, stepName: name }))),
	),
});
const auditRequest = bean({
	...paging,
	sortDirection: oneOf(["ASC", "DESC"]),
	criteria: bean({
		eventType: oneOf([
			"ZAP_CREATED",
			"COMMAND_SUBMITTED",
			"PIPELINE_SUBMITTED",
		]),
		entityId: uuid,
		outcome: oneOf(OUTCOMES),
		actor: text(1, 64),
		correlationId: uuid,
		occurredFrom: instant,
		occurredTo: instant,
	}),
});

const sha256 = (data: string | Buffer) =>
	createHash("sha256").update(data).digest();
function reject(violations: Violation[]): void {
	if (violations.length > 0)
		throw new ServiceException(
			400,
			"ZAP-400-002",
			"Request validation failed.",
			violations,
		);
}
function paginate(all: unknown[], request: Bean): Bean {
	const [number, size] = [
		Number(request.page ?? 0),
		Number(request.size ?? 20),
	];
	return {
		content: all.slice(number * size, (number + 1) * size),
		page: {
			number,
			size,
			totalElements: all.length,
			totalPages: Math.ceil(all.length / size),
		},
	};
}
async function readBody(
	request: IncomingMessage,
): Promise<{ body: Bean; digest: string }> {
	if (
		!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "")
	)
		throw new ServiceException(
			415,
			"ZAP-415-001",
			"Content-Type must be application/json.",
		);
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		length += chunk.length;
		if (length <= MAX_BODY_BYTES) chunks.push(chunk);
	}
	if (length > MAX_BODY_BYTES)
		throw new ServiceException(
			413,
			"ZAP-413-001",
			`The request body exceeds ${MAX_BODY_BYTES} bytes.`,
		);
	const bytes = Buffer.concat(chunks);
	let body: unknown;
	try {
		body = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch {
		/* Reported below as unreadable. */
	}
	if (!isBean(body))
		throw new ServiceException(
			400,
			"ZAP-400-001",
			"The request body is missing or is not a readable JSON object.",
		);
	return { body, digest: sha256(bytes).toString("hex") };
}

export function createService(): (
	request: IncomingMessage,
	response: ServerResponse,
) => Promise<void> {
	const zaps = new Map<string, Bean>();
	const auditLog: Bean[] = [];
	const replays = new Map<string, { digest: string; result: Result }>();
	const timings = new Map<string, { count: number; seconds: number }>();
	const now = () => new Date().toISOString();
	function requireZap(
		zapId: unknown,
		commandType: unknown,
		field: string,
	): string {
		const zap = zaps.get(String(zapId).toLowerCase());
		if (!zap)
			throw new ServiceException(
				422,
				"ZAP-422-001",
				"The referenced zap does not exist.",
				[{ field, code: "ZAP_NOT_FOUND", message: `no zap with id ${zapId}` }],
			);
		if (commandType === "EXECUTE_ZAP" && zap.status !== "ACTIVE")
			throw new ServiceException(409, "ZAP-409-002", "The zap is not active.", [
				{
					field,
					code: "INVALID_STATE",
					message: "must refer to an active zap",
				},
			]);
		return String(zap.zapId);
	}
	function createZap({ body }: Context): Result {
		const {
			zapName,
			description = null,
			status,
			triggerType,
			actionType,
		} = body;
		if (
			[...zaps.values()].some(
				(zap) =>
					String(zap.zapName).toLowerCase() === String(zapName).toLowerCase(),
			)
		)
			throw new ServiceException(
				409,
				"ZAP-409-001",
				"A zap with this name already exists.",
				[{ field: "zapName", code: "DUPLICATE", message: "must be unique" }],
			);
		const [entityId, at] = [randomUUID(), now()];
		const zap: Bean = {
			zapId: entityId,
			zapName,
			description,
			status: status ?? "ACTIVE",
			triggerType,
			actionType,
			version: 0,
			createdBy: ACTOR,
			createdAt: at,
			lastModifiedAt: at,
		};
		zaps.set(entityId, zap);
		return {
			status: 201,
			data: zap,
			entityId,
			headers: { Location: `/v1/zaps?zapId=${entityId}` },
		};
	}
	function listZaps({ query }: Context): Result {
		const filter: Bean = {};
		for (const [key, value] of query)
			filter[key] =
				key in paging && /^\d{1,9}$/.test(value) ? Number(value) : value;
		reject(zapQuery(filter, ""));
		const found = [...zaps.values()].filter(
			(zap) =>
				(!filter.zapId || zap.zapId === String(filter.zapId).toLowerCase()) &&
				(!filter.status || zap.status === filter.status) &&
				String(zap.zapName)
					.toLowerCase()
					.includes(String(filter.zapName ?? "").toLowerCase()),
		);
		return {
			status: 200,
			data: paginate(
				filter.sort === "createdAt,asc" ? found : found.reverse(),
				filter,
			),
		};
	}
	function submitCommand({ body }: Context): Result {
		const { commandType, priority, clientReference = null } = body;
		const [zapId, commandId] = [
			requireZap(body.zapId, commandType, "zapId"),
			randomUUID(),
		];
		return {
			status: 202,
			data: {
				commandId,
				commandType,
				zapId,
				priority: priority ?? "NORMAL",
				clientReference,
				commandStatus: "ACCEPTED",
				submittedAt: now(),
			},
			entityId: commandId,
		};
	}
	function submitPipeline({ body }: Context): Result {
		const steps = (body.steps as Bean[]).map(
			({ stepName, commandType, zapId }, index) => ({
				stepId: randomUUID(),
				sequence: index + 1,
				stepName,
				commandType,
				zapId: requireZap(zapId, commandType, `steps[${index}].zapId`),
				stepStatus: "PENDING",
			}),
		);
		const [pipelineId, priority] = [randomUUID(), body.priority ?? "NORMAL"];
		return {
			status: 202,
			data: {
				pipelineId,
				pipelineName: body.pipelineName,
				priority,
				pipelineStatus: "ACCEPTED",
				steps,
				submittedAt: now(),
			},
			entityId: pipelineId,
		};
	}
	function searchAudit({ body }: Context): Result {
		const { occurredFrom, occurredTo, ...exact } = (body.criteria ??
			{}) as Bean;
		const [from, to] = [
			occurredFrom ? Date.parse(String(occurredFrom)) : -Infinity,
			occurredTo ? Date.parse(String(occurredTo)) : Infinity,
		];
		if (from > to)
			reject([
				{
					field: "criteria.occurredFrom",
					code: "INVALID_RANGE",
					message: "must not be after occurredTo",
				},
			]);
		const found = auditLog.filter(
			(entry) =>
				Date.parse(String(entry.occurredAt)) >= from &&
				Date.parse(String(entry.occurredAt)) <= to &&
				Object.entries(exact).every(
					([key, value]) =>
						value === null ||
						entry[key] ===
							(key.endsWith("Id") ? String(value).toLowerCase() : value),
				),
		);
		return {
			status: 200,
			data: paginate(
				body.sortDirection === "ASC" ? found : found.reverse(),
				body,
			),
		};
	}
	function readMetrics(): Result {
		const gauge = (status: string) =>
			`zap_service_zaps{status="${status}"} ${[...zaps.values()].filter((zap) => zap.status === status).length}`;
		const counter = (outcome: string) =>
			`zap_service_audit_records_total{outcome="${outcome}"} ${auditLog.filter((entry) => entry.outcome === outcome).length}`;
		const summary = [...timings].flatMap(([labels, { count, seconds }]) => [
			`http_server_requests_seconds_count{${labels}} ${count}`,
			`http_server_requests_seconds_sum{${labels}} ${seconds}`,
		]);
		const family = (
			name: string,
			type: string,
			help: string,
			samples: string[],
		) =>
			[`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples, ""].join(
				"\n",
			);
		return {
			status: 200,
			data:
				family(
					"http_server_requests_seconds",
					"summary",
					"Duration of HTTP server request handling",
					summary,
				) +
				family(
					"zap_service_zaps",
					"gauge",
					"Registered zaps by status",
					ZAP_STATUSES.map(gauge),
				) +
				family(
					"zap_service_audit_records_total",
					"counter",
					"Audit records by outcome",
					OUTCOMES.map(counter),
				),
		};
	}
	const routes = new Map<string, Record<string, Route>>([
		[
			"/v1/health",
			{
				GET: {
					open: true,
					raw: "application/json",
					handle: () => ({
						status: 200,
						data: {
							status: "UP",
							components: { zapRepository: { status: "UP" } },
						},
					}),
				},
			},
		],
		[
			"/v1/command",
			{
				POST: {
					constraint: commandRequest,
					eventType: "COMMAND_SUBMITTED",
					handle: submitCommand,
				},
			},
		],
		[
			"/v1/pipeline",
			{
				POST: {
					constraint: pipelineRequest,
					eventType: "PIPELINE_SUBMITTED",
					handle: submitPipeline,
				},
			},
		],
		[
			"/v1/zaps",
			{
				GET: { handle: listZaps },
				POST: {
					constraint: zapRequest,
					eventType: "ZAP_CREATED",
					handle: createZap,
				},
			},
		],
		[
			"/v1/audit/search",
			{ POST: { constraint: auditRequest, handle: searchAudit } },
		],
		[
			"/metrics",
			{
				GET: {
					raw: "text/plain; version=0.0.4; charset=utf-8",
					handle: readMetrics,
				},
			},
		],
	]);

	/** Authenticates, routes and validates a request, replays repeated submissions and leaves an audit record of every write. */
	async function dispatch(
		request: IncomingMessage,
		path: string,
		context: Context,
	): Promise<Result & { raw?: string | undefined }> {
		const methods = routes.get(path);
		const route =
			methods && Object.hasOwn(methods, request.method ?? "")
				? methods[request.method ?? ""]
				: undefined;
		const credential =
			/^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
		if (!route?.open && !timingSafeEqual(sha256(credential), sha256(TOKEN)))
			throw new ServiceException(
				401,
				"ZAP-401-001",
				"A valid bearer token is required.",
				[],
				{ "WWW-Authenticate": 'Bearer realm="zap-service"' },
			);
		if (!methods)
			throw new ServiceException(
				404,
				"ZAP-404-001",
				"The requested resource does not exist.",
			);
		if (!route)
			throw new ServiceException(
				405,
				"ZAP-405-001",
				`Method ${request.method} is not supported.`,
				[],
				{ Allow: Object.keys(methods).join(", ") },
			);
		const audit = (
			entityId: string | null,
			outcome: string,
			resultCode: string,
		) =>
			route.eventType &&
			auditLog.push({
				auditId: randomUUID(),
				eventType: route.eventType,
				entityId,
				outcome,
				resultCode,
				actor: ACTOR,
				correlationId: context.correlationId,
				occurredAt: now(),
			});
		try {
			if (!route.constraint)
				return { ...route.handle(context), raw: route.raw };
			const { body, digest } = await readBody(request);
			const key = route.eventType
				? request.headers["x-idempotency-key"]
				: undefined;
			reject(uuid(key, "X-Idempotency-Key"));
			const earlier = replays.get(`${path} ${key}`);
			if (earlier && earlier.digest !== digest)
				throw new ServiceException(
					422,
					"ZAP-422-002",
					"The idempotency key was used with a different request body.",
				);
			if (earlier)
				return {
					...earlier.result,
					headers: {
						...earlier.result.headers,
						"X-Idempotency-Replayed": "true",
					},
				};
			reject(route.constraint(body, ""));
			const result = route.handle({ ...context, body });
			if (key) replays.set(`${path} ${key}`, { digest, result });
			audit(result.entityId ?? null, "SUCCESS", "ZAP-000-000");
			return result;
		} catch (error) {
			audit(
				null,
				"FAILURE",
				error instanceof ServiceException ? error.fault.code : "ZAP-500-001",
			);
			throw error;
		}
	}
	return async (request, response) => {
		const started = performance.now();
		const [path = "", query = ""] = (request.url ?? "").split("?", 2);
		const supplied = String(
			request.headers["x-correlation-id"] ?? "",
		).toLowerCase();
		const meta = {
			correlationId: UUID.test(supplied) ? supplied : randomUUID(),
			timestamp: now(),
		};
		let [status, type, payload, headers]: [
			number,
			string,
			string,
			Record<string, string>,
		] = [500, "application/json", "", {}];
		try {
			const result = await dispatch(request, path, {
				correlationId: meta.correlationId,
				query: new URLSearchParams(query),
				body: {},
			});
			[status, type, headers] = [
				result.status,
				result.raw ?? type,
				result.headers ?? {},
			];
			payload =
				typeof result.data === "string"
					? result.data
					: JSON.stringify(
							result.raw
								? result.data
								: { status: "SUCCESS", meta, data: result.data },
						);
		} catch (cause) {
			const error =
				cause instanceof ServiceException
					? cause
					: new ServiceException(
							500,
							"ZAP-500-001",
							"An unexpected error occurred.",
						);
			({ status, headers } = error.fault);
			payload = JSON.stringify({
				status: "ERROR",
				meta,
				error: {
					code: error.fault.code,
					message: error.message,
					path,
					details: error.fault.details,
				},
			});
		}
		const outcome =
			status < 400 ? "SUCCESS" : status < 500 ? "CLIENT_ERROR" : "SERVER_ERROR";
		const labels = `method="${request.method}",outcome="${outcome}",status="${status}",uri="${routes.has(path) ? path : "UNKNOWN"}"`;
		const { count, seconds } = timings.get(labels) ?? { count: 0, seconds: 0 };
		timings.set(labels, {
			count: count + 1,
			seconds: seconds + (performance.now() - started) / 1000,
		});
		response
			.writeHead(status, {
				"Content-Type": type,
				"Content-Length": Buffer.byteLength(payload),
				"Cache-Control": "no-store",
				"X-Content-Type-Options": "nosniff",
				"X-Correlation-Id": meta.correlationId,
				...headers,
			})
			.end(payload);
	};
}
