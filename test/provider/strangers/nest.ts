import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

const API_KEY = "zap-service-dev-key";
export const HEADERS: Record<string, string> = { "x-api-key": API_KEY };

const ZapStatus = ["draft", "active", "paused", "archived"] as const;
const TriggerType = ["webhook", "schedule", "manual"] as const;
const CommandType = [
	"ACTIVATE_ZAP",
	"PAUSE_ZAP",
	"RUN_ZAP",
	"ARCHIVE_ZAP",
] as const;
const AuditAction = [
	"ZAP_CREATED",
	"ZAP_ACTIVATED",
	"ZAP_PAUSED",
	"ZAP_RUN",
	"ZAP_ARCHIVED",
	"PIPELINE_EXECUTED",
] as const;
const EntityType = ["zap", "pipeline"] as const;
type ZapStatus = (typeof ZapStatus)[number];
type CommandType = (typeof CommandType)[number];
type AuditAction = (typeof AuditAction)[number];
type Json = Record<string, unknown>;

interface Zap {
	seq: number;
	id: string;
	name: string;
	description: string | null;
	triggerType: (typeof TriggerType)[number];
	triggerConfig: Json;
	status: ZapStatus;
	runCount: number;
	lastRunAt: string | null;
	createdAt: string;
	updatedAt: string;
}
interface AuditLog {
	seq: number;
	id: string;
	action: AuditAction;
	entityType: (typeof EntityType)[number];
	entityId: string;
	actor: string;
	commandId: string | null;
	pipelineId: string | null;
	metadata: Json;
	createdAt: string;
}
interface PageDto {
	limit?: number | undefined;
	cursor?: string | undefined;
}
interface CommandDto {
	type: CommandType;
	zapId: string;
	payload?: Json;
}
interface PipelineDto {
	name: string;
	steps: CommandDto[];
}
interface ListZapsDto extends PageDto {
	status?: ZapStatus;
	triggerType?: string;
	search?: string;
}
interface SearchAuditDto
	extends PageDto,
		Partial<Omit<AuditLog, "seq" | "id" | "metadata" | "createdAt">> {
	from?: string;
	to?: string;
}
type CreateZapDto = Pick<Zap, "name" | "triggerType"> &
	Partial<Pick<Zap, "description" | "triggerConfig">>;

class HttpException extends Error {
	readonly status: number;
	readonly body: Json;
	constructor(status: number, message: string | string[], error?: string) {
		super(String(message));
		this.status = status;
		this.body = error
			? { message, error, statusCode: status }
			: { statusCode: status, message };
	}
}
const badRequest = (message: string | string[]) =>
	new HttpException(400, message, "Bad Request");
const notFound = (message: string) =>
	new HttpException(404, message, "Not Found");
const conflict = (message: string) =>
	new HttpException(409, message, "Conflict");

// biome-ignore lint/suspicious/noExplicitAny: as in class-validator
type Constraint = [test: (value: any) => boolean, message: string];
interface Property {
	optional?: boolean;
	transform?: (value: unknown) => unknown;
	constraints: Constraint[];
	nested?: Schema;
}
type Schema = Record<string, Property>;

const UUID =
	/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const ISO8601 =
	/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;
const isPlainObject = (v: unknown): v is Json =>
	typeof v === "object" && v !== null && !Array.isArray(v);
const isString: Constraint = [
	(v) => typeof v === "string",
	"$property must be a string",
];
const isNotEmpty: Constraint = [
	(v) => v !== "" && v !== null && v !== undefined,
	"$property should not be empty",
];
const isUuid: Constraint = [
	(v) => typeof v === "string" && UUID.test(v),
	"$property must be a UUID",
];
const isObject: Constraint = [isPlainObject, "$property must be an object"];
const isDateString: Constraint = [
	(v) =>
		typeof v === "string" && ISO8601.test(v) && !Number.isNaN(Date.parse(v)),
	"$property must be a valid ISO 8601 date string",
];
const maxLength = (max: number): Constraint => [
	(v) => typeof v === "string" && v.length <= max,
	`$property must be shorter than or equal to ${max} characters`,
];
const isEnum = (values: readonly string[]): Constraint => [
	(v) => values.includes(v),
	`$property must be one of the following values: ${values.join(", ")}`,
];
const required = (...constraints: Constraint[]): Property => ({ constraints });
const optional = (...constraints: Constraint[]): Property => ({
	optional: true,
	constraints,
});
const name: Property = {
	transform: (v) => (typeof v === "string" ? v.trim() : v),
	constraints: [maxLength(120), isNotEmpty, isString],
};
const pageSchema: Schema = {
	limit: {
		optional: true,
		transform: (v) => (v === null || v === undefined ? v : Number(v)),
		constraints: [
			[(v) => v <= 100, "$property must not be greater than 100"],
			[(v) => v >= 1, "$property must not be less than 1"],
			[Number.isInteger, "$property must be an integer number"],
		],
	},
	cursor: optional(isString),
};
const listZapsSchema: Schema = {
	...pageSchema,
	status: optional(isEnum(ZapStatus)),
	triggerType: optional(isEnum(TriggerType)),
	search: optional(isString),
};
const createZapSchema: Schema = {
	name,
	description: optional(maxLength(500), isString),
	triggerType: required(isEnum(TriggerType)),
	triggerConfig: optional(isObject),
};
const commandSchema: Schema = {
	type: required(isEnum(CommandType)),
	zapId: required(isUuid),
	payload: optional(isObject),
};
const pipelineSchema: Schema = {
	name,
	steps: {
		nested: commandSchema,
		constraints: [
			[
				(v) => Array.isArray(v) && v.length <= 50,
				"$property must contain no more than 50 elements",
			],
			[
				(v) => Array.isArray(v) && v.length >= 1,
				"$property must contain at least 1 elements",
			],
			[Array.isArray, "$property must be an array"],
		],
	},
};
const searchAuditSchema: Schema = {
	...pageSchema,
	action: optional(isEnum(AuditAction)),
	entityType: optional(isEnum(EntityType)),
	entityId: optional(isUuid),
	actor: optional(isString),
	commandId: optional(isUuid),
	pipelineId: optional(isUuid),
	from: optional(isDateString),
	to: optional(isDateString),
};

function validate(
	schema: Schema,
	input: Json,
	output: Json,
	prefix = "",
): string[] {
	const unknown = Object.keys(input).filter(
		(key) => !Object.hasOwn(schema, key),
	);
	const errors = unknown.map(
		(key) => `${prefix}property ${key} should not exist`,
	);
	for (const [
		key,
		{ transform, optional: isOptional, constraints, nested },
	] of Object.entries(schema)) {
		const raw = Object.hasOwn(input, key) ? input[key] : undefined;
		const value = transform ? transform(raw) : raw;
		if (isOptional && (value === undefined || value === null)) continue;
		for (const [test, message] of constraints)
			if (!test(value)) errors.push(prefix + message.replace("$property", key));
		output[key] = value;
		if (!nested || !Array.isArray(value)) continue;
		output[key] = value.map((item, index) => {
			const child: Json = {};
			if (isPlainObject(item))
				errors.push(
					...validate(nested, item, child, `${prefix}${key}.${index}.`),
				);
			else
				errors.push(
					`${prefix}each value in nested property ${key} must be either object or array`,
				);
			return child;
		});
	}
	return errors;
}

function validationPipe<T>(schema: Schema, input: unknown): T {
	const dto: Json = {};
	const errors = isPlainObject(input)
		? validate(schema, input, dto)
		: ["an unknown value was passed to the validate function"];
	if (errors.length) throw badRequest(errors);
	return dto as T;
}

function paginate<T extends { seq: number }>(
	rows: T[],
	{ limit = 20, cursor }: PageDto,
) {
	const after =
		cursor && /^seq:(\d+)$/.exec(Buffer.from(cursor, "base64url").toString());
	if (cursor && !after) throw badRequest("Invalid cursor");
	const rest = rows
		.filter((row) => !after || row.seq < Number(after[1]))
		.sort((a, b) => b.seq - a.seq);
	const page = rest.slice(0, limit);
	const hasNextPage = rest.length > limit;
	const nextCursor = hasNextPage
		? Buffer.from(`seq:${page.at(-1)?.seq}`).toString("base64url")
		: null;
	return {
		data: page.map(({ seq, ...row }) => row),
		meta: { total: rows.length, limit, hasNextPage, nextCursor },
	};
}

class Counter {
	readonly name: string;
	readonly help: string;
	readonly values = new Map<string, number>();
	constructor(name: string, help: string, labelled = true) {
		this.name = name;
		this.help = help;
		if (!labelled) this.values.set("", 0);
	}
	inc(labels: Record<string, string | number> = {}) {
		const key = Object.entries(labels)
			.map(([label, value]) => `${label}="${value}"`)
			.join(",");
		this.values.set(key, (this.values.get(key) ?? 0) + 1);
	}
	render() {
		const samples = [...this.values].map(
			([labels, value]) => `${this.name}${labels && `{${labels}}`} ${value}`,
		);
		return [
			`# HELP ${this.name} ${this.help}`,
			`# TYPE ${this.name} counter`,
			...samples,
		].join("\n");
	}
}

const transitions: Record<
	CommandType,
	{ from: ZapStatus[]; to: ZapStatus; action: AuditAction }
> = {
	ACTIVATE_ZAP: {
		from: ["draft", "paused"],
		to: "active",
		action: "ZAP_ACTIVATED",
	},
	PAUSE_ZAP: { from: ["active"], to: "paused", action: "ZAP_PAUSED" },
	RUN_ZAP: { from: ["active"], to: "active", action: "ZAP_RUN" },
	ARCHIVE_ZAP: {
		from: ["draft", "active", "paused"],
		to: "archived",
		action: "ZAP_ARCHIVED",
	},
};

async function parseBody(request: IncomingMessage): Promise<unknown> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request) {
		size += chunk.length;
		if (size <= 102400) chunks.push(chunk);
	}
	if (
		!/^application\/json\s*(;|$)/i.test(
			request.headers["content-type"] ?? "",
		) ||
		size === 0
	)
		return {};
	if (size > 102400) throw new HttpException(413, "request entity too large");
	const text = Buffer.concat(chunks).toString("utf8");
	try {
		const body: unknown = JSON.parse(text);
		if (typeof body === "object" && body !== null) return body;
	} catch (error) {
		throw badRequest((error as Error).message);
	}
	throw badRequest(
		`Unexpected token '${text.trim()[0]}', "${text}" is not valid JSON`,
	);
}

function parseQuery(search: string): Json {
	const params = new URLSearchParams(search);
	const unwrap = (values: string[]) => (values.length > 1 ? values : values[0]);
	return Object.fromEntries(
		[...params.keys()].map((key) => [key, unwrap(params.getAll(key))]),
	);
}

function apiKeyGuard(request: IncomingMessage): string {
	const sha256 = (value: string) => createHash("sha256").update(value).digest();
	const key = request.headers["x-api-key"];
	if (typeof key === "string" && timingSafeEqual(sha256(key), sha256(API_KEY)))
		return "api-key:default";
	throw new HttpException(401, "Invalid or missing API key", "Unauthorized");
}

export function createService(): (
	request: IncomingMessage,
	response: ServerResponse,
) => void | Promise<void> {
	let zaps = new Map<string, Zap>();
	const auditLogs: AuditLog[] = [];
	const requestsTotal = new Counter(
		"http_requests_total",
		"Total number of HTTP requests",
	);
	const zapsCreated = new Counter(
		"zaps_created_total",
		"Total number of zaps created",
		false,
	);
	const commandsExecuted = new Counter(
		"commands_executed_total",
		"Total number of commands executed",
	);
	const pipelinesExecuted = new Counter(
		"pipelines_executed_total",
		"Total number of pipelines executed",
		false,
	);

	const audit = (
		entry: Pick<
			AuditLog,
			"action" | "entityType" | "entityId" | "actor" | "metadata"
		> &
			Partial<AuditLog>,
	) =>
		auditLogs.push({
			seq: auditLogs.length + 1,
			id: randomUUID(),
			commandId: null,
			pipelineId: null,
			...entry,
			createdAt: new Date().toISOString(),
		});

	function createZap(dto: CreateZapDto, actor: string) {
		if ([...zaps.values()].some((zap) => zap.name === dto.name))
			throw conflict(`Zap with name "${dto.name}" already exists`);
		const now = new Date().toISOString();
		const zap = {
			id: randomUUID(),
			name: dto.name,
			description: dto.description ?? null,
			triggerType: dto.triggerType,
			triggerConfig: dto.triggerConfig ?? {},
			status: "draft" as const,
			runCount: 0,
			lastRunAt: null,
			createdAt: now,
			updatedAt: now,
		};
		zaps.set(zap.id, { seq: zaps.size + 1, ...zap });
		zapsCreated.inc();
		audit({
			action: "ZAP_CREATED",
			entityType: "zap",
			entityId: zap.id,
			actor,
			metadata: { name: zap.name },
		});
		return zap;
	}

	function findZaps({ status, triggerType, search, ...page }: ListZapsDto) {
		return paginate(
			[...zaps.values()].filter(
				(zap) =>
					(!status || zap.status === status) &&
					(!triggerType || zap.triggerType === triggerType) &&
					(!search || zap.name.toLowerCase().includes(search.toLowerCase())),
			),
			page,
		);
	}

	function execute(
		commands: CommandDto[],
		actor: string,
		pipelineId: string | null,
	) {
		const transaction = new Map(zaps);
		const results = commands.map((dto, index) => {
			const prefix = pipelineId ? `steps.${index}: ` : "";
			const zap = transaction.get(dto.zapId.toLowerCase());
			if (!zap) throw notFound(`${prefix}Zap with id ${dto.zapId} not found`);
			const { from, to } = transitions[dto.type];
			if (!from.includes(zap.status))
				throw conflict(
					`${prefix}Cannot execute ${dto.type} on a zap with status ${zap.status}`,
				);
			const now = new Date().toISOString();
			const run =
				dto.type === "RUN_ZAP"
					? { runCount: zap.runCount + 1, lastRunAt: now }
					: {};
			transaction.set(zap.id, { ...zap, ...run, status: to, updatedAt: now });
			const result = { previousStatus: zap.status, status: to };
			return {
				id: randomUUID(),
				type: dto.type,
				zapId: zap.id,
				payload: dto.payload ?? {},
				status: "completed",
				result,
				executedAt: now,
			};
		});
		zaps = transaction;
		for (const { id, type, zapId, payload, result } of results) {
			commandsExecuted.inc({ type });
			const metadata = { type, payload, ...result };
			audit({
				action: transitions[type].action,
				entityType: "zap",
				entityId: zapId,
				actor,
				commandId: id,
				pipelineId,
				metadata,
			});
		}
		return results;
	}

	function executePipeline(dto: PipelineDto, actor: string) {
		const id = randomUUID();
		const steps = execute(dto.steps, actor, id);
		pipelinesExecuted.inc();
		const metadata = { name: dto.name, stepCount: steps.length };
		audit({
			action: "PIPELINE_EXECUTED",
			entityType: "pipeline",
			entityId: id,
			actor,
			pipelineId: id,
			metadata,
		});
		return {
			id,
			name: dto.name,
			status: "completed",
			steps,
			executedAt: new Date().toISOString(),
		};
	}

	function searchAudit({
		from,
		to,
		limit,
		cursor,
		...filters
	}: SearchAuditDto) {
		if (from && to && Date.parse(from) > Date.parse(to))
			throw badRequest("from must be before to");
		return paginate(
			auditLogs.filter(
				(log) =>
					Object.entries(filters).every(
						([key, value]) => log[key as keyof AuditLog] === value,
					) &&
					(!from || Date.parse(log.createdAt) >= Date.parse(from)) &&
					(!to || Date.parse(log.createdAt) <= Date.parse(to)),
			),
			{ limit, cursor },
		);
	}

	function renderMetrics() {
		const gauge = (metric: string, help: string, samples: string[]) =>
			[
				`# HELP ${metric} ${help}`,
				`# TYPE ${metric} gauge`,
				...samples.map((sample) => metric + sample),
			].join("\n");
		const count = (status: ZapStatus) =>
			[...zaps.values()].filter((zap) => zap.status === status).length;
		return `${[
			gauge("process_resident_memory_bytes", "Resident memory size in bytes.", [
				` ${process.memoryUsage.rss()}`,
			]),
			gauge("nodejs_version_info", "Node.js version info.", [
				`{version="${process.version}"} 1`,
			]),
			...[requestsTotal, zapsCreated, commandsExecuted, pipelinesExecuted].map(
				(counter) => counter.render(),
			),
			gauge(
				"zaps",
				"Current number of zaps by status",
				ZapStatus.map((status) => `{status="${status}"} ${count(status)}`),
			),
		].join("\n\n")}\n`;
	}

	interface Context {
		body: unknown;
		query: Json;
		actor: string;
	}
	interface Route {
		status: number;
		isPublic?: boolean;
		handler: (context: Context) => unknown;
	}
	const health = {
		status: "ok",
		info: { database: { status: "up" } },
		error: {},
		details: { database: { status: "up" } },
	};
	const routes: Record<string, Route> = {
		"GET /v1/health": { status: 200, isPublic: true, handler: () => health },
		"GET /metrics": { status: 200, isPublic: true, handler: renderMetrics },
		"GET /v1/zaps": {
			status: 200,
			handler: ({ query }) => findZaps(validationPipe(listZapsSchema, query)),
		},
		"POST /v1/zaps": {
			status: 201,
			handler: ({ body, actor }) =>
				createZap(validationPipe(createZapSchema, body), actor),
		},
		"POST /v1/command": {
			status: 201,
			handler: ({ body, actor }) =>
				execute([validationPipe(commandSchema, body)], actor, null)[0],
		},
		"POST /v1/pipeline": {
			status: 201,
			handler: ({ body, actor }) =>
				executePipeline(validationPipe(pipelineSchema, body), actor),
		},
		"POST /v1/audit/search": {
			status: 200,
			handler: ({ body }) =>
				searchAudit(validationPipe(searchAuditSchema, body)),
		},
	};

	return async (request, response) => {
		const { method = "GET", url = "/" } = request;
		const [path = "", ...search] = url.split("?");
		const pattern = path.replace(/(.)\/$/, "$1").toLowerCase();
		const routeKey = `${method === "HEAD" ? "GET" : method} ${pattern}`;
		const route = Object.hasOwn(routes, routeKey)
			? routes[routeKey]
			: undefined;
		let status = 500;
		let payload: unknown = {
			statusCode: 500,
			message: "Internal server error",
		};
		try {
			const body = await parseBody(request);
			if (!route) throw notFound(`Cannot ${method} ${url}`);
			const actor = route.isPublic ? "anonymous" : apiKeyGuard(request);
			payload = route.handler({
				body,
				query: parseQuery(search.join("?")),
				actor,
			});
			status = route.status;
		} catch (error) {
			if (error instanceof HttpException) ({ status, body: payload } = error);
		}
		requestsTotal.inc({
			method,
			route: route ? pattern : "unknown",
			status_code: status,
		});
		const isText = typeof payload === "string";
		const content = Buffer.from(
			isText ? (payload as string) : JSON.stringify(payload),
		);
		const contentType = isText
			? "text/plain; version=0.0.4; charset=utf-8"
			: "application/json; charset=utf-8";
		response.writeHead(status, {
			"Content-Type": contentType,
			"Content-Length": content.length,
		});
		response.end(content);
	};
}
