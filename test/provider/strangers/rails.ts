/**
 * A small automation service in the style of a Ruby on Rails team's JSON API: resource-rooted params,
 * bare records in responses, an errors hash keyed by attribute, and pagination in headers.
 */
import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import {
	type IncomingMessage,
	type ServerResponse,
	STATUS_CODES,
} from "node:http";

type Json = null | boolean | number | string | Json[] | Params;
interface Params {
	[key: string]: Json;
}
interface Row extends Params {
	id: number;
	created_at: string;
}
interface Context {
	params: Params;
	query: URLSearchParams;
	path: string;
	request: IncomingMessage;
	requestId: string;
}
interface Result {
	status: number;
	body: Json;
	headers?: Record<string, string>;
	type?: string;
}
interface Route {
	controller: string;
	action: string;
	open?: boolean;
	run: (context: Context) => Result;
}

const MAX_BODY = 1_048_576,
	MAX_NESTING = 100,
	PER_PAGE = 25,
	MAX_PER_PAGE = 100,
	MAX_STEPS = 20;
const TRIGGERS = ["manual", "schedule", "webhook"],
	QUEUES = ["default", "high", "low"];
const SENSITIVE = /passw|secret|token|_key|crypt|salt/i;
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

class HttpError extends Error {
	readonly status: number;
	constructor(status: number, message = STATUS_CODES[status] ?? "Error") {
		super(message);
		this.status = status;
	}
}

class RecordInvalid extends Error {
	readonly errors: Record<string, string[]> = {};
	add(attribute: string, message: string): void {
		this.errors[attribute] ??= [];
		this.errors[attribute].push(message);
	}
	raiseIfAny(): void {
		if (Object.keys(this.errors).length > 0) throw this;
	}
	text(
		attribute: string,
		value: string | null,
		maximum: number,
		required = true,
	): void {
		if (required && !value) this.add(attribute, "can't be blank");
		if (value && value.length > maximum)
			this.add(attribute, `is too long (maximum is ${maximum} characters)`);
	}
	inclusion(attribute: string, value: string | null, list: string[]): void {
		if (!value || !list.includes(value))
			this.add(attribute, "is not included in the list");
	}
	commandName(attribute: string, value: string | null): void {
		this.text(attribute, value, 100);
		if (value && !/^[a-z][a-z0-9_.-]*$/.test(value))
			this.add(attribute, "is invalid");
	}
	hash(attribute: string, value: Json | undefined): Params {
		if (value !== undefined && value !== null && !isHash(value))
			this.add(attribute, "is invalid");
		return isHash(value) ? value : {};
	}
}

const isHash = (value: Json | undefined): value is Params =>
	typeof value === "object" && value !== null && !Array.isArray(value);
const isDeep = (value: Json, level = 0): boolean =>
	typeof value === "object" &&
	value !== null &&
	(level >= MAX_NESTING ||
		Object.values(value).some((child) => isDeep(child, level + 1)));
const digest = (text: string, algorithm = "sha256"): Buffer =>
	createHash(algorithm).update(text).digest();
const integer = (value: string | null): number =>
	Number.parseInt(value ?? "", 10) || 0;
const boolean = (value: string | null): boolean =>
	!/^(0|f|false|off)$/i.test(value ?? "");
const copy = (value: Params): Params =>
	JSON.parse(
		JSON.stringify(value, (key, child: Json) =>
			SENSITIVE.test(key) ? "[FILTERED]" : child,
		),
	) as Params;

/** Casts a permitted scalar to a stripped string; blanks and values that are not scalars become null. */
function text(
	params: Params,
	key: string,
	fallback: string | null = null,
): string | null {
	const value = Object.hasOwn(params, key) ? params[key] : fallback;
	return value === null || typeof value === "object"
		? null
		: String(value).trim() || null;
}

const texts = <Key extends string>(params: Params, ...keys: Key[]) =>
	Object.fromEntries(keys.map((key) => [key, text(params, key)])) as Record<
		Key,
		string | null
	>;

function requireParam(params: Params, key: string): Params {
	const value = Object.hasOwn(params, key) ? params[key] : null;
	if (isHash(value) && Object.keys(value).length > 0) return value;
	throw new HttpError(
		400,
		`param is missing or the value is empty or invalid: ${key}`,
	);
}

function paginate(
	rows: Row[],
	{ params, query, path, request }: Context,
): Result {
	const perPage = Math.min(
		Math.max(integer(text(params, "per_page")), 0) || PER_PAGE,
		MAX_PER_PAGE,
	);
	const page = Math.max(integer(text(params, "page")), 1),
		last = Math.max(Math.ceil(rows.length / perPage), 1);
	const headers: Record<string, string> = {
		"X-Total-Count": `${rows.length}`,
		"X-Total-Pages": `${last}`,
		"X-Page": `${page}`,
		"X-Per-Page": `${perPage}`,
	};
	const pages = Object.entries({
		first: 1,
		prev: page - 1,
		next: page + 1,
		last,
	}).filter(([, number]) => number >= 1 && number <= last && number !== page);
	const links = pages.map(
		([rel, number]) =>
			`<http://${request.headers.host ?? "localhost"}${path}?${new URLSearchParams({ ...Object.fromEntries(query), page: `${number}` })}>; rel="${rel}"`,
	);
	if (request.method !== "POST" && links.length > 0)
		headers.Link = links.join(", ");
	return {
		status: 200,
		body: rows.slice((page - 1) * perPage, page * perPage),
		headers,
	};
}

async function readParams(
	request: IncomingMessage,
	query: URLSearchParams,
): Promise<Params> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size <= MAX_BODY) chunks.push(chunk);
	}
	if (size > MAX_BODY) throw new HttpError(413);
	if (size === 0 || request.method !== "POST") return Object.fromEntries(query);
	if (
		!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "")
	)
		throw new HttpError(415);
	try {
		const body = JSON.parse(
			new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)),
		) as Json;
		if (isHash(body) && !isDeep(body))
			return { ...Object.fromEntries(query), ...body };
	} catch {
		/* Answered below, like any other body that is not an object. */
	}
	throw new HttpError(400);
}

export function createService(): (
	request: IncomingMessage,
	response: ServerResponse,
) => Promise<void> {
	const tables: Record<"Zap" | "Command" | "Pipeline" | "Audit", Row[]> = {
		Zap: [],
		Command: [],
		Pipeline: [],
		Audit: [],
	};
	const token =
		process.env.API_TOKEN ||
		(process.env.NODE_ENV === "production"
			? randomUUID()
			: "development-token");
	const requests = new Map<string, { count: number; seconds: number }>();
	let stepId = 0;

	function create(
		model: "Zap" | "Command" | "Pipeline",
		attributes: Params,
		invalid: RecordInvalid,
		{ request, requestId }: Context,
	): Row {
		invalid.raiseIfAny();
		const now = new Date().toISOString(),
			row: Row = {
				id: tables[model].length + 1,
				...attributes,
				created_at: now,
				updated_at: now,
			};
		tables.Audit.push({
			id: tables.Audit.length + 1,
			auditable_type: model,
			auditable_id: row.id,
			action: "create",
			audited_changes: copy(attributes),
			remote_address: request.socket.remoteAddress ?? null,
			request_uuid: requestId,
			created_at: now,
		});
		tables[model].push(row);
		return row;
	}

	const routes: Record<string, Route> = {
		"GET /v1/health": {
			controller: "v1/health",
			action: "show",
			open: true,
			run: () => ({
				status: 200,
				body: { status: "up", timestamp: new Date().toISOString() },
			}),
		},
		"GET /v1/zaps": {
			controller: "v1/zaps",
			action: "index",
			run: (context) => {
				const { enabled, trigger, name } = texts(
					context.params,
					"enabled",
					"trigger",
					"name",
				);
				return paginate(
					tables.Zap.filter(
						(zap) =>
							(!enabled || zap.enabled === boolean(enabled)) &&
							(!trigger || zap.trigger === trigger) &&
							(!name ||
								String(zap.name).toLowerCase().includes(name.toLowerCase())),
					).reverse(),
					context,
				);
			},
		},
		"POST /v1/zaps": {
			controller: "v1/zaps",
			action: "create",
			run: (context) => {
				const params = requireParam(context.params, "zap"),
					invalid = new RecordInvalid();
				const { name, description, command, schedule } = texts(
					params,
					"name",
					"description",
					"command",
					"schedule",
				);
				const trigger = text(params, "trigger", "manual"),
					enabled = text(params, "enabled", "true");
				invalid.text("name", name, 100);
				if (
					tables.Zap.some(
						(zap) => String(zap.name).toLowerCase() === name?.toLowerCase(),
					)
				)
					invalid.add("name", "has already been taken");
				invalid.text("description", description, 1000, false);
				invalid.commandName("command", command);
				invalid.inclusion("trigger", trigger, TRIGGERS);
				invalid.text("schedule", schedule, 100, trigger === "schedule");
				if (enabled === null)
					invalid.add("enabled", "is not included in the list");
				return {
					status: 201,
					body: create(
						"Zap",
						{
							name,
							description,
							command,
							trigger,
							schedule,
							enabled: boolean(enabled),
						},
						invalid,
						context,
					),
				};
			},
		},
		"POST /v1/command": {
			controller: "v1/commands",
			action: "create",
			run: (context) => {
				const params = requireParam(context.params, "command"),
					invalid = new RecordInvalid(),
					args = invalid.hash("arguments", params.arguments);
				const name = text(params, "name"),
					queue = text(params, "queue", "default"),
					zap = text(params, "zap_id");
				invalid.commandName("name", name);
				invalid.inclusion("queue", queue, QUEUES);
				if (zap && !tables.Zap.some(({ id }) => id === integer(zap)))
					invalid.add("zap", "must exist");
				return {
					status: 202,
					body: create(
						"Command",
						{
							zap_id: zap && integer(zap),
							name,
							arguments: args,
							queue,
							job_id: randomUUID(),
							status: "enqueued",
						},
						invalid,
						context,
					),
				};
			},
		},
		"POST /v1/pipeline": {
			controller: "v1/pipelines",
			action: "create",
			run: (context) => {
				const params = requireParam(context.params, "pipeline"),
					invalid = new RecordInvalid(),
					name = text(params, "name"),
					queue = text(params, "queue", "default");
				const steps = (
					Array.isArray(params.steps_attributes) ? params.steps_attributes : []
				).filter(isHash);
				invalid.text("name", name, 100);
				invalid.inclusion("queue", queue, QUEUES);
				if (steps.length === 0) invalid.add("steps", "can't be blank");
				else if (steps.length > MAX_STEPS)
					invalid.add("steps", `is too long (maximum is ${MAX_STEPS} steps)`);
				const rows: Params[] = steps.map((step, index) => {
					invalid.commandName(`steps[${index}].command`, text(step, "command"));
					return {
						position: index + 1,
						command: text(step, "command"),
						arguments: invalid.hash(
							`steps[${index}].arguments`,
							step.arguments,
						),
						status: "pending",
					};
				});
				return {
					status: 202,
					body: create(
						"Pipeline",
						{
							name,
							queue,
							job_id: randomUUID(),
							status: "enqueued",
							steps: rows.map((row) => ({ id: ++stepId, ...row })),
						},
						invalid,
						context,
					),
				};
			},
		},
		"POST /v1/audit/search": {
			controller: "v1/audits",
			action: "search",
			run: (context) => {
				const invalid = new RecordInvalid(),
					search = invalid.hash("search", context.params.search);
				const {
					auditable_type: type,
					auditable_id: id,
					action,
					request_uuid: uuid,
					query,
					from,
					to,
				} = texts(
					search,
					"auditable_type",
					"auditable_id",
					"action",
					"request_uuid",
					"query",
					"from",
					"to",
				);
				if (type)
					invalid.inclusion("auditable_type", type, [
						"Zap",
						"Command",
						"Pipeline",
					]);
				if (action)
					invalid.inclusion("action", action, ["create", "update", "destroy"]);
				for (const [key, time] of Object.entries({ from, to }))
					if (time && !(TIME.test(time) && Date.parse(time) > 0))
						invalid.add(key, "is not a valid time");
				invalid.raiseIfAny();
				return paginate(
					tables.Audit.filter(
						(row) =>
							(!type || row.auditable_type === type) &&
							(!id || row.auditable_id === integer(id)) &&
							(!action || row.action === action) &&
							(!uuid || row.request_uuid === uuid) &&
							(!query ||
								JSON.stringify(row.audited_changes)
									.toLowerCase()
									.includes(query.toLowerCase())) &&
							(!from || Date.parse(row.created_at) >= Date.parse(from)) &&
							(!to || Date.parse(row.created_at) <= Date.parse(to)),
					).reverse(),
					context,
				);
			},
		},
		"GET /metrics": {
			controller: "metrics",
			action: "show",
			open: true,
			run: () => ({
				status: 200,
				type: "text/plain; version=0.0.4; charset=utf-8",
				body: [
					"# HELP rails_requests_total Requests handled.",
					"# TYPE rails_requests_total counter",
					...[...requests].map(
						([labels, { count }]) => `rails_requests_total{${labels}} ${count}`,
					),
					"# HELP rails_request_duration_seconds Time spent on requests.",
					"# TYPE rails_request_duration_seconds summary",
					...[...requests].flatMap(([labels, { count, seconds }]) => [
						`rails_request_duration_seconds_sum{${labels}} ${seconds.toFixed(6)}`,
						`rails_request_duration_seconds_count{${labels}} ${count}`,
					]),
					"# HELP active_record_rows Rows stored, by model.",
					"# TYPE active_record_rows gauge",
					...Object.entries(tables).map(
						([model, rows]) =>
							`active_record_rows{model="${model}"} ${rows.length}`,
					),
					"",
				].join("\n"),
			}),
		},
	};

	async function dispatch(
		route: Route | undefined,
		path: string,
		query: URLSearchParams,
		request: IncomingMessage,
		requestId: string,
	): Promise<Result> {
		try {
			if (!route) throw new HttpError(404);
			const given =
				/^(?:Token|Bearer)\s+(?:token=)?"?([^",;\s]+)/i.exec(
					request.headers.authorization ?? "",
				)?.[1] ?? "";
			if (!route.open && !timingSafeEqual(digest(given), digest(token)))
				throw new HttpError(401);
			return route.run({
				params: await readParams(request, query),
				query,
				path,
				request,
				requestId,
			});
		} catch (error) {
			if (error instanceof RecordInvalid)
				return { status: 422, body: { errors: error.errors } };
			const known = error instanceof HttpError ? error : new HttpError(500);
			return {
				status: known.status,
				body: { status: known.status, error: known.message },
				headers:
					known.status === 401
						? { "WWW-Authenticate": 'Token realm="Application"' }
						: {},
			};
		}
	}

	return async (request, response) => {
		const started = performance.now(),
			url = request.url ?? "/",
			mark = url.indexOf("?");
		const path = (mark < 0 ? url : url.slice(0, mark))
				.replace(/\/$/, "")
				.replace(/\.json$/, ""),
			method = request.method ?? "GET";
		const requestId =
			String(request.headers["x-request-id"] ?? "")
				.replace(/[^\w@-]/g, "")
				.slice(0, 255) || randomUUID();
		const key = `${method === "HEAD" ? "GET" : method} ${path}`,
			route = Object.hasOwn(routes, key) ? routes[key] : undefined;
		const { status, body, headers, type } = await dispatch(
			route,
			path,
			new URLSearchParams(mark < 0 ? "" : url.slice(mark)),
			request,
			requestId,
		);
		const content = type ? String(body) : JSON.stringify(body),
			etag = `W/"${digest(content, "md5").toString("hex")}"`;
		const fresh =
				status === 200 &&
				method !== "POST" &&
				(request.headers["if-none-match"] ?? "")
					.split(/\s*,\s*/)
					.includes(etag),
			code = fresh ? 304 : status;
		const seconds = (performance.now() - started) / 1000,
			cacheable = status === 200 || status === 201;
		const labels = `controller="${route?.controller ?? "errors"}",action="${route?.action ?? "not_found"}",method="${method.toLowerCase()}",status="${code}"`;
		const metric = requests.get(labels) ?? { count: 0, seconds: 0 };
		requests.set(labels, {
			count: metric.count + 1,
			seconds: metric.seconds + seconds,
		});
		response
			.writeHead(code, {
				...(fresh
					? {}
					: {
							"Content-Type": type ?? "application/json; charset=utf-8",
							"Content-Length": Buffer.byteLength(content),
						}),
				...headers,
				"Cache-Control": cacheable
					? "max-age=0, private, must-revalidate"
					: "no-cache",
				...(cacheable ? { ETag: etag } : {}),
				"X-Request-Id": requestId,
				"X-Runtime": seconds.toFixed(6),
				"X-Content-Type-Options": "nosniff",
			})
			.end(fresh ? undefined : content);
	};
}
