/** A small automation service in the style of an ASP.NET Core team: [ApiController] model binding, ProblemDetails with
 * traceId, paged wrappers, 202 with a status URL, the health check middleware and prometheus-net metrics. */
import {
	createHash,
	randomBytes,
	randomUUID,
	timingSafeEqual,
} from "node:crypto";
import {
	type IncomingMessage,
	type ServerResponse,
	STATUS_CODES,
} from "node:http";

type Json = null | boolean | number | string | Json[] | Model;
type Model = { [key: string]: Json };
type Enum = { enum: string; values: readonly string[] };
type Kind =
	| "Boolean"
	| "DateTimeOffset"
	| "Dictionary"
	| "Guid"
	| "Int32"
	| "String"
	| Enum
	| { list: Kind }
	| { shape: Shape };
type Shape = Record<string, readonly [kind: Kind, initial?: Json]>;
type Errors = Record<string, string[]>;
type Add = (name: string, message: string) => void;
interface Context {
	id: string;
	query: URLSearchParams;
	body: Json | undefined;
	base: string;
	correlationId: string;
}
interface Reply {
	status: number;
	body?: Json;
	text?: string;
	headers?: Record<string, string>;
}
interface Route {
	method: string;
	template: string;
	controller: string;
	action: string;
	open?: boolean;
	run: (context: Context) => Reply;
}
export const HEADERS = { "X-Api-Key": "zk_local_5f0c9d1e7b2a4c38" };
const ACTOR = "automation-client",
	MAX_BODY = 1_048_576,
	MAX_DEPTH = 32,
	MAX_PAGE = 100,
	MAX_STEPS = 20,
	PERMITS = 6000;
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIME =
	/^((?!0000)\d{4}-\d\d-\d\d)(?:T((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.(\d{1,7}))?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?$/;
const CRON = /^\s*[\d*,/-]+(\s+[\d*,/-]+){4}\s*$/;
const SECTIONS: Record<number, string> = {
	400: "5.1",
	401: "5.2",
	404: "5.5",
	409: "5.10",
	413: "5.14",
	415: "5.16",
	500: "6.1",
};
const BUCKETS = Array.from({ length: 16 }, (_, index) => 2 ** index / 1000);
const TRIGGER: Enum = {
	enum: "TriggerType",
	values: ["Manual", "Schedule", "Webhook"],
};
const COMMAND: Enum = {
	enum: "CommandType",
	values: ["RunZap", "EnableZap", "DisableZap"],
};
const ENTITY: Enum = {
	enum: "EntityType",
	values: ["Zap", "Command", "Pipeline"],
};
const ACTION: Enum = {
	enum: "AuditAction",
	values: [
		"ZapCreated",
		"ZapRun",
		"ZapEnabled",
		"ZapDisabled",
		"CommandAccepted",
		"CommandCompleted",
		"PipelineAccepted",
		"PipelineCompleted",
	],
};
const PAGE: Shape = { pageNumber: ["Int32", 1], pageSize: ["Int32", 20] };
const ZAP: Shape = {
	name: ["String"],
	description: ["String"],
	triggerType: [TRIGGER, "Manual"],
	cronExpression: ["String"],
	tags: [{ list: "String" }, []],
	isEnabled: ["Boolean", true],
};
const ZAP_QUERY: Shape = {
	...PAGE,
	search: ["String"],
	triggerType: [TRIGGER],
	isEnabled: ["Boolean"],
	tag: ["String"],
};
const STEP: Shape = {
	commandType: [COMMAND],
	zapId: ["Guid"],
	parameters: ["Dictionary", {}],
};
const PIPELINE: Shape = {
	name: ["String"],
	steps: [{ list: { shape: STEP } }],
	stopOnError: ["Boolean", true],
};
const SEARCH: Shape = {
	...PAGE,
	entityType: [ENTITY],
	entityId: ["Guid"],
	action: [ACTION],
	actor: ["String"],
	correlationId: ["String"],
	from: ["DateTimeOffset"],
	to: ["DateTimeOffset"],
};
class Problem extends Error {
	status = 500;
	errors: Errors | undefined;
	headers: Record<string, string> = {};
}
const problem = (
	status: number,
	detail = "",
	errors?: Errors,
	headers: Record<string, string> = {},
): Problem => Object.assign(new Problem(detail), { status, errors, headers });
const invalid = (errors: Errors): never => {
	throw problem(400, "", errors);
};
const isObject = (value: Json | undefined): value is Model =>
	typeof value === "object" && value !== null && !Array.isArray(value);
const pascal = (name: string): string =>
	name.charAt(0).toUpperCase() + name.slice(1);
const depth = (value: Json, level = 0): boolean =>
	typeof value !== "object" ||
	value === null ||
	(level < MAX_DEPTH &&
		Object.values(value).every((item) => depth(item as Json, level + 1)));
const stamp = (ms: number, fraction: string): string =>
	`${new Date(ms).toISOString().slice(0, 19)}.${fraction}+00:00`;
function convert(kind: Kind, value: Json, path: string): Json {
	const fail = (type: string): never =>
		invalid({
			request: ["The request field is required."],
			[path]: [
				`The JSON value could not be converted to ${type}. Path: ${path}.`,
			],
		});
	if (typeof kind === "object") {
		if ("shape" in kind) return bind(kind.shape, value, path);
		if ("list" in kind)
			return Array.isArray(value)
				? value.map((item, index) =>
						convert(kind.list, item, `${path}[${index}]`),
					)
				: fail("System.Collections.Generic.List");
		return (
			kind.values.find(
				(name) =>
					typeof value === "string" &&
					name.toLowerCase() === value.toLowerCase(),
			) ?? fail(`Zaps.Contracts.${kind.enum}`)
		);
	}
	if (kind === "Boolean" && typeof value === "boolean") return value;
	if (kind === "String" && typeof value === "string") return value;
	if (kind === "Guid" && typeof value === "string" && GUID.test(value))
		return value.toLowerCase();
	if (
		kind === "Dictionary" &&
		isObject(value) &&
		Object.values(value).every((item) => typeof item === "string")
	)
		return value;
	if (
		kind === "Int32" &&
		(typeof value === "number" ||
			(typeof value === "string" && /^-?\d{1,10}$/.test(value))) &&
		(Number(value) | 0) === Number(value)
	)
		return Number(value);
	const match =
		kind === "DateTimeOffset" && typeof value === "string"
			? TIME.exec(value)
			: null;
	if (match) {
		const ms = Date.parse(
				`${match[1]}T${match[2] ?? "00:00"}:${match[3] ?? "00"}${match[5] ?? "Z"}`,
			),
			day = Date.parse(`${match[1]}T00:00:00Z`);
		if (
			!Number.isNaN(ms + day) &&
			ms < 253_402_300_800_000 &&
			new Date(day).toISOString().startsWith(match[1] as string)
		)
			return stamp(ms, (match[4] ?? "").padEnd(7, "0"));
	}
	return fail(`System.${kind}`);
}
function bind(shape: Shape, body: Json | undefined, path = "$"): Model {
	if (body === undefined || (body === null && path === "$"))
		return invalid({
			"": ["A non-empty request body is required."],
			request: ["The request field is required."],
		});
	if (!isObject(body))
		return invalid({
			request: ["The request field is required."],
			[path]: [
				`The JSON value could not be converted to an object. Path: ${path}.`,
			],
		});
	const given = new Map(
		Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]),
	);
	return Object.fromEntries(
		Object.entries(shape).map(([name, [kind, initial = null]]) => {
			const value = given.get(name.toLowerCase());
			return [
				name,
				value === undefined || (value === null && initial === null)
					? initial
					: convert(kind, value, `${path}.${name}`),
			];
		}),
	);
}
function bindQuery(shape: Shape, query: URLSearchParams): Model {
	const errors: Errors = {},
		given = new Map(
			[...query].reverse().map(([name, value]) => [name.toLowerCase(), value]),
		);
	const model = Object.fromEntries(
		Object.entries(shape).map(
			([name, [kind, initial = null]]): [string, Json] => {
				const text = given.get(name.toLowerCase());
				if (text === undefined || (text === "" && initial === null))
					return [name, initial];
				try {
					return [
						name,
						convert(
							kind,
							kind === "Boolean" && /^(true|false)$/i.test(text)
								? text.toLowerCase() === "true"
								: text,
							name,
						),
					];
				} catch {
					errors[pascal(name)] = [
						`The value '${text}' is not valid for ${pascal(name)}.`,
					];
					return [name, initial];
				}
			},
		),
	);
	return Object.keys(errors).length > 0 ? invalid(errors) : model;
}
export function createService(): (
	request: IncomingMessage,
	response: ServerResponse,
) => Promise<void> {
	const zaps = new Map<string, Model>(),
		operations = new Map<string, Model>(),
		audit: Model[] = [];
	const counts = new Map(
		[
			"zaps_created_total",
			"zaps_pipelines_accepted_total",
			"zaps_audit_records_total",
		].map((name) => [name, 0]),
	);
	const timings = new Map<string, number[]>(),
		started = Date.now() / 1000;
	let ticks = 0n,
		inProgress = 0,
		windowStart = 0,
		used = 0;
	const now = (): string => {
		const current =
			BigInt(Math.floor((performance.timeOrigin + performance.now()) * 1000)) *
			10n;
		ticks = current > ticks ? current : ticks + 1n;
		return stamp(
			Number(ticks / 10_000n),
			String(ticks % 10_000_000n).padStart(7, "0"),
		);
	};
	const count = (series: string): void => {
		counts.set(series, (counts.get(series) ?? 0) + 1);
	};
	const record = (
		action: string,
		entityType: string,
		entityId: Json,
		correlationId: string,
		details: Model,
		actor = ACTOR,
	): void => {
		audit.push({
			id: randomUUID(),
			occurredOn: now(),
			action,
			entityType,
			entityId,
			actor,
			correlationId,
			details,
		});
		count("zaps_audit_records_total");
	};
	const page = (source: Model[], model: Model): Reply => {
		const pageNumber = Number(model.pageNumber),
			pageSize = Number(model.pageSize),
			totalCount = source.length,
			totalPages = Math.ceil(totalCount / pageSize);
		const items = source.slice(
			(pageNumber - 1) * pageSize,
			pageNumber * pageSize,
		);
		return {
			status: 200,
			body: {
				items,
				pageNumber,
				pageSize,
				totalCount,
				totalPages,
				hasPreviousPage: pageNumber > 1,
				hasNextPage: pageNumber < totalPages,
			},
		};
	};
	const validate = (model: Model, rules: (add: Add) => void): Model => {
		const errors: Errors = {},
			add: Add = (name, message) => {
				errors[name] = [...(errors[name] ?? []), message];
			};
		if (model.pageSize !== undefined) {
			if (Number(model.pageNumber) < 1)
				add(
					"PageNumber",
					"The field PageNumber must be between 1 and 2147483647.",
				);
			if (Number(model.pageSize) < 1 || Number(model.pageSize) > MAX_PAGE)
				add(
					"PageSize",
					`The field PageSize must be between 1 and ${MAX_PAGE}.`,
				);
		}
		if (typeof model.name === "string" && model.name.trim() !== "") {
			if (model.name.length < 3 || model.name.length > 100)
				add(
					"Name",
					"The field Name must be a string with a minimum length of 3 and a maximum length of 100.",
				);
		} else if (model.name !== undefined)
			add("Name", "The Name field is required.");
		rules(add);
		return Object.keys(errors).length > 0 ? invalid(errors) : model;
	};
	const checkStep = (step: Model, prefix: string, add: Add): void => {
		if (step.commandType === null)
			add(`${prefix}CommandType`, "The CommandType field is required.");
		if (step.zapId === null)
			add(`${prefix}ZapId`, "The ZapId field is required.");
		else if (!zaps.has(String(step.zapId)))
			add(`${prefix}ZapId`, `Zap '${step.zapId}' does not exist.`);
		if (Object.keys(step.parameters as Model).length > 20)
			add(
				`${prefix}Parameters`,
				"The field Parameters must have at most 20 entries.",
			);
	};
	const execute = (step: Model, correlationId: string): void => {
		const zap = zaps.get(String(step.zapId)) as Model,
			run = step.commandType === "RunZap";
		step.status = run && zap.isEnabled === false ? "Failed" : "Succeeded";
		if (step.status === "Failed") {
			step.error = "The zap is disabled.";
			return;
		}
		if (run)
			Object.assign(zap, {
				runCount: Number(zap.runCount) + 1,
				lastRunOn: now(),
			});
		else
			Object.assign(zap, {
				isEnabled: step.commandType === "EnableZap",
				modifiedOn: now(),
			});
		record(
			run ? "ZapRun" : zap.isEnabled === true ? "ZapEnabled" : "ZapDisabled",
			"Zap",
			step.zapId as Json,
			correlationId,
			{},
			"system",
		);
	};
	const accept = (
		kind: "Command" | "Pipeline",
		context: Context,
		model: Model,
		work: (operation: Model) => void,
	): Reply => {
		const id = randomUUID(),
			statusUrl = `${context.base}/v1/${kind.toLowerCase()}/${id}`;
		const operation: Model = {
			id,
			...model,
			status: "Queued",
			error: null,
			submittedOn: now(),
			completedOn: null,
			statusUrl,
		};
		operations.set(`${kind}/${id}`, operation);
		record(`${kind}Accepted`, kind, id, context.correlationId, {
			status: "Queued",
		});
		count(
			kind === "Command"
				? `zaps_commands_accepted_total{type="${model.commandType}"}`
				: "zaps_pipelines_accepted_total",
		);
		setTimeout(() => {
			work(operation);
			operation.completedOn = now();
			record(
				`${kind}Completed`,
				kind,
				id,
				context.correlationId,
				{ status: operation.status as Json },
				"system",
			);
		}, 25).unref();
		return {
			status: 202,
			body: operation,
			headers: { Location: statusUrl, "Retry-After": "1" },
		};
	};
	const show = (found: Model | undefined): Reply => {
		if (!found) throw problem(404);
		return { status: 200, body: found };
	};
	const createZap = ({ body, base, correlationId }: Context): Reply => {
		const model = bind(ZAP, body),
			tags = model.tags as Json[],
			cron = model.cronExpression;
		validate(model, (add) => {
			if (String(model.description ?? "").length > 500)
				add(
					"Description",
					"The field Description must be a string with a maximum length of 500.",
				);
			if (tags.length > 10)
				add(
					"Tags",
					"The field Tags must be a string or array type with a maximum length of '10'.",
				);
			tags.forEach((tag, index) => {
				if (String(tag).trim() === "" || String(tag).length > 30)
					add(`Tags[${index}]`, "A tag must have 1 to 30 characters.");
			});
			if (model.triggerType !== "Schedule" && cron !== null)
				add(
					"CronExpression",
					"CronExpression is only allowed when TriggerType is Schedule.",
				);
			else if (model.triggerType === "Schedule" && !CRON.test(String(cron)))
				add(
					"CronExpression",
					"A Schedule trigger needs a CronExpression of five fields.",
				);
		});
		if (
			[...zaps.values()].some(
				(zap) =>
					String(zap.name).toLowerCase() === String(model.name).toLowerCase(),
			)
		)
			throw problem(409, `A zap named '${model.name}' already exists.`);
		const zap: Model = {
			id: randomUUID(),
			...model,
			runCount: 0,
			lastRunOn: null,
			createdBy: ACTOR,
			createdOn: now(),
			modifiedOn: null,
		};
		zaps.set(String(zap.id), zap);
		record("ZapCreated", "Zap", zap.id as Json, correlationId, {
			name: zap.name as Json,
		});
		count("zaps_created_total");
		return {
			status: 201,
			body: zap,
			headers: { Location: `${base}/v1/zaps/${zap.id}` },
		};
	};
	const listZaps = ({ query }: Context): Reply => {
		const model = validate(bindQuery(ZAP_QUERY, query), () => undefined),
			search = String(model.search ?? "").toLowerCase();
		return page(
			[...zaps.values()]
				.reverse()
				.filter(
					(zap) =>
						`${zap.name}\n${zap.description ?? ""}`
							.toLowerCase()
							.includes(search) &&
						(model.triggerType === null ||
							zap.triggerType === model.triggerType) &&
						(model.isEnabled === null || zap.isEnabled === model.isEnabled) &&
						(model.tag === null ||
							(zap.tags as Json[]).includes(model.tag as Json)),
				),
			model,
		);
	};
	const submitCommand = (context: Context): Reply => {
		const model = bind(STEP, context.body);
		validate(model, (add) => checkStep(model, "", add));
		return accept("Command", context, model, (operation) =>
			execute(operation, context.correlationId),
		);
	};
	const submitPipeline = (context: Context): Reply => {
		const model = bind(PIPELINE, context.body),
			steps = (model.steps ?? []) as Model[];
		validate(model, (add) => {
			if (model.steps === null) add("Steps", "The Steps field is required.");
			else if (steps.length < 1 || steps.length > MAX_STEPS)
				add(
					"Steps",
					`The field Steps must have between 1 and ${MAX_STEPS} items.`,
				);
			for (const [index, step] of steps.entries())
				checkStep(step, `Steps[${index}].`, add);
		});
		model.steps = steps.map((step) => ({
			...step,
			status: "Queued",
			error: null,
		}));
		return accept("Pipeline", context, model, (operation) => {
			operation.status = "Succeeded";
			for (const step of operation.steps as Model[]) {
				if (operation.status === "Failed" && operation.stopOnError === true)
					step.status = "Skipped";
				else execute(step, context.correlationId);
				if (step.status === "Failed")
					Object.assign(operation, {
						status: "Failed",
						error: "One or more steps failed.",
					});
			}
		});
	};
	const searchAudit = ({ body }: Context): Reply => {
		const model = bind(SEARCH, body),
			{ from = null, to = null } = model;
		validate(model, (add) => {
			if (from !== null && to !== null && from > to)
				add("To", "To must not be earlier than From.");
		});
		return page(
			[...audit]
				.reverse()
				.filter(
					(row) =>
						[
							"entityType",
							"entityId",
							"action",
							"actor",
							"correlationId",
						].every(
							(name) => model[name] === null || row[name] === model[name],
						) &&
						(from === null || String(row.occurredOn) >= from) &&
						(to === null || String(row.occurredOn) <= to),
				),
			model,
		);
	};
	const metrics = (): Reply => {
		const family = (
			name: string,
			type: string,
			help: string,
			rows: string[],
		): string =>
			[`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...rows].join("\n");
		const counter = (name: string, help: string): string =>
			family(
				name,
				"counter",
				help,
				[...counts]
					.filter(([series]) => series.split("{")[0] === name)
					.map(([series, value]) => `${series} ${value}`),
			);
		const histogram = [...timings].flatMap(
			([labels, [sum, total, ...buckets]]) => [
				`_sum{${labels}} ${sum}`,
				`_count{${labels}} ${total}`,
				...buckets.map(
					(value, index) =>
						`_bucket{${labels},le="${BUCKETS[index]}"} ${value}`,
				),
				`_bucket{${labels},le="+Inf"} ${total}`,
			],
		);
		return {
			status: 200,
			headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" },
			text: `${[
				family(
					"process_start_time_seconds",
					"gauge",
					"Start time of the process since unix epoch in seconds.",
					[`process_start_time_seconds ${started}`],
				),
				counter(
					"http_requests_received_total",
					"Provides the count of HTTP requests that have been processed by the ASP.NET Core pipeline.",
				),
				family(
					"http_requests_in_progress",
					"gauge",
					"The number of requests currently in progress in the ASP.NET Core pipeline.",
					[`http_requests_in_progress ${inProgress}`],
				),
				family(
					"http_request_duration_seconds",
					"histogram",
					"The duration of HTTP requests processed by an ASP.NET Core application.",
					histogram.map((row) => `http_request_duration_seconds${row}`),
				),
				counter("zaps_created_total", "Zaps created."),
				counter("zaps_commands_accepted_total", "Commands accepted, by type."),
				counter("zaps_pipelines_accepted_total", "Pipelines accepted."),
				counter("zaps_audit_records_total", "Audit records written."),
				family("zaps_registered", "gauge", "Zaps currently registered.", [
					`zaps_registered ${zaps.size}`,
				]),
			].join("\n")}\n`,
		};
	};
	const route = (
		method: string,
		template: string,
		controller: string,
		action: string,
		run: Route["run"],
		open = false,
	): Route => ({ method, template, controller, action, run, open });
	const routes = [
		route(
			"GET",
			"v1/health",
			"",
			"",
			() => ({
				status: 200,
				text: "Healthy",
				headers: {
					"Content-Type": "text/plain",
					"Cache-Control": "no-store, no-cache",
					Pragma: "no-cache",
					Expires: "Thu, 01 Jan 1970 00:00:00 GMT",
				},
			}),
			true,
		),
		route("GET", "metrics", "", "", metrics, true),
		route("GET", "v1/zaps", "Zaps", "GetZaps", listZaps),
		route("POST", "v1/zaps", "Zaps", "CreateZap", createZap),
		route("GET", "v1/zaps/{id:guid}", "Zaps", "GetZap", ({ id }) =>
			show(zaps.get(id)),
		),
		route("POST", "v1/command", "Command", "Submit", submitCommand),
		route("GET", "v1/command/{id:guid}", "Command", "GetStatus", ({ id }) =>
			show(operations.get(`Command/${id}`)),
		),
		route("POST", "v1/pipeline", "Pipeline", "Submit", submitPipeline),
		route("GET", "v1/pipeline/{id:guid}", "Pipeline", "GetStatus", ({ id }) =>
			show(operations.get(`Pipeline/${id}`)),
		),
		route("POST", "v1/audit/search", "Audit", "Search", searchAudit),
	];
	const readJson = async (
		request: IncomingMessage,
	): Promise<Json | undefined> => {
		if (
			!/^(application\/([\w.-]+\+)?json|text\/json)\s*(;\s*charset="?utf-8"?\s*)?$/i.test(
				request.headers["content-type"] ?? "",
			)
		)
			throw problem(415);
		const chunks: Buffer[] = [],
			tooLarge = problem(413, "Request body too large.", undefined, {
				Connection: "close",
			});
		let size = 0;
		if (Number(request.headers["content-length"] ?? 0) > MAX_BODY)
			throw tooLarge;
		for await (const chunk of request as AsyncIterable<Buffer>) {
			size += chunk.length;
			if (size <= MAX_BODY) chunks.push(chunk);
		}
		if (size > MAX_BODY) throw tooLarge;
		if (size === 0) return undefined;
		try {
			const value = JSON.parse(
				new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)),
			) as Json;
			if (depth(value)) return value;
		} catch {
			/* reported below, as the input formatter does */
		}
		return invalid({
			$: [
				`The request body is not valid JSON of at most ${MAX_DEPTH} levels. Path: $.`,
			],
			request: ["The request field is required."],
		});
	};
	const authorize = (request: IncomingMessage): void => {
		const [given, expected] = [
			String(request.headers["x-api-key"] ?? ""),
			HEADERS["X-Api-Key"],
		].map((key) => createHash("sha256").update(key).digest());
		if (!timingSafeEqual(given as Buffer, expected as Buffer))
			throw problem(
				401,
				"A valid API key is required in the X-Api-Key header.",
				undefined,
				{ "WWW-Authenticate": "ApiKey" },
			);
		if (Date.now() - windowStart >= 60_000) {
			windowStart = Date.now();
			used = 0;
		}
		if (++used > PERMITS)
			throw problem(429, "", undefined, {
				"Retry-After": String(
					Math.ceil((windowStart + 60_000 - Date.now()) / 1000),
				),
			});
	};
	return async (request, response) => {
		const begin = performance.now(),
			url = (request.url ?? "/").replace(/^https?:\/\/[^/?]*/i, ""),
			rawPath = url.split("?", 1)[0] as string;
		const parts = rawPath
				.toLowerCase()
				.replace(/(.)\/$/, "$1")
				.slice(1)
				.split("/"),
			id = parts.at(-1) as string;
		const path = (
				GUID.test(id) ? [...parts.slice(0, -1), "{id:guid}"] : parts
			).join("/"),
			matches = routes.filter(({ template }) => template === path);
		const found = matches.find(({ method }) => method === request.method),
			header = String(request.headers["x-correlation-id"] ?? "");
		const correlationId = /^[\w.-]{1,64}$/.test(header) ? header : randomUUID(),
			base = `http://${request.headers.host ?? "localhost"}`;
		let reply: Reply;
		inProgress++;
		try {
			if (!found)
				reply =
					matches.length > 0
						? {
								status: 405,
								headers: {
									Allow: matches.map(({ method }) => method).join(", "),
								},
							}
						: { status: 404 };
			else {
				if (!found.open) authorize(request);
				const body =
					found.method === "POST" ? await readJson(request) : undefined;
				reply = found.run({
					id,
					query: new URLSearchParams(url.slice(rawPath.length + 1)),
					body,
					base,
					correlationId,
				});
			}
		} catch (error) {
			const { status, message, errors, headers } =
				error instanceof Problem ? error : problem(request.errored ? 400 : 500);
			const title = errors
				? "One or more validation errors occurred."
				: status === 500
					? "An error occurred while processing your request."
					: (STATUS_CODES[status] ?? "Error");
			const trace =
				/^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(
					String(request.headers.traceparent),
				)?.[1] ?? randomBytes(16).toString("hex");
			const body: Model = {
				type:
					status === 429
						? "https://tools.ietf.org/html/rfc6585#section-4"
						: `https://tools.ietf.org/html/rfc9110#section-15.${SECTIONS[status]}`,
				title,
				status,
				...(message && { detail: message }),
				...(errors && { errors }),
				traceId: `00-${trace}-${randomBytes(8).toString("hex")}-00`,
			};
			reply = {
				status,
				body,
				headers: {
					"Content-Type": "application/problem+json; charset=utf-8",
					...headers,
				},
			};
		}
		inProgress--;
		const labels = `code="${reply.status}",method="${request.method}",controller="${found?.controller ?? ""}",action="${found?.action ?? ""}",endpoint="${found?.template ?? ""}"`;
		count(`http_requests_received_total{${labels}}`);
		const seconds = (performance.now() - begin) / 1000,
			added = [seconds, 1, ...BUCKETS.map((bound) => Number(seconds <= bound))],
			old = timings.get(labels);
		timings.set(
			labels,
			added.map((value, index) => value + (old?.[index] ?? 0)),
		);
		const content =
			reply.text ??
			(reply.body === undefined ? "" : JSON.stringify(reply.body));
		response.writeHead(reply.status, {
			Server: "Kestrel",
			"X-Correlation-Id": correlationId,
			...(found?.controller && { "api-supported-versions": "1.0" }),
			...(reply.body !== undefined && {
				"Content-Type": "application/json; charset=utf-8",
			}),
			...reply.headers,
			"Content-Length": Buffer.byteLength(content),
		});
		response.end(content);
	};
}
